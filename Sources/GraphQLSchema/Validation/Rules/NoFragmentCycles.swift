import GraphQLLanguage

extension ValidationRule {
  /// Forbids cycles of fragments (section 5.5.2.2 "Fragment Spreads Must Not Form Cycles"). Searches depth first with a
  /// stack of its own, because a chain of fragments may be as long as the document.
  static let noFragmentCycles = ValidationRule("NoFragmentCycles") { context, visitor in
    struct Step {
      let name: String
      let spreads: [FragmentSpread]
      var next = 0
    }
    var visited: Set<String> = []
    visitor.enterFragment.append { fragment in
      // The spreads from the first step to the last, and by fragment the index of the spread that leaves it.
      var path: [FragmentSpread] = []
      var indexOnPath: [String: Int] = [:]
      var steps: [Step] = []
      func enter(_ fragment: FragmentDefinition) -> Bool {
        guard visited.insert(fragment.name.text).inserted else { return false }
        let spreads = context.spreads(in: fragment)
        guard !spreads.isEmpty else { return false }
        indexOnPath[fragment.name.text] = path.count
        steps.append(Step(name: fragment.name.text, spreads: spreads))
        return true
      }
      guard enter(fragment) else { return }
      while let step = steps.last, !context.isAborted {
        guard step.next < step.spreads.count else {
          indexOnPath[step.name] = nil
          steps.removeLast()
          if !steps.isEmpty { path.removeLast() }
          continue
        }
        steps[steps.count - 1].next += 1
        let spread = step.spreads[step.next]
        path.append(spread)
        if let start = indexOnPath[spread.name.text] {
          let cycle = path[start...]
          let via = cycle.dropLast().map { "\"\($0.name.text)\"" }.joined(separator: ", ")
          context.report(
            "Cannot spread fragment \"\(spread.name.text)\" within itself\(via.isEmpty ? "." : " via \(via).")",
            at: cycle.map(\.place))
        } else if let next = context.fragment(spread.name.text), enter(next) {
          continue
        }
        path.removeLast()
      }
    }
  }
}
