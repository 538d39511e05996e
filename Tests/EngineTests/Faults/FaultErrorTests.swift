import EndpointConfiguration
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

@Suite("A GraphQL error at a path")
struct FaultErrorTests {
  /// The answer of `{ a: launches { … } }` and the like is put down here, so that only the error changes it.
  private static let errors: [(path: String, data: String, operation: String)] = [
    // What may be null becomes null.
    (
      "launches.0.site", #"{"launches":[{"site":null},{"site":"B"}]} 1"#,
      "{ launches { site } }"
    ),
    // A list without an index: each item.
    ("launches.site", #"{"launches":[{"site":null},{"site":null}]} 2"#, "{ launches { site } }"),
    // Name! is in Mission!, which is in an item that may not be null, in a list that may not: data.
    ("launches.1.mission.name", "null 1", "{ launches { site mission { name } } }"),
    (
      "launches.0.mission.patch",
      #"{"launches":[{"site":"A","mission":{"patch":null}},{"site":"B","mission":{"patch":"p"}}]} 1"#,
      "{ launches { site mission { patch } } }"
    ),
    // Items may be null.
    ("crew.0.name", #"{"crew":[null,{"name":"Bo"}]} 1"#, "{ crew { name } }"),
    ("crew", #"{"crew":null} 1"#, "{ crew { name } }"),
    // By the response key, through fragments.
    (
      "all.0.where", #"{"all":[{"where":null},{"where":"B"}]} 1"#,
      "{ all: launches { ...F } } fragment F on Launch { where: site }"
    ),
  ]

  private static let answers = [
    "{ launches { site } }": #"{"data":{"launches":[{"site":"A"},{"site":"B"}]}}"#,
    "{ launches { site mission { name } } }":
      #"{"data":{"launches":[{"site":"A","mission":{"name":"M"}},{"site":"B","mission":{"name":"N"}}]}}"#,
    "{ launches { site mission { patch } } }":
      #"{"data":{"launches":[{"site":"A","mission":{"patch":"q"}},{"site":"B","mission":{"patch":"p"}}]}}"#,
    "{ crew { name } }": #"{"data":{"crew":[{"name":"Al"},{"name":"Bo"}]}}"#,
    "{ all: launches { ...F } } fragment F on Launch { where: site }":
      #"{"data":{"all":[{"where":"A"},{"where":"B"}]}}"#,
  ]

  private func failed(_ path: String, _ operation: String, hasSchema: Bool = true) throws -> JSON {
    let rule = try FaultHeader.fault("error=\(path), message=Gone, code=GONE")
    let request = GraphQLRequest(query: operation)
    let prepared = try PreparedOperation(request, endpoint: "rockets", plans: BoundedCache(byteLimit: 1 << 20))
    let error = try #require(rule.fault.error)
    let schema = hasSchema ? try Schema(sdl: SourceText(FaultyEndpoint.sdl)) : nil
    let places = ErrorPlaces(error, operation: prepared, schema: schema)
    let body = try #require(places.failed(Array((Self.answers[operation] ?? "").utf8)))
    return try JSON.parse(body)
  }

  @Test("Null goes up to what may be null", arguments: errors)
  func propagates(path: String, data: String, operation: String) throws {
    let failed = try failed(path, operation)
    let count = failed["errors"]?.arrayValue?.count ?? 0
    #expect("\(failed["data"]?.compactText ?? "") \(count)" == data)
    #expect(failed["errors"]?[0]?["message"] == "Gone")
    #expect(failed["errors"]?[0]?["extensions"]?["code"] == "GONE")
  }

  @Test("The error's path has indices")
  func path() throws {
    let errors = try failed("launches.site", "{ launches { site } }")["errors"]
    #expect(errors?[1]?["path"] == ["launches", 1, "site"])
  }

  @Test("Without a schema the place itself becomes null")
  func noSchema() throws {
    let failed = try failed("launches.1.mission.name", "{ launches { site mission { name } } }", hasSchema: false)
    #expect(failed["data"]?["launches"]?[1] == ["site": "B", "mission": ["name": .null]])
  }
}

/// Each bad fault is an error that says what would be right.
@Suite("Faults that cannot be")
struct BadFaultTests {
  @Test(
    "In the header",
    arguments: [
      ("", #"A key is missing in "": expected keys and values such as latency=200ms, status=503."#),
      (
        "status=503,",
        #"A key is missing in "status=503,": expected keys and values such as latency=200ms, status=503."#
      ),
      (
        "status 503",
        #""status" is followed by "5": separate keys with commas, and quote values with spaces or commas."#
      ),
      ("body=\"x", #"The value of "body" has no closing quote: add it."#),
      (
        "statsu=503",
        #"unknown key "statsu": expected "latency", "status", "body", "retryAfter", "error", "message", "code", "reset", "truncate", "slow" or "cut". Did you mean "status"?"#
      ),
      ("times=1, status=500", #""times" selects requests, and this fault is for this request: remove it."#),
      ("status=99", #""status" is "99": expected a whole number such as 503 (200 to 599)."#),
      (
        "latency=fast",
        #""latency" is "fast": expected a time such as 200ms or 2s, or a range such as 100-300ms, up to 10 minutes."#
      ),
      (
        "latency=300-100ms",
        #""latency" is "300-100ms": expected a time such as 200ms or 2s, or a range such as 100-300ms, up to 10 minutes."#
      ),
      ("reset=yes", #""reset" is "yes": expected true or false."#),
      (
        "reset=false",
        #"the header has no effect: expected "latency", "status", "error", "reset", "truncate", "slow" or "cut"."#
      ),
      ("truncate=-1", #""truncate" is "-1": expected a whole number such as 100, of bytes (0 to 1000000000)."#),
      ("slow=0", #""slow" is "0": expected a whole number such as 1000, of bytes a second (1 to 1000000000)."#),
      ("body=x", #""body" needs "status": add it."#),
      ("code=X, latency=1ms", #""code" needs "error": add it."#),
      (
        "reset, status=500",
        #""reset" replaces the answer, so "status" has no effect: keep one of the two."#
      ),
      (
        "status=500, error=hello",
        #""status" replaces the answer, so "error" has no effect: keep one of the two."#
      ),
      ("error=a..b", #""error" is "a..b": expected the path of a field such as launch.site, or launches.0.site."#),
      ("error=data.hello", #""error" is "data.hello", and paths start below "data": write hello."#),
      ("error=helo", #""error" is "helo", and the operation selects no "helo". Did you mean "hello"?"#),
      ("error=hello.x", #""error" is "hello.x", and "hello" selects no "x". It selects none."#),
      ("status=500, status=501", #""status" appears twice: keep one of the two."#),
    ])
  func header(text: String, message: String) async throws {
    let answer = try await FaultyEndpoint().ask("{ hello }", fault: text)
    #expect(answer.status == 400)
    let error = try await answer.json["errors"]?[0]
    #expect(error?["message"] == .string("Understudy-Fault: \(message)"))
    #expect(error?["extensions"]?["code"] == "UNDERSTUDY_BAD_FAULT")
  }

  @Test(
    "In a call",
    arguments: [
      (
        "", 400,
        #"The body is not JSON: Expected a value, found the end of the text (line 1, column 1). POST an object such as {"operation": "BookTrip", "status": 503}."#
      ),
      ("[]", 400, "The fault is a list: expected keys and values such as `operation: BookTrip` and `status: 503`."),
      (
        #"{"operaton":"A","status":503}"#, 400,
        #"Unknown key "operaton": expected "session", "endpoint", "operation", "variables", "times", "rate", "seed", "latency", "status", "body", "retryAfter", "error", "message", "code", "reset", "truncate", "slow" or "cut". Did you mean "operation"?"#
      ),
      (
        #"{"session":1,"status":503}"#, 400,
        #""session" is a number: expected a string. To match all requests, remove it."#
      ),
      (
        #"{"endpoint":"rocket","status":503}"#, 400,
        #"There is no endpoint "rocket". Did you mean "rockets"? There are: "rockets"."#
      ),
      (
        #"{"rate":2,"status":503}"#, 400,
        #""rate" is "2": expected a percentage such as 5%, or a fraction such as 0.05, from 0 to 1."#
      ),
      (#"{"times":0,"status":503}"#, 400, #""times" is "0": expected a whole number such as 1 (1 to 1000000000)."#),
      (
        #"{"operation":"a b","status":503}"#, 400,
        #""operation" is "a b": expected an operation's name such as BookTrip, or "*" for all."#
      ),
      (#"{"variables":"id","status":503}"#, 400, #""variables" is "id": expected names and values such as `id: 7`."#),
      (
        #"{"variables":{"a b":1},"status":503}"#, 400,
        #""a b" is not a variable: expected a name such as id or input.name."#
      ),
      (#"{"status":null}"#, 400, #""status" is empty: expected a whole number such as 503 (200 to 599)."#),
    ])
  func call(body: String, status: Int, message: String) async throws {
    let (given, json) = try await FaultyEndpoint().call("POST", "/__understudy/faults", body)
    #expect(given == status)
    #expect(json["errors"]?[0]?["message"]?.stringValue == message)
  }

  @Test("Other methods are refused")
  func methods() async throws {
    let (status, json) = try await FaultyEndpoint().call("PUT")
    #expect(status == 405)
    #expect(json["errors"]?[0]?["message"] == "/__understudy/faults takes GET or POST or DELETE, not PUT.")
  }
}
