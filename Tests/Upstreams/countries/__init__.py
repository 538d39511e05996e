"""A stand-in for the Countries API (https://countries.trevorblades.com), with an independent GraphQL engine."""
