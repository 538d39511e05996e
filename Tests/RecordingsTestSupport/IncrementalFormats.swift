package import OrderedJSON

/// One result in parts, in each format of incremental delivery.
package enum IncrementalFormats {
  /// The payloads by format.
  package static let parts: [[JSON]] = [
    [
      ["data": ["user": ["id": "1"]], "hasNext": true],
      [
        "incremental": [
          ["data": ["code": "hunter2", "hint": "h", "friends": [["note": "n"]]], "path": ["user"], "label": "l"],
          ["items": [["note": "m", "code": "c"]], "path": ["user", "friends", 1]],
        ], "hasNext": false,
      ],
    ],
    [
      [
        "data": ["user": ["id": "1"]],
        "pending": [["id": "0", "path": []], ["id": "1", "path": ["user", "friends"]]],
        "hasNext": true,
      ],
      [
        "incremental": [
          ["id": "0", "subPath": ["user"], "data": ["code": "hunter2", "hint": "h", "friends": [["note": "n"]]]],
          ["id": "1", "items": [["note": "m", "code": "c"]]],
        ], "completed": [["id": "0"], ["id": "1"]], "hasNext": false,
      ],
    ],
    [
      ["data": ["user": ["id": "1"]], "hasNext": true],
      [
        "data": ["code": "hunter2", "hint": "h", "friends": [["note": "n"]]], "path": ["user"], "label": "l",
        "hasNext": true,
      ],
      ["items": [["note": "m", "code": "c"]], "path": ["user", "friends", 1], "hasNext": false],
    ],
  ]
}
