"""Five casino table games, exactly as their rulebooks say."""
