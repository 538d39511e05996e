"""A stand-in for the ConferencePlanner project on Graphcool's Simple API, with an independent GraphQL engine."""
