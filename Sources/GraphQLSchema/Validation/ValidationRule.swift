import GraphQLLanguage

/// A rule of chapter 5, named as in graphql-js, or an optional rule. README.md lists the places for a new rule.
///
/// Rules do not walk the document. They install handlers for kinds of nodes, and one walk calls all of them. So errors
/// come in source order, and at one node in the order of the registry.
package struct ValidationRule: Sendable {
  /// The name in graphql-js without `Rule` or `CustomRule` at the end, e.g. `FieldsOnCorrectType`.
  package let name: String
  let install: @Sendable (ValidationContext, inout Visitor) -> Void

  init(_ name: String, _ install: @escaping @Sendable (ValidationContext, inout Visitor) -> Void) {
    self.name = name
    self.install = install
  }
}

/// The handlers for each kind of node, in the order of the rules. The context's `types` is the node's position.
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
