"""What can be uploaded: a file, several, and nothing. Each answer says how many bytes came, and their hash."""

from __future__ import annotations

import hashlib

from graphql import GraphQLSchema, build_schema

SDL = """
scalar Upload

type Query {
  hello: String
}

type Mutation {
  singleUpload(file: Upload!): File!
  multipleUpload(files: [Upload]!): [File]!
}

type File {
  filename: String
  bytes: Int!
  sha256: String!
}
"""


def described(file) -> dict | None:
    if file is None:
        return None
    return {"filename": file.filename, "bytes": len(file.content), "sha256": hashlib.sha256(file.content).hexdigest()}


def schema() -> GraphQLSchema:
    made = build_schema(SDL)
    fields = made.mutation_type.fields
    fields["singleUpload"].resolve = lambda _, info, file: described(file)
    fields["multipleUpload"].resolve = lambda _, info, files: [described(file) for file in files]
    made.query_type.fields["hello"].resolve = lambda *_: "hello"
    return made
