"""How alembic runs the steps: on the connection, and in the transaction, that it is given."""

from alembic import context

from houseway.house.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=False)
context.run_migrations()
