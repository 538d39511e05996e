/// The recordings that are written together: several answers to one request become one file.
struct SaveGroup: Sendable {
  /// In the order in which they were first planned.
  private(set) var plans: [SavePlan] = []
  /// How many answers each plan holds.
  private(set) var answers: [Int] = []
  private var numbers: [OperationKey: Int] = [:]
  private var folders: [DocumentKey: FolderName] = [:]
  /// Paths of new folders and files, below the endpoint's folder.
  private var names: Set<String> = []

  /// The plan of a key; nil if there is none yet.
  func plan(of key: OperationKey) -> SavePlan? { numbers[key].map { plans[$0] } }

  /// The folder that is planned for a new operation; nil if there is none.
  func folder(of document: DocumentKey) -> FolderName? { folders[document] }

  /// Whether a path below the endpoint's folder is planned for something new.
  func takes(_ name: String) -> Bool { names.contains(name) }

  /// Counts one more answer to a key of which nothing more is to be written.
  ///
  /// - Returns: the number of the plan that holds it; nil if there is none.
  mutating func join(_ key: OperationKey) -> Int? {
    guard let number = numbers[key] else { return nil }
    answers[number] += 1
    return number
  }

  /// Adds a plan, in the place of an earlier one of its key.
  ///
  /// - Returns: its number.
  mutating func add(_ plan: SavePlan) -> Int {
    if let number = numbers[plan.key] {
      plans[number] = plan
      answers[number] += 1
      return number
    }
    numbers[plan.key] = plans.count
    names.insert(plan.place)
    if plan.operation != nil {
      folders[plan.key.document] = plan.folder
      names.insert(plan.folder.text)
    }
    plans.append(plan)
    answers.append(1)
    return plans.count - 1
  }
}
