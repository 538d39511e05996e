import OrderedJSON
import Recordings

/// The name of a state: a start, or the state to which a mutation leads from another one. Names are hashes of content:
/// the same mutations in the same order from the same start give the same name, so that recordings of two people merge.
package struct StateID: Hashable, Sendable, CustomStringConvertible {
  /// The name in recordings: `start`, `start.NAME`, or 16 hexadecimal digits.
  package let name: String

  /// The state before any change.
  package static let start = StateID(recorded: Recording.startState)

  /// Returns a separate start, for suites recorded on a server that others use or that is never reset. An empty name is
  /// the usual start; a name with characters that a state's name may not have is replaced by its hash.
  package static func start(named name: String) -> StateID {
    if name.isEmpty { return .start }
    let isPlain = name.utf8.count <= 60 && name.utf8.allSatisfy { isPlainByte($0) }
    return StateID(
      recorded: prefix + (isPlain ? name : "_" + ContentHash(of: Array("start 1\n\(name)".utf8)).hex(digits: digits)))
  }

  private static let prefix = "\(Recording.startState)."

  /// Underscores are excluded: they begin the hashed names.
  private static func isPlainByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// The state with this name in a recording.
  package init(recorded name: String) { self.name = name }

  /// Indicates whether nothing was changed yet in this state.
  package var isStart: Bool { name == Recording.startState || name.hasPrefix(Self.prefix) }

  /// Returns the state to which a mutation with this effect leads from here.
  package func after(_ effect: Effect) -> StateID {
    var bytes: [UInt8] = Array("state 1\n".utf8)
    bytes.append(contentsOf: name.utf8)
    bytes.append(0x0A)
    bytes.append(contentsOf: effect.hash.hex.utf8)
    return StateID(recorded: ContentHash(of: bytes).hex(digits: Self.digits))
  }

  /// Returns the state to which mutations in flight together lead from here, in whatever order they complete.
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
