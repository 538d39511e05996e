from serving.http import resettable
from serving.process import arguments, run

from .vapor import Vapor

if __name__ == "__main__":
    parser = arguments("A stand-in for the server of posts.")
    parser.add_argument("--seed", default="0", help="of ids, times and the order of keys")
    options = parser.parse_args()
    vapor = Vapor(options.seed)
    run(resettable(vapor, vapor.reset), options)
