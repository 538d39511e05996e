import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// A string or a whole number in an answer, that another request may name: an id, or what may be one.
struct AnswerLeaf: Sendable {
  let text: String
  /// Its response key; of an element of a list that of the list.
  let name: String
  /// Whether the response key, the field or the schema says that it is an id.
  let isID: Bool
  /// Whether it may be one: false where its name tells of an amount or the like (`PlaceName`).
  let mayBeID: Bool
  /// Its path: `data.tickets[0].id`; and the same without indices.
  let place: String
  let way: String
  /// How many elements each list around it has, the outermost first.
  let lists: [Int]

  /// The values in an answer that may name an object.
  ///
  /// With a stack of its own: an answer is as deep as the server likes.
  ///
  /// - Parameters:
  ///   - answer: a response's JSON.
  ///   - fields: what its operation asks for; nil where that does not tell, as with the parts of an answer.
  /// - Returns: them, in order, without secrets.
  static func all(of answer: JSON?, _ fields: AnswerFields?) -> [AnswerLeaf] {
    var found: [AnswerLeaf] = []
    var below: [String: AnswerFields?] = [:]
    var pending = [Node(value: fields == nil ? answer : answer?["data"], fields: fields, place: "data", way: "data")]
    while let node = pending.popLast() {
      guard let value = node.value else { continue }
      if let id = ObjectID(value), node.isID || value.objectValue == nil, !StandIn.isOne(id.text) {
        found.append(
          AnswerLeaf(
            text: id.text, name: node.name, isID: node.isID,
            mayBeID: node.isID || !PlaceName(node.name).isNoID(id.text), place: node.place, way: node.way,
            lists: node.lists))
      }
      switch value {
      case .array(let elements):
        for (index, element) in elements.enumerated().reversed() {
          var inner = node
          (inner.value, inner.place) = (element, "\(node.place)[\(index)]")
          inner.lists.append(elements.count)
          pending.append(inner)
        }
      case .object(let object):
        for member in object.members.reversed() where member.name != "__typename" {
          // In a scalar that is an object a name may be an id: `{"7": "Tea"}`.
          if node.fields == nil, !IDText.numbers(member.name).isEmpty {
            found.append(
              AnswerLeaf(
                text: member.name, name: node.name, isID: false, mayBeID: true, place: "\(node.place).\(member.name)#",
                way: node.way,
                lists: node.lists))
          }
          let way = "\(node.way).\(member.name)"
          if below[way] == nil { below[way] = .some(node.fields?.below(member.name)) }
          pending.append(
            Node(
              value: member.value, fields: below[way] ?? nil, place: "\(node.place).\(member.name)", way: way,
              name: member.name, isID: node.fields?.isID(member.name) ?? ObjectID.isName(member.name),
              lists: node.lists))
        }
      default: break
      }
    }
    return found
  }

  /// The place of the object of which it is a member.
  var object: Substring { place[..<(place.utf8.lastIndex(of: UInt8(ascii: ".")) ?? place.startIndex)] }

  private struct Node {
    var value: JSON?
    let fields: AnswerFields?
    var place: String
    let way: String
    var name = ""
    var isID = false
    var lists: [Int] = []
  }
}
