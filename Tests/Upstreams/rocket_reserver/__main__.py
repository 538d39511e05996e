from serving.http import resettable
from serving.process import arguments, run
from serving.sockets import LEGACY, TRANSPORT, Hub, Sockets

from .apollo import Apollo

if __name__ == "__main__":
    parser = arguments("A stand-in for Rocket Reserver.")
    parser.add_argument("--development", action="store_true", help="errors have stack traces")
    parser.add_argument(
        "--late-cancel", action="store_true", help="the request after a cancellation still sees the trip"
    )
    options = parser.parse_args()
    hub = Hub()
    apollo = Apollo(hub, options.development, options.late_cancel)
    run(resettable(apollo, apollo.store.reset), options, Sockets(apollo.opened, hub, (LEGACY, TRANSPORT)))
