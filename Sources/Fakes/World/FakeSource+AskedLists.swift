import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// Pages with several lists (`Page { pageInfo users media(…) }`): what they tell is of the list that is asked for.

/// The operation that is being answered, as far as a page has to know which of its lists is asked for.
struct AskedOperation: Sendable {
  let fragments: [String: FragmentDefinition]
  /// Coerced; none where they do not fit, and then nothing is executed.
  let variables: JSONObject

  init(_ request: ExecutionRequest, _ schema: Schema) {
    fragments = request.document.fragmentsByName
    let operation = try? request.document.operation(named: request.operationName)
    variables = operation.flatMap { try? schema.coerceVariables(request.variables, of: $0) } ?? JSONObject()
  }
}

extension FakeSource {
  /// The first list of a page that a selection asks for, with its arguments; nil for a page of one kind of objects.
  func askedList(of page: TypePlan, below nodes: [Field]) -> ListCall? {
    guard let shown = page.page, shown.edges == nil, shown.lists.count > 1, let asked else { return nil }
    var pending = nodes.compactMap(\.selectionSet).flatMap(\.selections)
    var seen: Set<String> = []
    while !pending.isEmpty {
      switch pending.removeFirst() {
      case .field(let node):
        guard shown.lists.contains(node.name.text), let field = plan.field(node.name.text, of: page) else { continue }
        let arguments = try? plan.schema.coerceArguments(
          node.arguments, definitions: field.field.arguments, at: node.place, variables: asked.variables)
        return ListCall(plan: field, arguments: arguments ?? JSONObject())
      case .inlineFragment(let fragment): pending += fragment.selectionSet.selections
      case .fragmentSpread(let spread):
        guard seen.insert(spread.name.text).inserted, let fragment = asked.fragments[spread.name.text] else { continue }
        pending += fragment.selectionSet.selections
      }
    }
    return nil
  }
}
