import Foundation
import OrderedJSON
import Testing

@Suite("Depth")
struct DepthTests {
  /// The smallest stack that a value may meet: threads other than the first have it on macOS.
  static let stackSize = 512 * 1024

  @Test("A value at the default limit survives everything on a small stack", arguments: ["[", #"{"a":"#])
  func survives(_ opening: String) async {
    let depth = JSONLimits.standard.depth
    let closing = opening == "[" ? "]" : "}"
    let text = String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
    let other = String(repeating: opening, count: depth) + "2" + String(repeating: closing, count: depth)
    let outcomes = await onSmallStack { () -> [Bool] in
      guard let value = try? JSON.parse(text: text), let same = try? JSON.parse(text: text),
        let different = try? JSON.parse(text: other)
      else { return [] }
      let differences = JSON.differences(from: value, to: different)
      return [
        value == same, value != different, value.isEquivalent(to: same), !value.isEquivalent(to: different),
        Set([value, same, different]).count == 2, value.sortedMembers() == value, value.compactText == text,
        (try? JSON.parse(value.serializePretty())) == value, differences.first?.path.steps.count == depth,
        !value.brief().isEmpty,
      ]
    }
    #expect(outcomes == Array(repeating: true, count: 10))
  }

  @Test("One level more is refused, however much follows", arguments: ["[", #"{"a":"#])
  func refuses(_ opening: String) async {
    let codes = await onSmallStack { () -> [JSONError.Code?] in
      [JSONLimits.standard.depth + 1, 100_000].map { depth in
        do throws(JSONError) {
          _ = try JSON.parse(text: String(repeating: opening, count: depth))
          return nil
        } catch {
          return error.code
        }
      }
    }
    #expect(codes == [.tooDeep, .tooDeep])
  }

  private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = Self.stackSize
      thread.start()
    }
  }
}
