import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// What somebody says that an argument is, or a member of an input object among the arguments.
enum ArgumentRule: Hashable, Sendable {
  /// `none`: it changes nothing.
  case nothing
  case filter, order, direction, search
  /// `first`, `offset`, `page`…: which part of a list is wanted.
  case window(WindowPart)
  /// `Person.email`, `Person.age gte` or `by Person.email`: it speaks of this field of the objects.
  case field(Field)

  struct Field: Hashable, Sendable {
    var type: String
    var name: String
    /// How values are compared, in lists; nil for the usual.
    var comparison: FilterOperator?
    /// `by Person.email`: it names the object by this field, rather than being what the field is to be.
    var isName = false
  }

  /// The words for what an argument of a list may be, in the order in which messages list them.
  static let words: [(word: String, rule: ArgumentRule)] = [
    ("filter", .filter), ("order", .order), ("direction", .direction), ("search", .search),
    ("first", .window(.first)), ("last", .window(.last)), ("after", .window(.after)), ("before", .window(.before)),
    ("offset", .window(.offset)), ("page", .window(.page)), ("pageIndex", .window(.pageIndex)),
    ("cursor", .window(.cursor)), ("none", .nothing),
  ]

  /// What a text says, as far as that can be told without a schema; nil for what says nothing that is known here.
  init?(_ text: String) {
    if let known = Self.words.first(where: { $0.word == text }) {
      self = known.rule
      return
    }
    var parts = text.split(separator: " ")
    let isName = parts.count == 2 && parts[0] == "by"
    if isName { parts.removeFirst() }
    guard (1...2).contains(parts.count), let coordinate = Coordinate(parts[0]) else { return nil }
    var field = Field(type: coordinate.type, name: coordinate.field, isName: isName)
    if parts.count == 2 {
      guard let comparison = FilterOperator.named(String(parts[1])) else { return nil }
      field.comparison = comparison
    }
    self = .field(field)
  }
}

/// A type and a field of it, as rules write them: `Person.email`.
struct Coordinate: Hashable, Sendable {
  let type: String
  let field: String

  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    (type, field) = (String(parts[0]), String(parts[1]))
  }
}

/// What is said of the arguments of one field.
struct ArgumentRules: Sendable {
  /// In the order in which it was said, each way once.
  private(set) var said: [(path: [String], rule: ArgumentRule)] = []

  var isEmpty: Bool { said.isEmpty }

  subscript(path: [String]) -> ArgumentRule? { said.first { $0.path == path }?.rule }

  mutating func set(_ path: [String], _ rule: ArgumentRule) {
    said.removeAll { $0.path == path }
    said.append((path, rule))
  }

  /// Whether something is said of what is inside an input object.
  func goesInto(_ path: [String]) -> Bool { said.contains { $0.path.count > path.count && $0.path.starts(with: path) } }

  /// The same by the definitions of arguments and of members of input objects.
  func byInput(_ arguments: [SchemaInputValue], _ schema: Schema) -> [ObjectIdentifier: ArgumentRule] {
    var found: [ObjectIdentifier: ArgumentRule] = [:]
    for (path, rule) in said {
      if let input = schema.input(at: path, of: arguments) { found[ObjectIdentifier(input)] = rule }
    }
    return found
  }
}

extension Schema {
  /// The argument, or the member of an input object, to which names lead.
  func input(at path: [String], of inputs: [SchemaInputValue]) -> SchemaInputValue? {
    guard let name = path.first, let input = inputs.first(where: { $0.name == name }) else { return nil }
    let rest = Array(path.dropFirst())
    return rest.isEmpty ? input : self.input(at: rest, of: type(of: input.type)?.inputFields ?? [])
  }
}
