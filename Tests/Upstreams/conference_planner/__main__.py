from serving.http import resettable
from serving.process import arguments, run
from serving.sockets import LEGACY, OLDEST, Hub, Sockets

from .simple_api import SimpleAPI

if __name__ == "__main__":
    parser = arguments("A stand-in for ConferencePlanner on Graphcool's Simple API.")
    parser.add_argument("--seed", default="0", help="of the ids that the server makes")
    parser.add_argument("--keep-alive", type=float, default=10, help="seconds of silence on a WebSocket")
    options = parser.parse_args()
    hub = Hub()
    api = SimpleAPI(hub, options.seed)
    run(resettable(api, api.store.reset), options, Sockets(api.opened, hub, (LEGACY, OLDEST), options.keep_alive))
