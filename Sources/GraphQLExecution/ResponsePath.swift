import GraphQLLanguage

/// A place in the response, as a chain from the place to the root, so that a step costs one small allocation.
final class ResponsePath: Sendable {
  let parent: ResponsePath?
  let element: GraphQLError.PathElement

  init(_ parent: ResponsePath?, _ element: GraphQLError.PathElement) {
    self.parent = parent
    self.element = element
  }

  /// The steps from the root.
  var elements: [GraphQLError.PathElement] {
    var elements = [element]
    var next = parent
    while let path = next {
      elements.append(path.element)
      next = path.parent
    }
    return elements.reversed()
  }
}
