"""A stand-in for Rocket Reserver, the server of Apollo's iOS tutorial, with an independent GraphQL engine."""
