import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// Parts of one result, put together.
@Suite struct IncrementalMergeTests {
  private func merged(_ parts: [JSON], end: RecordedEvents.End = .complete) -> JSON? {
    RecordedEvents(events: parts.map { .init(payload: $0) }, end: end).merged
  }

  @Test(arguments: IncrementalFormats.parts)
  func `each spelling makes the same result`(_ parts: [JSON]) {
    #expect(
      merged(parts) == [
        "data": [
          "user": [
            "id": "1", "code": "hunter2", "hint": "h", "friends": [["note": "n"], ["note": "m", "code": "c"]],
          ]
        ]
      ])
    #expect(merged(parts, end: .open) == merged(parts))
    // As long as more follows, it is not the whole.
    #expect(merged(Array(parts.dropLast()), end: .open) == nil)
  }

  @Test func `fragments may have fields in common, and errors are those of all parts`() {
    let parts: [JSON] = [
      ["data": ["a": ["x": 1, "l": [["y": 1]]]], "errors": [["message": "1"]], "hasNext": true],
      [
        "incremental": [
          ["data": ["x": 1, "l": [["z": 2]]], "path": ["a"], "errors": [["message": "2"]]],
          ["data": ["b": .null], "path": []],
        ], "hasNext": true,
      ],
      ["hasNext": false],
    ]
    #expect(
      merged(parts) == [
        "data": ["a": ["x": 1, "l": [["y": 1, "z": 2]]], "b": .null],
        "errors": [["message": "1"], ["message": "2"]],
      ])
    // One that comes in one part is one.
    #expect(merged([["data": 1, "hasNext": false]], end: .open) == ["data": 1])
  }

  @Test(
    arguments: [
      // Results of their own.
      [["data": 1], ["data": 2]], [], [1],
      // What does not fit what came before.
      [["data": ["a": 1], "hasNext": true], ["incremental": [["data": ["b": 1], "path": ["a"]]], "hasNext": false]],
      [["data": ["a": 1], "hasNext": true], ["incremental": [["data": ["b": 1], "path": ["c"]]], "hasNext": false]],
      [["data": ["a": 1], "hasNext": true], ["incremental": [["data": ["a": 2], "path": []]], "hasNext": false]],
      [
        ["data": ["a": []], "hasNext": true], ["incremental": [["items": [1], "path": ["a", 1]]], "hasNext": false],
      ],
      [
        ["data": ["a": []], "hasNext": true],
        ["incremental": [["data": ["b": 1], "path": ["a", 0]]], "hasNext": false],
      ],
      [["data": ["a": 1], "hasNext": true], ["incremental": [["data": ["b": 1], "id": "7"]], "hasNext": false]],
      [["data": ["a": 1], "hasNext": true], ["incremental": [["label": "x", "path": []]], "hasNext": false]],
      [["data": ["a": 1], "hasNext": true], ["incremental": [["data": ["b": 1], "path": [-1]]], "hasNext": false]],
      [["data": ["a": 1], "hasNext": true], 1],
      // What failed.
      [["data": ["a": 1], "hasNext": true], ["incremental": [["data": .null, "path": []]], "hasNext": false]],
      [
        ["data": ["a": 1], "pending": [["id": "0", "path": []]], "hasNext": true],
        ["completed": [["id": "0", "errors": [["message": "x"]]]], "hasNext": false],
      ],
    ] as [[JSON]])
  func `what is no whole result is none`(_ parts: [JSON]) { #expect(merged(parts) == nil) }
}
