import FakeValues
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// Pages with several lists (`Page { pageInfo users media(…) }`): what they tell is of the list that is asked for.

extension FakeSource {
  /// The first list of a page that a selection asks for, with its arguments; nil for a page of one kind of objects.
  func askedList(of page: TypePlan, below nodes: [Field]) -> ListCall? {
    guard let shown = page.page, shown.edges == nil, shown.lists.count > 1, let asked else { return nil }
    // Only here: few schemas have such pages, and the executor keeps what it knows of the operation to itself.
    let fragments = asked.document.fragmentsByName
    let operation = try? asked.document.operation(named: asked.operationName)
    let variables = operation.flatMap { try? plan.schema.coerceVariables(asked.variables, of: $0) } ?? JSONObject()
    var pending = nodes.compactMap(\.selectionSet).flatMap(\.selections)
    var seen: Set<String> = []
    while !pending.isEmpty {
      switch pending.removeFirst() {
      case .field(let node):
        guard shown.lists.contains(node.name.text), let field = plan.field(node.name.text, of: page) else { continue }
        let arguments = try? plan.schema.coerceArguments(
          node.arguments, definitions: field.field.arguments, at: node.place, variables: variables)
        return ListCall(plan: field, arguments: arguments ?? JSONObject())
      case .inlineFragment(let fragment): pending += fragment.selectionSet.selections
      case .fragmentSpread(let spread):
        guard seen.insert(spread.name.text).inserted, let fragment = fragments[spread.name.text] else { continue }
        pending += fragment.selectionSet.selections
      }
    }
    return nil
  }
}
