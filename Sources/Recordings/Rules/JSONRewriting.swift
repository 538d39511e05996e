import OrderedJSON

/// The decision about a value inside a tree.
enum JSONRewrite<Place> {
  /// The value and everything in it stays.
  case keep
  case remove
  case replace(JSON)
  /// The container is visited; a scalar stays.
  case enter(Place)
}

/// Decides about the values of a tree, outermost first.
protocol JSONRewriter<Place> {
  associatedtype Place

  func member(_ member: JSONObject.Member, of object: JSONObject, at place: Place) -> JSONRewrite<Place>
  func element(_ element: JSON, index: Int, at place: Place) -> JSONRewrite<Place>
}

extension JSONRewriter {
  /// Returns the rewritten tree. Uses a stack of its own, because answers may be deep. Values that are not entered cost
  /// nothing.
  func rewritten(_ root: JSON, at place: Place) -> JSON {
    guard var frame = RewriteFrame(root, place) else { return root }
    var open: [RewriteFrame<Place>] = []
    while true {
      switch frame.step(self) {
      case .inside(let inner):
        open.append(frame)
        frame = inner
      case .done:
        let whole = frame.whole
        guard var outer = open.popLast() else { return whole }
        outer.put(whole)
        frame = outer
      }
    }
  }
}

/// A container that is being rewritten.
private struct RewriteFrame<Place> {
  private let place: Place
  private let object: JSONObject?
  private let elements: [JSON]
  private var next = 0
  /// The values that stayed or were replaced.
  private var members: [JSONObject.Member] = []
  private var values: [JSON] = []

  enum Step {
    case inside(RewriteFrame)
    case done
  }

  /// Nil for a scalar.
  init?(_ value: JSON, _ place: Place) {
    self.place = place
    switch value {
    case .object(let object):
      self.object = object
      elements = []
    case .array(let elements):
      object = nil
      self.elements = elements
    default: return nil
    }
  }

  /// Advances to the next container to visit.
  mutating func step(_ rewriter: some JSONRewriter<Place>) -> Step {
    while next < (object?.members.count ?? elements.count) {
      let value = object?.members[next].value ?? elements[next]
      let rewrite =
        if let object {
          rewriter.member(object.members[next], of: object, at: place)
        } else {
          rewriter.element(value, index: next, at: place)
        }
      switch rewrite {
      case .keep: put(value)
      case .remove: next += 1
      case .replace(let new): put(new)
      case .enter(let inner):
        if let frame = RewriteFrame(value, inner) { return .inside(frame) }
        put(value)
      }
    }
    return .done
  }

  /// Appends the value for the current member or element.
  mutating func put(_ value: JSON) {
    if let object {
      members.append(.init(object.members[next].name, value))
    } else {
      values.append(value)
    }
    next += 1
  }

  var whole: JSON { object == nil ? .array(values) : .object(JSONObject(members)) }
}
