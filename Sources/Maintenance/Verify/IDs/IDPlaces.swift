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
    let place: Place
  }

  private(set) var literals: [Literal] = []
  private var variables: [String: Place] = [:]
  private let hints: any SchemaHints
  /// The places of the arguments and the members around what is visited, and of the variable whose default it is.
  private var open: [Place] = []

  /// A place in the variables, or in the text.
  struct Place {
    /// The name of the variable, the argument or the member.
    var name: String
    var isID: Bool
    /// The innermost declared type; nil where nothing tells.
    var type: String?

    init(_ name: String, isID: Bool = false, type: String? = nil) {
      self.name = name
      self.isID = isID || type == "ID" || ObjectID.isName(name)
      self.type = type
    }
  }

  init(in document: Document, hints: any SchemaHints) {
    self.hints = hints
    document.visit(with: &self)
  }

  /// Where a variable stands.
  subscript(variable name: String) -> Place { variables[name] ?? Place(name) }

  /// The place of a member of an input object.
  func member(_ name: String, of object: Place) -> Place {
    // An id may be an object, `{"value": "6F1D"}`.
    Place(name, isID: object.isID, type: hints.type(of: name, on: object.type))
  }

  /// The strings and whole numbers that an operation is sent with: those at the places of ids, and all.
  struct Values {
    var ids: Set<String> = []
    var all: Set<String> = []
    /// What went to the endpoint for them.
    var sent: [String: String] = [:]

    mutating func insert(_ text: String, isID: Bool) {
      all.insert(text)
      sent[text] = text
      if isID { ids.insert(text) }
    }
  }

  func values(_ variables: JSONObject) -> Values {
    var values = Values()
    for literal in literals { values.insert(literal.text, isID: literal.place.isID) }
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
    let name = variable.name.text
    let isID = variables[name]?.isID ?? false
    let place = Place(name, isID: isID, type: variable.type.namedType.name.text)
    variables[name] = place
    open.append(place)
    return .descend
  }

  mutating func leave(_: VariableDefinition) { open.removeLast() }

  mutating func enter(_ argument: Argument) -> VisitStep {
    open.append(Place(argument.name.text))
    return .descend
  }

  mutating func leave(_: Argument) { open.removeLast() }

  mutating func enter(_ field: ObjectField) -> VisitStep {
    open.append(Place(field.name.text))
    return .descend
  }

  mutating func leave(_: ObjectField) { open.removeLast() }

  mutating func enter(_ value: Value) -> VisitStep {
    guard let place = open.last else { return .descend }
    switch value {
    case .variable(let name):
      var known = variables[name.text] ?? Place(name.text)
      known.isID = known.isID || place.isID
      // A name of the operation's own tells less than what the API calls it.
      known.name = place.name
      variables[name.text] = known
    case .string(let text): literals.append(Literal(text: text.value, place: place))
    case .int(let digits, _): literals.append(Literal(text: digits, place: place))
    case .float(let digits, _):
      if let id = ObjectID(.number(JSONNumber(validated: digits))) {
        literals.append(Literal(text: id.text, place: place))
      }
    case .enum(let name): literals.append(Literal(text: name.text, place: place))
    default: break
    }
    return .descend
  }
}
