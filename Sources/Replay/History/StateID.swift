import Recordings

/// The name of a state: a start, or what a mutation leads to from another state (design §3).
///
/// Content-addressed: whoever sends the same mutations in the same order from the same start names the same state, so
/// that the recordings of two people merge.
package struct StateID: Hashable, Sendable, CustomStringConvertible {
  /// The name as it stands in a recording: `start`, `start.NAME`, or 16 hexadecimal digits.
  package let name: String

  /// The state in which nothing has been changed yet.
  package static let start = StateID(recorded: Recording.startState)

  /// A start of its own, for suites recorded on a server that others use or that is never reset. An empty name is the
  /// usual start; one with other characters than a state's name may have stands as its hash.
  package static func start(named name: String) -> StateID {
    if name.isEmpty { return .start }
    let isPlain = name.utf8.count <= 60 && name.utf8.allSatisfy { isPlainByte($0) }
    return StateID(
      recorded: prefix + (isPlain ? name : "_" + ContentHash(of: Array("start 1\n\(name)".utf8)).hex(digits: digits)))
  }

  private static let prefix = "\(Recording.startState)."

  /// An underscore is left out: it begins the hashed ones.
  private static func isPlainByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// The name that a recording holds, as it is.
  package init(recorded name: String) { self.name = name }

  /// Whether nothing has been changed yet in this state.
  package var isStart: Bool { name == Recording.startState || name.hasPrefix(Self.prefix) }

  /// The state to which a mutation of this effect leads from here.
  package func after(_ effect: Effect) -> StateID {
    var bytes: [UInt8] = Array("state 1\n".utf8)
    bytes.append(contentsOf: name.utf8)
    bytes.append(0x0A)
    bytes.append(contentsOf: effect.hash.hex.utf8)
    return StateID(recorded: ContentHash(of: bytes).hex(digits: Self.digits))
  }

  /// The state to which mutations in flight together lead from here, in whatever order they complete.
  package func after(together effects: [Effect]) -> StateID {
    guard effects.count > 1 else { return effects.first.map(after) ?? self }
    let sorted = effects.map(\.hash.hex).sorted()
    return StateID(
      recorded: ContentHash(of: Array("together 2\n\(name)\n\(sorted.joined(separator: "\n"))".utf8))
        .hex(digits: Self.digits))
  }

  /// 64 bits: two of a million states share a name once in ten million recordings.
  private static let digits = 16

  package var description: String { name }
}
