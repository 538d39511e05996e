import OrderedJSON
import Replay

/// The values at the ends of an answer, each with the name under which it stands.
struct AnswerLeaves {
  struct Leaf {
    let value: JSON
    /// The name of the member that it is, or that holds the list which it is in: a response key.
    let key: String
    let isInList: Bool

    /// As an object's id: a string, or a whole number; nil for anything else.
    var id: String? { ObjectID(value)?.text }
  }

  private let root: JSON

  init(of answer: JSON) { root = answer }

  var all: [Leaf] { beside(.null).map(\.0) }

  /// The leaves, each with what stands at its place in another answer.
  ///
  /// With a stack of its own: an answer is as deep as the server likes.
  func beside(_ other: JSON) -> [(Leaf, JSON?)] {
    var found: [(Leaf, JSON?)] = []
    var pending: [(value: JSON, other: JSON?, key: String, isInList: Bool)] = [(root, other, "", false)]
    while let (value, other, key, isInList) = pending.popLast() {
      switch value {
      case .object(let object):
        for member in object.members.reversed() {
          pending.append((member.value, other?[member.name], member.name, isInList))
        }
      case .array(let elements):
        for (index, element) in elements.enumerated().reversed() { pending.append((element, other?[index], key, true)) }
      default: found.append((Leaf(value: value, key: key, isInList: isInList), other))
      }
    }
    return found
  }
}
