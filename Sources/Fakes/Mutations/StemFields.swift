import GraphQLSchema
import OrderedJSON

/// The fields of a type that a verb is about: `archive` finds `archived`, `isArchived`, `archivedAt`, and `ARCHIVED`
/// among the values of `status`.
struct StemFields {
  let plan: WorldPlan
  let type: TypePlan

  /// What a verb does to an object; empty where nothing of the type is about it.
  func effects(_ verb: String) -> [MutationEffect] {
    if let (opposite, extra) = Self.opposites[verb] {
      let undone = effects(forms(opposite), isOn: false)
      let done = status(extra)
      return undone.filter { if case .set(let field, _) = $0 { field.named.kind != .enum } else { true } } + done
    }
    return effects(forms(verb), isOn: true)
  }

  private func effects(_ forms: Set<String>, isOn: Bool) -> [MutationEffect] {
    var found: [MutationEffect] = []
    for field in plan.fields(of: type) where field.role == .leaf && !field.isList {
      let parts = words(of: field.name)
      let form = ScalarForm(scalar: field.named.name)
      let core = parts.filter { !Self.flagWords.contains($0) }.joined()
      if form == .boolean, forms.contains(core) {
        found.append(.set(field, .bool(isOn)))
      } else if isOn, forms.contains("read"), form.isNumeric, parts.first == "unread" {
        found.append(.set(field, .int(0)))
      } else if let last = parts.last, ["at", "on", "date", "time"].contains(last), parts.count > 1,
        forms.contains(parts.dropLast().joined())
      {
        found.append(.moment(field, isNow: isOn))
      }
    }
    return isOn ? found + status(forms) : found
  }

  /// The value of an enum like `status` that says it.
  private func status(_ forms: Set<String>) -> [MutationEffect] {
    for field in plan.fields(of: type) where field.role == .leaf && field.named.kind == .enum && !field.isList {
      guard let last = words(of: field.name).last, Self.statusWords.contains(last) else { continue }
      if let value = field.named.values.first(where: { forms.contains(words(of: $0.name).joined()) }) {
        return [.set(field, .string(value.name))]
      }
    }
    return []
  }

  /// The flag that those have of which a participle speaks: `done` for `completed`.
  func flag(_ word: String) -> FieldPlan? {
    var said = forms(word)
    for ending in ["d", "ed"] where word.hasSuffix(ending) {
      said.formUnion(forms(String(word.dropLast(ending.count))))
    }
    return plan.fields(of: type).first { field in
      field.role == .leaf && !field.isList && ScalarForm(scalar: field.named.name) == .boolean
        && said.contains(words(of: field.name).filter { !Self.flagWords.contains($0) }.joined())
    }
  }

  /// The moments since when a flag is true: `completedAt` of `done`; null while it is not.
  func moments(of flag: FieldPlan) -> [FieldPlan] {
    let core = words(of: flag.name).filter { !Self.flagWords.contains($0) }.joined()
    var said = forms(core)
    for ending in ["d", "ed"] where core.hasSuffix(ending) {
      said.formUnion(forms(String(core.dropLast(ending.count))))
    }
    return plan.fields(of: type).filter { field in
      let parts = words(of: field.name)
      return field.role == .leaf && !field.isList && !field.isNonNull && parts.count > 1
        && ["at", "on", "date", "time"].contains(parts.last ?? "") && said.contains(parts.dropLast().joined())
    }
  }

  /// Which field a toggle turns: the one that is named, else the one that things like this have.
  func toggled(_ named: [String]) -> FieldPlan? {
    let flags = plan.fields(of: type).filter {
      $0.role == .leaf && !$0.isList && ScalarForm(scalar: $0.named.name) == .boolean
    }
    let said = named.reduce(into: Set<String>()) { $0.formUnion(forms($1)) }
    func core(_ field: FieldPlan) -> String {
      words(of: field.name).filter { !Self.flagWords.contains($0) }.joined()
    }
    if let field = flags.first(where: { said.contains(core($0)) }) { return field }
    if flags.count == 1 { return flags[0] }
    let usual = ["completed", "complete", "done", "checked", "active", "enabled", "favorite", "selected", "open"]
    return usual.lazy.compactMap { name in flags.first { core($0) == name } }.first
  }

  /// What it does to an object that whoever asks likes it, follows it, votes for it, or does so no more.
  func reaction(_ verb: String, isOn: Bool) -> [MutationEffect] {
    let stem = verb == "upvote" || verb == "downvote" ? "vote" : verb
    let forms = forms(verb).union(stem == verb ? [] : self.forms(stem))
    var found: [MutationEffect] = []
    func isAbout(_ field: FieldPlan) -> Bool {
      words(of: field.name).contains { word in
        forms.contains(word) || (word.hasPrefix(root(stem)) && word.utf8.count <= stem.utf8.count + 7)
      }
    }
    if let viewer = plan.viewer {
      let inside = plan.fields(of: type).first { field in
        field.role == .toMany && field.targets.contains { $0 === viewer } && isAbout(field)
          // Whom they follow themselves is another list than who follows them.
          && (type !== viewer || words(of: field.name).last?.hasSuffix("ers") == true)
      }
      let outside = plan.fields(of: viewer).first { field in
        field.role == .toMany && field.targets.contains { $0 === type } && isAbout(field)
      }
      if let inside {
        found.append(.viewerIn(inside, enters: isOn))
      } else if let outside {
        found.append(.intoViewers(outside, enters: isOn))
      }
    }
    for field in plan.fields(of: type) where field.role == .leaf && !field.isList {
      let form = ScalarForm(scalar: field.named.name)
      let parts = words(of: field.name)
      if form == .boolean, isAbout(field) {
        found.append(.set(field, .bool(isOn)))
      } else if form.isNumeric, isAbout(field) || (stem == "vote" && parts == ["score"]),
        parts.count == 1 || parts.contains("count") || parts.contains("number") || parts.contains("total")
      {
        if verb == "upvote" && parts.contains("downvotes") || verb == "downvote" && parts.contains("upvotes") {
          continue
        }
        let isDown = verb == "downvote" && !parts.contains { $0.hasPrefix("downvote") }
        found.append(.add(field, isOn != isDown ? 1 : -1))
      }
    }
    return found
  }

  /// The forms of a verb that fields and enum values have.
  private func forms(_ verb: String) -> Set<String> {
    var forms: Set<String> = [verb]
    let root = root(verb)
    forms.insert(root + "ed")
    forms.insert(verb + "d")
    if let last = verb.unicodeScalars.last { forms.insert(verb + "\(last)ed") }
    if verb.hasSuffix("y") { forms.insert(String(verb.dropLast()) + "ied") }
    forms.formUnion(Self.irregular[verb] ?? [])
    return forms
  }

  private func root(_ verb: String) -> String { verb.hasSuffix("e") ? String(verb.dropLast()) : verb }

  private static let flagWords: Set<String> = [
    "is", "has", "was", "been", "viewer", "by", "me", "current", "user", "already", "flag", "am", "i", "are", "be",
  ]
  private static let statusWords: Set<String> = ["status", "state", "phase", "stage", "condition"]
  private static let irregular: [String: Set<String>] = [
    "complete": ["done", "finished"], "finish": ["done", "completed", "complete"], "send": ["sent"], "pay": ["paid"],
    "hide": ["hidden"], "do": ["done", "completed"], "done": ["completed", "complete"], "activate": ["active"],
    "enable": ["enabled", "active"], "open": ["opened"], "follow": ["following"], "subscribe": ["subscription"],
    "watch": ["watching"], "start": ["inprogress", "running", "active"], "unread": [],
    "cancel": ["cancelled", "canceled"], "resolve": ["solved"], "submit": ["submitted"], "ban": ["banned"],
    "trash": ["deleted"], "feature": ["featured"], "default": ["default"], "paid": ["paid"], "read": ["seen", "read"],
    "freeze": ["frozen"], "favorite": ["favourite", "favorited", "favourited"], "sell": ["sold"], "delete": ["deleted"],
  ]
  /// The verb that is undone, and what the status may be called afterwards.
  private static let opposites: [String: (String, Set<String>)] = [
    "reopen": ("close", ["open", "opened", "reopened", "todo", "active"]),
    "unarchive": ("archive", ["active", "open", "published", "unarchived", "draft"]),
    "unpublish": ("publish", ["unpublished", "draft", "hidden", "private"]),
    "deactivate": ("activate", ["inactive", "deactivated", "disabled"]),
    "disable": ("enable", ["disabled", "inactive"]), "unlock": ("lock", ["unlocked", "open"]),
    "unhide": ("hide", ["visible", "shown"]), "show": ("hide", ["visible", "shown"]),
    "uncomplete": ("complete", ["open", "todo", "pending", "active", "incomplete"]),
    "incomplete": ("complete", ["incomplete", "open", "todo", "pending", "active"]),
    "unread": ("read", ["unread"]), "unban": ("ban", ["active"]), "unblock": ("block", ["active"]),
    "unmute": ("mute", ["active"]), "unfreeze": ("freeze", ["active"]),
    "restore": ("delete", ["active", "restored", "open"]),
    "undelete": ("delete", ["active"]), "undone": ("done", ["todo", "open", "pending"]),
    "resume": ("pause", ["running", "active", "resumed", "playing"]),
  ]
}
