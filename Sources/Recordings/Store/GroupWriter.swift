/// Writes the files of several recordings together, because one wait for the disk costs as much for many files as for
/// one. The caller holds the folder's lock.
///
/// At any time a file is the complete old or new one, and an operation exists before its first recording. A file gets
/// its name only after its bytes are on disk. The names are given in the order of the plans.
struct GroupWriter {
  /// The endpoint's folder.
  let path: String
  /// The number of steps before it stops, for tests of interruptions; nil for no stop.
  var stepsLeft: Int?
  private var plans: [SavePlan] = []
  private var failures: [RecordingError?] = []
  /// The files under their temporary names, by the numbers of their plans.
  private var operations: [Int: String] = [:]
  private var recordings: [Int: String] = [:]
  /// Folders in which files were renamed.
  private var renamed: Set<String> = []

  init(path: String, stepsLeft: Int? = nil) {
    self.path = path
    self.stepsLeft = stepsLeft
  }

  /// Carries out plans, one for each place. Calls `named` with the number of each plan when its file has its name,
  /// which may not be on disk yet. Returns the failure of each plan, whose old file is complete; nil for success, with
  /// the file on disk.
  mutating func write(_ plans: [SavePlan], named: (Int) -> Void = { _ in }) -> [RecordingError?] {
    self.plans = plans
    failures = Array(repeating: nil, count: plans.count)
    let new = plans.indices.filter { plans[$0].operation != nil }
    makeFolders(new)
    for number in plans.indices {
      if let operation = plans[number].operation { stage(operation, number, \.operations) }
      stage(plans[number].bytes, number, \.recordings)
    }
    synchronizeFiles()
    for number in new { name(number, OperationFile.name, \.operations) }
    failOthersInNewFolders(new)
    synchronizeFolders()
    for number in plans.indices where name(number, plans[number].file, \.recordings) { named(number) }
    synchronizeFolders()
    removeRest()
    return failures
  }

  private mutating func makeFolders(_ new: [Int]) {
    guard !new.isEmpty else { return }
    for number in new {
      let folder = plans[number].folderPath
      attempt(number) { () throws(FileFailure) in _ = try Files.makeFolder(folder) }
    }
    let path = path
    attempt(new) { () throws(FileFailure) in try Files.synchronize(folder: path) }
  }

  /// Writes a file under a temporary name.
  private mutating func stage(
    _ bytes: [UInt8], _ number: Int, _ files: WritableKeyPath<GroupWriter, [Int: String]>
  ) {
    let temporary = "\(plans[number].folderPath)/\(TemporaryName.next())"
    let isStaged = attempt(number) { () throws(FileFailure) in
      try Files.write(bytes, toTemporary: temporary, waits: false)
    }
    if isStaged { self[keyPath: files][number] = temporary }
  }

  private mutating func synchronizeFiles() {
    let staged = (operations.map { ($0.value, $0.key) } + recordings.map { ($0.value, $0.key) })
      .filter { failures[$0.1] == nil }.sorted { $0.1 < $1.1 }
    guard !staged.isEmpty, step(staged.map(\.1)) else { return }
    for (failure, (_, number)) in zip(Files.synchronize(files: staged.map(\.0)), staged) {
      if let failure { failures[number] = .system(failure) }
    }
  }

  /// Gives a file its name and returns true if that succeeds.
  @discardableResult
  private mutating func name(
    _ number: Int, _ file: String, _ files: WritableKeyPath<GroupWriter, [Int: String]>
  ) -> Bool {
    guard let temporary = self[keyPath: files][number] else { return false }
    let folder = plans[number].folderPath
    let isNamed = attempt(number) { () throws(FileFailure) in try Files.rename(temporary, to: "\(folder)/\(file)") }
    guard isNamed else { return false }
    self[keyPath: files][number] = nil
    renamed.insert(folder)
    return true
  }

  /// Without its operation, no recording can be in a folder.
  private mutating func failOthersInNewFolders(_ new: [Int]) {
    var reasons: [String: RecordingError] = [:]
    for number in new { reasons[plans[number].folderPath] = failures[number] }
    guard !reasons.isEmpty else { return }
    for number in plans.indices where failures[number] == nil { failures[number] = reasons[plans[number].folderPath] }
  }

  private mutating func synchronizeFolders() {
    for folder in renamed.sorted() {
      attempt(plans.indices.filter { plans[$0].folderPath == folder }) { () throws(FileFailure) in
        try Files.synchronize(folder: folder)
      }
    }
    renamed = []
  }

  private func removeRest() {
    if let stepsLeft, stepsLeft < 0 { return }
    for temporary in operations.values { Files.remove(temporary) }
    for temporary in recordings.values { Files.remove(temporary) }
  }

  @discardableResult
  private mutating func attempt(_ number: Int, _ body: () throws(FileFailure) -> Void) -> Bool {
    guard failures[number] == nil else { return false }
    attempt([number], body)
    return failures[number] == nil
  }

  /// Takes a step that several plans need.
  private mutating func attempt(_ numbers: [Int], _ body: () throws(FileFailure) -> Void) {
    guard step(numbers) else { return }
    do throws(FileFailure) {
      try body()
    } catch {
      for number in numbers where failures[number] == nil { failures[number] = .system(error) }
    }
  }

  /// - Returns: false to stop.
  private mutating func step(_ numbers: [Int]) -> Bool {
    guard let left = stepsLeft else { return true }
    stepsLeft = max(left - 1, -1)
    if left > 0 { return true }
    let stopped = RecordingError(.system, path, nil, "stopped by a test. Run it again.")
    for number in numbers where failures[number] == nil { failures[number] = stopped }
    return false
  }
}
