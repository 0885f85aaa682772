"""Questions about dates and times."""
