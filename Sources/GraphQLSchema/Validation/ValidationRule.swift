import GraphQLLanguage

/// One rule of specification chapter 5, named as the reference implementation names it.
///
/// A rule does not walk the document: it says which nodes it wants to see, and one walk shows each node to all
/// rules. So errors come in the order of the text, and for one node in the order of the registry.
package struct ValidationRule: Sendable {
  /// The reference's name without its ending, `FieldsOnCorrectType`.
  package let name: String
  let install: @Sendable (ValidationContext, inout Visitor) -> Void

  init(_ name: String, _ install: @escaping @Sendable (ValidationContext, inout Visitor) -> Void) {
    self.name = name
    self.install = install
  }
}

/// Who wants to see which nodes: for each kind of node the handlers, in the order of the rules.
///
/// While a handler runs, the context's `types` say where in the schema the node stands.
struct Visitor {
  var enterDocument: [(Document) -> Void] = []
  var leaveDocument: [(Document) -> Void] = []
  var enterOperation: [(OperationDefinition) -> Void] = []
  var leaveOperation: [(OperationDefinition) -> Void] = []
  var enterFragment: [(FragmentDefinition) -> Void] = []
  var enterVariableDefinition: [(VariableDefinition) -> Void] = []
  var enterSelectionSet: [(SelectionSet) -> Void] = []
  var enterField: [(Field) -> Void] = []
  var leaveField: [(Field) -> Void] = []
  var enterArgument: [(Argument) -> Void] = []
  var enterFragmentSpread: [(FragmentSpread) -> Void] = []
  var enterInlineFragment: [(InlineFragment) -> Void] = []
  var enterDirective: [(Directive, DirectiveLocation) -> Void] = []
  var leaveDirective: [(Directive, DirectiveLocation) -> Void] = []
  var enterValue: [(Value) -> Void] = []
  var leaveValue: [(Value) -> Void] = []
  var enterObjectField: [(ObjectField) -> Void] = []
  /// A type's name in a type condition or a variable's type.
  var enterNamedType: [(Name) -> Void] = []
}
