"""A stand-in for servers that answer with many results, with an independent GraphQL engine."""

from serving.http import resettable
from serving.process import arguments, run
from serving.sockets import LEGACY, TRANSPORT, Hub, Sockets

from .server import Server

KNOWN = {"sse", "multipart", "defer", "graphql-ws", "graphql-transport-ws"}

if __name__ == "__main__":
    parser = arguments("A stand-in for servers that answer with many results.")
    parser.add_argument(
        "--protocols", default=",".join(sorted(KNOWN)), help="what it speaks, e.g. sse,graphql-ws; all unless given"
    )
    options = parser.parse_args()
    protocols = set(filter(None, options.protocols.split(",")))
    if unknown := protocols - KNOWN:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(sorted(KNOWN))}")
    hub = Hub()
    server = Server(hub, protocols)
    dialects = tuple(dialect for dialect in (TRANSPORT, LEGACY) if dialect.name in protocols)
    sockets = Sockets(server.opened, hub, dialects, greeted=server.greeted) if dialects else None
    run(resettable(server, server.board.reset), options, sockets)
