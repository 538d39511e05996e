"""What every stand-in server shares: HTTP in and out, and the start and end of the process."""
