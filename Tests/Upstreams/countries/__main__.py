from serving.process import arguments, run
from serving.yoga import Yoga

from .schema import schema

if __name__ == "__main__":
    run(Yoga(schema()), arguments("A stand-in for the Countries API.").parse_args())
