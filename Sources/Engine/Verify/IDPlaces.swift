import GraphQLLanguage
import OrderedJSON
import Replay

/// Where the ids of objects stand in what an operation is sent with: in its variables, and in its text.
///
/// A place holds ids if its variable is declared as `ID`, if the variable, the argument or the member of an input object
/// has a name that tells so (`ObjectID.isName`), or if the schema says so of the member.
struct IDPlaces {
  /// A string or a whole number that stands in the operation's text.
  struct Literal {
    let text: String
    let isID: Bool
  }

  private(set) var literals: [Literal] = []
  private var variables: [String: Place] = [:]
  private let hints: any SchemaHints
  /// The names of the argument and the members around what is visited, and of the variable whose default it is.
  private var names: [(name: String, isID: Bool)] = []

  /// A place in the variables.
  struct Place {
    var isID: Bool
    /// The innermost declared type; nil where nothing tells.
    var type: String?
  }

  init(in document: Document, hints: any SchemaHints) {
    self.hints = hints
    document.visit(with: &self)
  }

  /// Where a variable stands.
  subscript(variable name: String) -> Place { variables[name] ?? Place(isID: ObjectID.isName(name)) }

  /// The place of a member of an input object.
  func member(_ name: String, of object: Place) -> Place {
    let type = hints.type(of: name, on: object.type)
    // An id may be an object of one member, `{"value": "6F1D"}`.
    return Place(isID: object.isID || ObjectID.isName(name) || type == "ID", type: type)
  }

  /// The strings and whole numbers that an operation is sent with: those at the places of ids, and all.
  struct Values {
    var ids: Set<String> = []
    var all: Set<String> = []

    mutating func insert(_ text: String, isID: Bool) {
      all.insert(text)
      if isID { ids.insert(text) }
    }
  }

  func values(_ variables: JSONObject) -> Values {
    var values = Values()
    for literal in literals { values.insert(literal.text, isID: literal.isID) }
    var pending = variables.members.map { ($0.value, self[variable: $0.name]) }
    while let (value, place) = pending.popLast() {
      if let id = ObjectID(value) { values.insert(id.text, isID: place.isID) }
      switch value {
      case .array(let elements): pending += elements.map { ($0, place) }
      case .object(let object): pending += object.members.map { ($0.value, member($0.name, of: place)) }
      default: break
      }
    }
    return values
  }
}

extension IDPlaces: DocumentVisitor {
  mutating func enter(_ variable: VariableDefinition) -> VisitStep {
    let (name, type) = (variable.name.text, variable.type.namedType.name.text)
    let isID = type == "ID" || ObjectID.isName(name) || variables[name]?.isID == true
    variables[name] = Place(isID: isID, type: type)
    names.append((name, isID))
    return .descend
  }

  mutating func leave(_: VariableDefinition) { names.removeLast() }

  mutating func enter(_ argument: Argument) -> VisitStep {
    names.append((argument.name.text, ObjectID.isName(argument.name.text)))
    return .descend
  }

  mutating func leave(_: Argument) { names.removeLast() }

  mutating func enter(_ field: ObjectField) -> VisitStep {
    names.append((field.name.text, ObjectID.isName(field.name.text)))
    return .descend
  }

  mutating func leave(_: ObjectField) { names.removeLast() }

  mutating func enter(_ value: Value) -> VisitStep {
    let isID = names.last?.isID ?? false
    switch value {
    case .variable(let name):
      if isID { variables[name.text, default: Place(isID: true)].isID = true }
    case .string(let text): literals.append(Literal(text: text.value, isID: isID))
    case .int(let digits, _): literals.append(Literal(text: digits, isID: isID))
    default: break
    }
    return .descend
  }
}
