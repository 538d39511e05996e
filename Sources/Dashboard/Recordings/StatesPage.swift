import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// The tree of an endpoint's states, from its recordings without a session and its named sessions.
struct StatesPage {
  let engine: Engine

  /// The most bytes of files to read. What was not read is missing in the tree, which says so.
  private static let readLimit = 256 << 20

  /// Returns the tree.
  /// - Throws: 404 for an unknown endpoint. Unreadable files are skipped, because the list of operations reports them.
  func tree(endpoint name: String) throws(DashboardProblem) -> JSONObject {
    let reader = try RecordingsReader(name, of: engine)
    var tree = StateTree()
    guard let store = reader.store else { return tree.json }
    addUnnamed(of: store, reader, to: &tree)
    let index = store.sessionIndex()
    tree.sessionCount = index.sessions.count
    for session in index.sessions { add(session, of: store, reader, to: &tree) }
    return tree.json
  }

  // MARK: Recordings without a session

  /// A request of a recording in one state, which changes nothing.
  private struct UnnamedRead {
    let state: String
    let title: String
    let folder: String
    let isUsed: Bool
  }

  private func addUnnamed(of store: RecordingStore, _ reader: RecordingsReader, to tree: inout StateTree) {
    var mutations = RecordedMutations()
    var reads: [UnnamedRead] = []
    var bytes = 0
    for entry in store.entries {
      guard let operation = try? reader.operation(entry.folder) else { continue }
      for file in store.files(inFolder: entry.folder) {
        bytes += (try? FileReading.size(of: reader.path("\(entry.folder)/\(file)"))) ?? 0
      }
      guard bytes <= Self.readLimit else {
        tree.isCut = true
        break
      }
      try? store.readEach(inFolder: entry.folder) { found in
        guard let stored = try? found.get() else { return }
        let title = operation.title(stored.recording.variables)
        let isUsed = engine.log.wasUsed(reader.file("\(entry.folder)/\(stored.file)"))
        if entry.kind == .mutation { mutations.add(stored, operation) }
        for state in stored.recording.states where state.next == nil || state.next == state.name {
          reads.append(UnnamedRead(state: state.name, title: title, folder: entry.folder, isUsed: isUsed))
        }
      }
    }
    link(mutations, reads, reader, to: &tree)
    for read in reads {
      guard let node = tree.number(of: read.state) else { continue }
      tree.addRead(read.title, folder: read.folder, at: node)
      if read.isUsed { tree[node].isUsed = true }
      if tree[node].states.isEmpty { tree[node].states = [read.state] }
    }
  }

  /// Adds the states from the starts along the mutations, then those that no mutation leads to.
  private func link(
    _ mutations: RecordedMutations, _ reads: [UnnamedRead], _ reader: RecordingsReader, to tree: inout StateTree
  ) {
    let all = Set(reads.map(\.state)).union(mutations.steps.keys).sorted { $0.precedesByScalars($1) }
    let timeline = mutations.timeline(reader)
    func follow(_ state: String, _ node: Int) {
      var open = [(state, node)]
      while let (state, node) = open.popLast() {
        tree[node].states = [state]
        for step in (mutations.steps[state] ?? []).reversed() {
          let file = reader.file("\(step.folder)/\(step.file)")
          if let known = tree.number(of: step.next) {
            if engine.log.wasUsed(file) { tree[known].isUsed = true }
            continue
          }
          let text = step.title ?? timeline.texts(leadingTo: step.next)?.last ?? step.folder
          guard let next = tree.add(step.next, parent: node, mutation: text, folder: step.folder, file: file)
          else { continue }
          tree[next].isUsed = engine.log.wasUsed(file)
          open.append((step.next, next))
        }
      }
    }
    if all.contains(Recording.startState) { follow(Recording.startState, 0) }
    for state in all where StateID(recorded: state).isStart && state != Recording.startState {
      let name = state.dropFirst(Recording.startState.count + 1)
      if let node = tree.add(state, parent: 0, mutation: "X-Understudy-Start: \(name)") { follow(state, node) }
    }
    for state in all where tree.number(of: state) == nil {
      if let node = tree.add(state, parent: 0, mutation: "(no recorded mutation leads here)") { follow(state, node) }
    }
  }

  // MARK: Named sessions

  private func add(
    _ session: SessionIndex.Session, of store: RecordingStore, _ reader: RecordingsReader, to tree: inout StateTree
  ) {
    let isUsed = engine.log.wasUsed(reader.file(session.file))
    var history = History(joinsConcurrent: true)
    var node = 0
    func enter() {
      tree[node].sessionCount += 1
      if isUsed { tree[node].isUsed = true }
    }
    enter()
    for step in session.steps {
      var changes: [SessionIndex.Request] = []
      for request in step {
        let stated = StatedOperation(request.resolved.redacted)
        var isChange = request.isChange
        if isChange, case .changesNothing = reader.endpoint.historyRule(of: stated) { isChange = false }
        if isChange {
          changes.append(request)
        } else {
          tree.addRead(request.title, folder: request.resolved.request.operation, at: node)
        }
      }
      guard !changes.isEmpty else { continue }
      let before = (state: history.state.name, count: history.entries.count)
      Self.run(changes, store, reader.endpoint, &history)
      guard history.state.name != before.state, let first = changes.first?.resolved.request else {
        for request in changes {
          tree.addRead(request.title, folder: request.resolved.request.operation, at: node)
        }
        continue
      }
      let texts =
        changes.count == 1 && HTTPExchange.isOne(changes[0].resolved.operation)
        ? [changes[0].title] : history.entries.dropFirst(before.count).map(\.text)
      let file = first.answers.first.map { reader.file(SessionStore.place(of: $0, inFolder: first.operation)) }
      guard
        let next = tree.add(
          history.state.name, parent: node, mutation: texts.joined(separator: " and "), folder: first.operation,
          file: file)
      else { break }
      node = next
      enter()
    }
    tree[node].sessions.append(session.name)
  }

  /// Sends the mutations of one step, in the order in which replay counts those that were in flight together.
  private static func run(
    _ changes: [SessionIndex.Request], _ store: RecordingStore, _ endpoint: Endpoint, _ history: inout History
  ) {
    let sent = changes.map { request in
      let stated = StatedOperation(request.resolved.redacted)
      return (request.resolved.request, stated, history.begin(stated, hints: endpoint.hints))
    }
    for (request, stated, inFlight) in sent.sorted(by: { $0.2.effect.hash.hex < $1.2.effect.hash.hex }) {
      let answer = request.answers.first.flatMap { try? store.sessions.answer($0, inFolder: request.operation) }
      history.complete(
        inFlight, answer.map { .answered($0.body.answer) } ?? .missed, rule: endpoint.historyRule(of: stated))
    }
  }
}

extension SessionIndex.Session {
  /// The requests by step: those that were in flight together are one.
  fileprivate var steps: [ArraySlice<SessionIndex.Request>] {
    var steps: [ArraySlice<SessionIndex.Request>] = []
    var start = requests.startIndex
    for index in requests.indices where index > start && requests[index].step != requests[start].step {
      steps.append(requests[start..<index])
      start = index
    }
    if start < requests.endIndex { steps.append(requests[start...]) }
    return steps
  }
}

extension SessionIndex.Request {
  /// The number of its step in the session's file.
  fileprivate var step: Int? {
    if place.count > 1, case .element(let number) = place[1] { number } else { nil }
  }

  fileprivate var title: String {
    OperationTitle.text(resolved.key.document.kind, resolved.key.document.name, variables: resolved.key.variables)
  }
}
