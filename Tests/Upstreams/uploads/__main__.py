from serving.process import arguments, run

from .server import Uploads

if __name__ == "__main__":
    run(Uploads(), arguments("A stand-in for a server that takes files.").parse_args())
