"""A stand-in for servers that answer with many results: subscriptions over four protocols, and `@defer` in two spellings."""
