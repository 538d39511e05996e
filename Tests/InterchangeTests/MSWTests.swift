import Foundation
import OrderedJSON
import Recordings
import Testing

@testable import Interchange

@Suite("Recordings as handlers of Mock Service Worker", .enabled(if: Node.path != nil, "node is not installed"))
struct MSWTests {
  /// Looks for the handler of an operation as MSW does, and asks it.
  private static let asking = """
    import { handlers, reset } from './handlers.js'
    console.error = () => {}
    async function ask(url, query, variables, headers = {}) {
      const [, kind, name] = query.match(/^\\s*(query|mutation)\\s+(\\w+)/) ?? [null, 'query', undefined]
      const handler = handlers.find((one) => one.url === url && (one.kind === 'operation' || (one.kind === kind && one.name === name)))
      const request = new Request('http://a.example', { headers })
      const answer = await handler.resolver({ query, variables, operationName: name, request })
      return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() }
    }
    const say = (value) => console.log(JSON.stringify(value))

    """

  @Test("Answers by name and variables, in the state to which mutations have led; what was not recorded is an error")
  func answers() async throws {
    let folder = try TestFolder()
    try await importing([fixture("chrome-websocket.har"), fixture("chrome.har")], into: folder)
    let folders = try RecordingsFolder(path: folder.path + "/recordings").endpoints
    let export = try MSWExport(folders)
    #expect(export.left.count == 1 && export.left[0].contains("subscription.TripsBooked") && export.notes.isEmpty)
    let lines = try run(
      export, in: folder,
      """
      const launches = 'https://launches.example.com/graphql'
      const countries = 'https://countries.trevorblades.com/graphql'
      const booked = 'query Booked { trips { id } }'
      const detail = 'query CountryDetail($code: ID!) { country(code: $code) { name capital } }'
      say((await ask(launches, booked)).body)
      say((await ask(launches, 'mutation BookTrip($id: ID!) { bookTrips(launchIds: [$id]) { success } }', { id: 25 })).body)
      say((await ask(launches, booked)).body)
      reset()
      say((await ask(launches, booked)).body)
      say(await ask(countries, detail, { code: 'CA' }))
      say((await ask(countries, '{ continents { code } }')).body)
      say((await ask(countries, detail, { code: 'XX' })).body)
      say((await ask(countries, 'query Other { a }')).body)
      say((await ask(countries, '{ other }')).body.errors[0].extensions)
      """)
    #expect(
      lines == [
        #"{"data":{"trips":[]}}"#, #"{"data":{"bookTrips":{"success":true}}}"#, #"{"data":{"trips":[{"id":"25"}]}}"#,
        #"{"data":{"trips":[]}}"#,
        #"{"status":200,"type":"application/json; charset=utf-8","body":{"data":{"country":{"name":"Canada","capital":"Ottawa"}}}}"#,
        #"{"data":{"continents":[{"code":"EU"}]}}"#,
        #"{"errors":[{"message":"Understudy: query CountryDetail {\"code\":\"XX\"} is not recorded for countries. Recorded variables: {\"code\":\"CA\"}, {\"code\":\"FR\"}. Some may be for certain users or headers only. Record it (understudy record --endpoint countries), and export again (understudy export msw).","extensions":{"code":"UNDERSTUDY_MISS"}}]}"#,
        #"{"errors":[{"message":"Understudy: operation Other {} is not recorded for countries. No operation with this name is recorded. Record it (understudy record --endpoint countries), and export again (understudy export msw).","extensions":{"code":"UNDERSTUDY_MISS"}}]}"#,
        #"{"code":"UNDERSTUDY_MISS"}"#,
      ])
  }

  @Test(
    "What was not recorded after the mutations of a test is an error that says where it was, and never an older answer")
  func states() async throws {
    let folder = try TestFolder()
    let exchanges = [
      ("query Cart { cart }", #"{"cart":0}"#), ("query Shop { name }", #"{"name":"Shop"}"#),
      ("mutation Add($n: Int) { add(n: $n) }", #"{"add":1}"#), ("query Cart { cart }", #"{"cart":1}"#),
      ("mutation Pay { pay }", #"{"pay":true}"#), ("query Paid { paid }", #"{"paid":1}"#),
    ]
    try folder.write(Self.har(exchanges), to: "shop.har")
    try await importing([folder.path + "/shop.har"], into: folder)
    let export = try MSWExport(try RecordingsFolder(path: folder.path + "/recordings").endpoints)
    let lines = try run(
      export, in: folder,
      """
      const tell = async (text, variables) => {
        const { status, body } = await ask('https://shop.example.com/graphql', text, variables)
        say(body.data ?? [status, body.errors[0].extensions.code, body.errors[0].message])
      }
      await tell('query Paid { paid }')
      await tell('query Cart { cart }')
      await tell('mutation Add($n: Int) { add(n: $n) }', { n: 1 })
      await tell('query Cart { cart }')
      await tell('query Shop { name }')
      await tell('mutation Pay { pay }')
      await tell('query Cart { cart }')
      reset()
      await tell('query Shop { name }')
      await tell('mutation Pay { pay }')
      await tell('query Cart { cart }')
      reset()
      await tell('mutation Other { other }')
      await tell('query Shop { name }')
      """)
    func miss(_ text: String) -> String {
      JSON.array([200, "UNDERSTUDY_MISS", .string("Understudy: \(text)")]).compactText
    }
    func lost(_ subject: String, _ mutation: String) -> String {
      miss(
        "\(subject) has no answer: the state is unknown after \(mutation), which is not recorded. Record that mutation (understudy record --endpoint shop), and export again, or call reset()."
      )
    }
    func error(_ subject: String, _ recorded: String, _ now: String) -> String {
      let text =
        "Understudy: \(subject) is not recorded for shop. It is recorded \(recorded), but not \(now), the state of this "
        + "test. Record it there (understudy record --endpoint shop, all in one session) and export again (understudy "
        + "export msw), or use understudy replay, which infers the mutations that do not affect a request."
      return JSON.array([200, "UNDERSTUDY_MISS", .string(text)]).compactText
    }
    let (added, paid) = (#"after mutation Add {"n":1}"#, #"after mutation Add {"n":1}, mutation Pay {}"#)
    #expect(
      lines == [
        error("query Paid {}", paid, "before any mutation"), #"{"cart":0}"#, #"{"add":1}"#, #"{"cart":1}"#,
        error("query Shop {}", "before any mutation", added),
        #"{"pay":true}"#, error("query Cart {}", "before any mutation; \(added)", paid), #"{"name":"Shop"}"#,
        error("mutation Pay {}", added, "before any mutation"), lost("query Cart {}", "mutation Pay {}"),
        miss(
          "operation Other {} is not recorded for shop. No operation with this name is recorded. Record it (understudy record --endpoint shop), and export again (understudy export msw)."
        ), lost("query Shop {}", "mutation Other {}"),
      ])
  }

  /// A capture of requests to one endpoint, in order; `n` is 1 where it is a variable.
  private static func har(_ exchanges: [(query: String, data: String)], headers: [[String: String]] = []) -> String {
    let entries = exchanges.enumerated().map { place, exchange -> JSON in
      let variables: JSON = exchange.query.contains("$n") ? ["n": 1] : [:]
      let body: JSON = ["query": .string(exchange.query), "variables": variables]
      let fields = place < headers.count ? headers[place].sorted { $0.key < $1.key } : []
      return [
        "startedDateTime": .string("2026-03-01T10:00:0\(place).000Z"), "time": 1,
        "request": [
          "method": "POST", "url": "https://shop.example.com/graphql",
          "headers": .array(fields.map { ["name": .string($0.key), "value": .string($0.value)] }),
          "postData": ["mimeType": "application/json", "text": .string(body.compactText)],
        ],
        "response": [
          "status": 200, "headers": [],
          "content": ["mimeType": "application/json", "text": .string("{\"data\":\(exchange.data)}")],
        ],
      ]
    }
    let har: JSON = ["log": ["version": "1.2", "entries": .array(entries)]]
    return har.compactText
  }

  @Test("Another document under the same name is no recording; white space and comments are nothing")
  func documents() async throws {
    let folder = try TestFolder()
    try folder.write(Self.har([("query Cart { cart { id __typename } }", #"{"cart":{"id":1}}"#)]), to: "shop.har")
    try await importing([folder.path + "/shop.har"], into: folder)
    let export = try MSWExport(try RecordingsFolder(path: folder.path + "/recordings").endpoints)
    let lines = try run(
      export, in: folder,
      """
      const tell = async (text) => {
        const { body } = await ask('https://shop.example.com/graphql', text, {})
        say(body.data ?? body.errors[0].message.split('. ')[1])
      }
      await tell('query Cart {\\n  cart {\\n    id # its id\\n    __typename\\n  }\\n}')
      await tell('query Cart { cart { id secret } }')
      await tell('query Cart { cart { id } }')
      """)
    #expect(
      lines == [
        #"{"cart":{"id":1}}"#, #""No recorded operation with this name has this text""#,
        #""The recorded operation with this name selects __typename in different places, so its answer differs""#,
      ])
  }

  @Test("Numbers come as they were, not as JavaScript has them")
  func bytes() async throws {
    let folder = try TestFolder()
    let data = #"{"a":9007199254740993,"b":1.10,"c":-0,"d":1E5}"#
    try folder.write(Self.har([("query Numbers { a b c d }", data)]), to: "shop.har")
    try await importing([folder.path + "/shop.har"], into: folder)
    let export = try MSWExport(try RecordingsFolder(path: folder.path + "/recordings").endpoints)
    let lines = try run(
      export, in: folder,
      """
      const handler = handlers.find((one) => one.name === 'Numbers')
      const request = new Request('http://a.example')
      const answer = await handler.resolver({ query: 'query Numbers { a b c d }', variables: {}, operationName: 'Numbers', request })
      console.log(answer.headers.get('content-type'))
      console.log(await answer.text())
      """)
    #expect(lines == ["application/json", #"{"data":\#(data)}"#])
  }

  @Test("Recordings that differ only in a hidden value are an error, never the first of them")
  func hidden() async throws {
    let folder = try TestFolder()
    let har = Self.har([
      (#"mutation LogIn($n: String!) { logIn(password: $n) { ok } }"#, #"{"logIn":{"ok":true}}"#),
      (#"mutation LogIn($n: String!) { logIn(password: $n) { ok } }"#, #"{"logIn":{"ok":false}}"#),
    ])
    let parts = har.components(separatedBy: #"{\"n\":1}"#)
    try #require(parts.count == 3)
    try folder.write(
      parts[0] + #"{\"n\":\"correct horse\"}"# + parts[1] + #"{\"n\":\"battery staple\"}"# + parts[2], to: "shop.har")
    try await importing([folder.path + "/shop.har"], into: folder)
    let export = try MSWExport(try RecordingsFolder(path: folder.path + "/recordings").endpoints)
    let lines = try run(
      export, in: folder,
      """
      const text = 'mutation LogIn($n: String!) { logIn(password: $n) { ok } }'
      const { body } = await ask('https://shop.example.com/graphql', text, { n: 'battery staple' })
      say(body.data ?? body.errors[0].message.includes('matches 2 recordings of shop. They differ only in what these handlers cannot distinguish'))
      """)
    #expect(lines == ["true"])
    #expect(export.notes.count == 2)
    #expect(
      export.notes.first?.contains("the secret in it is redacted, so these handlers accept any value") == true)
  }

  @Test("An endpoint without a URL is not beside others: its handlers would answer for them")
  func withoutURL() async throws {
    let folder = try TestFolder()
    try await importing([fixture("chrome.har")], into: folder)
    try await importing([fixture("chrome-websocket.har")], into: folder)
    let yaml = "/recordings/countries/endpoint.yaml"
    try folder.write("# no upstream\n", to: yaml)
    let folders = try RecordingsFolder(path: folder.path + "/recordings").endpoints
    let export = try MSWExport(folders)
    #expect(
      export.left.first
        == "countries: its URL is unknown, and handlers without a URL would also answer requests to other endpoints. Export it alone (--endpoint countries), or add the URL to \(folder.path)\(yaml), for example: upstream: https://api.example.com/graphql"
    )
    #expect(!export.module.contains("CountryDetail") && export.module.contains("Booked"))
    #expect(try MSWExport(folders.filter { $0.name == "countries" }).module.contains("CountryDetail"))
  }

  @Test("Who is logged in gets what was recorded for them")
  func identities() async throws {
    let folder = try TestFolder()
    try await importing([fixture("firefox.har")], into: folder)
    let export = try MSWExport(try RecordingsFolder(path: folder.path + "/recordings").endpoints)
    let lines = try run(
      export, in: folder,
      """
      const url = 'https://shop.example.com/api'
      const cart = 'query Cart { cart { total } }'
      const logIn = 'mutation LogIn($email: String!, $password: String!) { logIn(email: $email, password: $password) { token } }'
      say((await ask(url, cart)).body.errors[0].extensions)
      const { token } = (await ask(url, logIn, { email: 'ann@example.org', password: 'any' })).body.data.logIn
      say((await ask(url, cart, {}, { authorization: `Bearer ${token}` })).body)
      say((await ask(url, cart)).body.errors[0].extensions)
      """)
    #expect(
      lines == [
        #"{"code":"UNDERSTUDY_MISS"}"#, #"{"data":{"cart":{"total":"12.50"}}}"#, #"{"code":"UNDERSTUDY_MISS"}"#,
      ])
  }

  @Test("Credentials are where the rules have them, other cookies are none, and headers of rules distinguish requests")
  func credentialsAndHeaders() async throws {
    let folder = try TestFolder()
    try folder.write(
      """
      upstream: https://shop.example.com/graphql
      identity: { header: [x-api-key] }
      operations: { Stock: { headers: [x-store] } }

      """, to: "recordings/shop/endpoint.yaml")
    let exchanges = [
      ("query Cart { cart }", #"{"cart":"of nobody"}"#), ("query Cart { cart }", #"{"cart":"of a user"}"#),
      ("query Stock { stock }", #"{"stock":"in Oslo"}"#), ("query Stock { stock }", #"{"stock":"in Rome"}"#),
    ]
    let headers = [["Cookie": "visits=1"], ["X-API-Key": "k-77f2a9"], ["X-Store": "oslo"], ["X-Store": "rome"]]
    try folder.write(Self.har(exchanges, headers: headers), to: "shop.har")
    try await importing([folder.path + "/shop.har"], into: folder)
    let export = try MSWExport(try RecordingsFolder(path: folder.path + "/recordings").endpoints)
    let lines = try run(
      export, in: folder,
      """
      const tell = async (text, headers) => {
        const { body } = await ask('https://shop.example.com/graphql', text, {}, headers)
        say(body.data ?? body.errors[0].extensions.code)
      }
      await tell('query Cart { cart }', { cookie: 'visits=2' })
      await tell('query Cart { cart }', { authorization: 'Bearer other' })
      await tell('query Cart { cart }', { 'x-api-key': 'other' })
      await tell('query Stock { stock }', { 'x-store': 'rome' })
      await tell('query Stock { stock }', { 'x-store': 'oslo' })
      await tell('query Stock { stock }', { 'x-store': 'bern' })
      await tell('query Stock { stock }', {})
      """)
    #expect(
      lines == [
        #"{"cart":"of nobody"}"#, #"{"cart":"of nobody"}"#, #"{"cart":"of a user"}"#, #"{"stock":"in Rome"}"#,
        #"{"stock":"in Oslo"}"#, #""UNDERSTUDY_MISS""#, #""UNDERSTUDY_MISS""#,
      ])
  }

  @Test("All shipped recordings make a module that loads, the same each time")
  func shipped() throws {
    let folders = try RecordingsFolder(path: repository + "/recordings").endpoints
    for folder in folders {
      let export = try MSWExport([folder])
      #expect(try MSWExport([folder]).module == export.module)
      let lines = try run(export, in: try TestFolder(), "say(handlers.length > 2)")
      #expect(lines == ["true"], "\(folder.name)")
    }
  }

  private func run(_ export: MSWExport, in folder: TestFolder, _ script: String) throws -> [String] {
    try folder.write(export.module, to: "handlers.js")
    try folder.write(Self.asking + script, to: "ask.js")
    try folder.write(#"{"type": "module"}"#, to: "package.json")
    for name in ["index.js", "package.json"] {
      try folder.write(
        try String(contentsOfFile: fixture("msw/\(name)"), encoding: .utf8), to: "node_modules/msw/\(name)")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Node.path ?? "")
    process.arguments = [folder.path + "/ask.js"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let problem = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(problem)")
    return text.split(separator: "\n").map(String.init)
  }
}

/// Node.js, where it is installed.
enum Node {
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/node" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
