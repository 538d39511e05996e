"""A stand-in for a server that takes files: the GraphQL multipart request specification, answered with what came."""
