"""A stand-in for the server of posts that "GraphQL mutations with Combine's Future" uses: Vapor with Graphiti."""
