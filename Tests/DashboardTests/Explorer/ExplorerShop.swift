import Engine
import OrderedJSON
import Requests
import TestSupport

@testable import Dashboard

/// A folder with one endpoint `shop`, for tests of the explorer.
struct ExplorerShop {
  static let schema = """
    "The start of queries."
    type Query {
      "One product."
      product(sku: ID!, region: Region = EU, locale: String): Product
      products(filter: Filter, first: Int): [Product!]!
      find(text: String!): [Found!]!
      node(id: ID!): Node
      old: String @deprecated(reason: "Use product.")
      on: Boolean
    }
    type Mutation { buy(order: Order!, gift: Boolean): Product }
    type Subscription { sold: Product }
    interface Node { id: ID! }
    type Product implements Node { id: ID! name: String price(in: Currency!): Float maker: Maker status: Status }
    type Maker implements Node { id: ID! name: String country: String }
    type Review { text: String }
    union Found = Product | Review
    enum Region { EU US JP }
    enum Currency { EUR USD }
    enum Status { IN_STOCK SOLD_OUT @deprecated }
    input Filter { region: Region, text: String, nested: Filter, only: [Status!] }
    input Order { note: String, sku: ID!, count: Int! = 1, region: Region! }
    directive @cached(seconds: Int) on QUERY | FIELD
    """

  let folder: TestFolder

  /// Makes the folder; `schema` is nil for an endpoint without a schema.
  init(schema: String? = Self.schema) throws {
    folder = try TestFolder()
    try folder.write("", to: "shop/endpoint.yaml")
    if let schema { try folder.write(schema, to: "shop.graphqls") }
  }

  func player() throws -> Engine { try folder.player() }

  /// Returns the answer to a document with a `|` at the cursor.
  static func complete(_ marked: String, _ engine: Engine) throws -> JSONObject {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let body: JSON = ["document": .string(parts.joined()), "position": .int(parts[0].utf16.count)]
    return try CompletionPage(engine: engine).complete("shop", body)
  }

  static func labels(_ answer: JSONObject) -> [String] {
    answer["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? []
  }
}
