import OrderedJSON
import Recordings
import Replay

/// The states of an endpoint's recordings as a tree, whose edges are mutations.
///
/// The name of a state is a hash of the mutations that lead to it. So equal histories of sessions and of recordings
/// without a session meet in one node.
struct StateTree {
  /// A state.
  struct Node {
    let parent: Int?
    /// The mutation that leads here, for people.
    let mutation: String?
    let folder: String?
    /// The recording or the answer of that mutation.
    let file: String?
    /// The names of this state in recordings without a session.
    var states: [String] = []
    /// The sessions that end here.
    var sessions: [String] = []
    /// The number of sessions that pass or end here.
    var sessionCount = 0
    /// The number of requests that change nothing, by their titles and folders.
    var reads: [Read: Int] = [:]
    var isUsed = false
  }

  struct Read: Hashable {
    let title: String
    let folder: String
  }

  private(set) var nodes = [Node(parent: nil, mutation: nil, folder: nil, file: nil)]
  private var numbers = [Recording.startState: 0]
  var sessionCount = 0
  /// True if something was left out.
  var isCut = false

  private static let nodeLimit = 5_000

  /// Returns the number of a state's node; nil if it has none.
  func number(of state: String) -> Int? { numbers[state] }

  subscript(number: Int) -> Node {
    get { nodes[number] }
    _modify { yield &nodes[number] }
  }

  /// Adds a state, unless it is known. Returns its number; nil if there are too many.
  mutating func add(_ state: String, parent: Int, mutation: String, folder: String? = nil, file: String? = nil) -> Int?
  {
    if let known = numbers[state] { return known }
    guard nodes.count < Self.nodeLimit else {
      isCut = true
      return nil
    }
    numbers[state] = nodes.count
    nodes.append(Node(parent: parent, mutation: mutation, folder: folder, file: file))
    return nodes.count - 1
  }

  mutating func addRead(_ title: String, folder: String, at node: Int) {
    nodes[node].reads[Read(title: title, folder: folder), default: 0] += 1
  }

  var json: JSONObject {
    [
      "nodes": .array(nodes.map(\.json)), "sessions": .int(sessionCount), "isCut": .bool(isCut),
    ]
  }
}

extension StateTree.Node {
  fileprivate var json: JSON {
    let sorted = reads.sorted { left, right in
      left.key.title != right.key.title
        ? left.key.title.precedesByScalars(right.key.title) : left.key.folder.precedesByScalars(right.key.folder)
    }
    let reads: [JSON] = sorted.map { read, count in
      ["title": .text(read.title), "folder": .text(read.folder), "count": .int(count)]
    }
    return [
      "parent": parent.map { .int($0) } ?? .null, "mutation": .text(mutation), "folder": .text(folder),
      "file": .text(file), "states": .array(states.map { .text($0) }),
      "sessions": .array(sessions.map { .text($0) }), "sessionCount": .int(sessionCount), "reads": .array(reads),
      "used": .bool(isUsed),
    ]
  }
}
