"""The PAR sheet of a configured table: what is gathered, how it is confirmed, and how it is written."""

SEED = "houseway"  # of a sheet's simulation, unless another one is asked
