import GraphQLLanguage
import GraphQLSchema

/// A part of an unfinished document that is still open: a header, or the inside of a bracket.
struct CompletionFrame {
  enum Kind {
    case document
    /// An operation before its selections.
    case operation(OperationKind)
    /// A fragment definition before its selections.
    case fragment
    /// The parentheses of variable definitions.
    case variables
    case selections(SelectionPlace)
    /// The parentheses of a field or directive.
    case arguments(ArgumentPlace)
    /// The braces of an input object.
    case inputObject(SchemaType?)
    /// The brackets of a list value, with the type of its items.
    case list(TypeRef?)
  }

  /// The part of the current item that was read last.
  enum Step: Equatable {
    case start
    /// A field, argument, definition or variable with its name.
    case name(String)
    /// An alias, argument or variable with its name and a colon.
    case colon(String)
    /// The `$` of a variable.
    case dollar
    /// A variable's definition with an equals sign.
    case equals
    /// `...`
    case spread
    /// `... Name`
    case fragmentName
    /// `... on`, or that of a fragment's definition.
    case on
    /// `... on Name`
    case condition(String)
  }

  var kind: Kind
  var step = Step.start
  /// The directive after the current item.
  var directive: DirectiveStep?
  /// The type of the value after the colon or equals sign.
  var valueType: TypeRef?
  /// The names of the arguments or input fields that are already given.
  var given: Set<String> = []
  /// The type of the variable that is being defined, as far as it was read.
  var typeText = ""

  enum DirectiveStep: Equatable {
    /// The at sign.
    case at
    case named(String)
  }

  init(_ kind: Kind) { self.kind = kind }

  mutating func begin(_ step: Step) {
    self.step = step
    directive = nil
    // The `$` of a value keeps its type.
    if step != .dollar { valueType = nil }
  }
}

/// The place of a selection set in the schema, and in operations without a schema.
struct SelectionPlace {
  /// Nil if it is unknown.
  var type: SchemaType?
  let root: Root
  /// The names of the fields from the root.
  var path: [String] = []

  enum Root: Hashable {
    case operation(OperationKind)
    /// A fragment on a type.
    case fragment(String)
  }
}

/// The owner of arguments, and their definitions.
struct ArgumentPlace {
  /// Nil if the schema does not have them.
  let definitions: [SchemaInputValue]?
  /// The field with the place of its selection set; nil for a directive.
  let field: (name: String, place: SelectionPlace)?
}

/// An operation or fragment of an unfinished document.
struct OutlinedDefinition {
  /// Nil for a fragment.
  var kind: OperationKind?
  var name: String?
  /// The type that a fragment is on.
  var condition: String?
  var variables: [Variable] = []

  struct Variable {
    let name: String
    var type: TypeRef?
    var hasDefault = false
  }
}
