/// The recordings that are written together. Several answers to one request become one file.
struct SaveGroup: Sendable {
  /// In the order in which they were first planned.
  private(set) var plans: [SavePlan] = []
  /// The number of answers in each plan.
  private(set) var answers: [Int] = []
  private var numbers: [OperationKey: Int] = [:]
  private var folders: [DocumentKey: FolderName] = [:]
  /// Paths of new folders and files in the endpoint's folder.
  private var names: Set<String> = []

  func plan(of key: OperationKey) -> SavePlan? { numbers[key].map { plans[$0] } }

  /// The planned folder of a new operation; nil if there is none.
  func folder(of document: DocumentKey) -> FolderName? { folders[document] }

  /// Indicates whether a path in the endpoint's folder is planned for something new.
  func takes(_ name: String) -> Bool { names.contains(name) }

  /// Counts an answer to a key for which nothing more has to be written.
  ///
  /// - Returns: the number of the plan that contains it; nil if there is none.
  mutating func join(_ key: OperationKey) -> Int? {
    guard let number = numbers[key] else { return nil }
    answers[number] += 1
    return number
  }

  /// Adds a plan, or replaces the key's earlier one, and returns its number.
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
