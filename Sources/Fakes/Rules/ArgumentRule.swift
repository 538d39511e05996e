import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// The meaning of an argument by a rule, or of a member of an input object among the arguments.
enum ArgumentRule: Hashable, Sendable {
  /// `none`: it changes nothing.
  case nothing
  case filter, order, direction, search
  /// `first`, `offset`, `page`…: a bound of the requested part of a list.
  case window(WindowPart)
  /// `Person.email`, `Person.age gte` or `by Person.email`: a field of the objects.
  case field(Field)

  struct Field: Hashable, Sendable {
    var type: String
    var name: String
    /// The comparison in lists; nil for the usual one.
    var comparison: FilterOperator?
    /// `by Person.email`: it identifies the object by this field, rather than setting the field.
    var isName = false
  }

  /// The words for an argument of a list, in the order of messages.
  static let words: [(word: String, rule: ArgumentRule)] = [
    ("filter", .filter), ("order", .order), ("direction", .direction), ("search", .search),
    ("first", .window(.first)), ("last", .window(.last)), ("after", .window(.after)), ("before", .window(.before)),
    ("offset", .window(.offset)), ("page", .window(.page)), ("pageIndex", .window(.pageIndex)),
    ("cursor", .window(.cursor)), ("none", .nothing),
  ]

  /// Reads a rule, as far as possible without a schema; nil for an unknown one.
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

/// A type and a field of it in rules: `Person.email`.
struct Coordinate: Hashable, Sendable {
  let type: String
  let field: String

  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    (type, field) = (String(parts[0]), String(parts[1]))
  }
}

/// The rules for the arguments of one field.
struct ArgumentRules: Sendable {
  /// The rules in order, each path once.
  private(set) var said: [(path: [String], rule: ArgumentRule)] = []

  var isEmpty: Bool { said.isEmpty }

  subscript(path: [String]) -> ArgumentRule? { said.first { $0.path == path }?.rule }

  mutating func set(_ path: [String], _ rule: ArgumentRule) {
    said.removeAll { $0.path == path }
    said.append((path, rule))
  }

  /// Indicates whether there are rules for members of an input object.
  func goesInto(_ path: [String]) -> Bool { said.contains { $0.path.count > path.count && $0.path.starts(with: path) } }

  /// Returns the rules by the definitions of arguments and of members of input objects.
  func byInput(_ arguments: [SchemaInputValue], _ schema: Schema) -> [ObjectIdentifier: ArgumentRule] {
    var found: [ObjectIdentifier: ArgumentRule] = [:]
    for (path, rule) in said {
      if let input = schema.input(at: path, of: arguments) { found[ObjectIdentifier(input)] = rule }
    }
    return found
  }
}

extension Schema {
  func input(at path: [String], of inputs: [SchemaInputValue]) -> SchemaInputValue? {
    guard let name = path.first, let input = inputs.first(where: { $0.name == name }) else { return nil }
    let rest = Array(path.dropFirst())
    return rest.isEmpty ? input : self.input(at: rest, of: type(of: input.type)?.inputFields ?? [])
  }
}
