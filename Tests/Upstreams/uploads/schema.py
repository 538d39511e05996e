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
  upload(file: Upload!): File!
  uploadMany(files: [Upload!]!, note: String): [File!]!
}

type File {
  filename: String
  bytes: Int!
  size: Int!
  sha256: String!
}
"""


def described(file) -> dict | None:
    if file is None:
        return None
    count, digest = len(file.content), hashlib.sha256(file.content).hexdigest()
    return {"filename": file.filename, "bytes": count, "size": count, "sha256": digest}


def schema() -> GraphQLSchema:
    made = build_schema(SDL)
    fields = made.mutation_type.fields
    fields["singleUpload"].resolve = fields["upload"].resolve = lambda _, info, file: described(file)
    fields["multipleUpload"].resolve = lambda _, info, files: [described(file) for file in files]
    fields["uploadMany"].resolve = lambda _, info, files, note=None: [described(file) for file in files]
    made.query_type.fields["hello"].resolve = lambda *_: "hello"
    return made
