import FakeValues
import GraphQLSchema
import OrderedJSON
import Synchronization

/// The effect of a field of the mutation root, inferred from its name, its arguments and its type.
struct MutationPlan: Sendable {
  let field: FieldPlan
  let action: MutationAction
  /// Arguments, and the members of the wrapping input objects.
  let slots: [InputSlot]
  let explanation: String
  /// The suggested rule; nil for a mutation that is understood.
  let suggestion: MutationSuggestion?
  /// Indicates whether it may change many objects, or none.
  let isMany: Bool
  /// The arguments that name objects by their keys, whatever their use, with the possible types.
  let namingSlots: [(slot: InputSlot, types: [TypePlan])]
  /// The objects that limit a mutation of many.
  let scopes: [MutationScope]
  /// The paths of inputs that have no effect, although neither a rule nor their name says so.
  let unread: [[String]]
  /// Indicates whether it is an update that never changes a field.
  let changesNothing: Bool
  private let keySlots: [Int: InputSlot]

  init(_ field: FieldPlan, in plan: WorldPlan) {
    let reading = MutationReading(field, in: plan)
    self.field = field
    slots = reading.slots
    action = reading.action()
    isMany = reading.name.isMany || reading.answersMany
    scopes = isMany ? reading.scopes(action) : []
    var keySlots: [Int: InputSlot] = [:]
    for type in action.types { keySlots[type.index] = reading.keySlot(type) }
    self.keySlots = keySlots
    namingSlots = reading.namingSlots
    let inputs = Self.inputs(reading, action, keySlots, scopes)
    unread = Self.unread(inputs, reading)
    changesNothing =
      if case .update(_, let effects) = action {
        !inputs.isEmpty && inputs.allSatisfy(\.isEmpty) && effects.values.allSatisfy(\.isEmpty)
      } else {
        false
      }
    suggestion = if case .unknown = action, field.rule?.action == nil { MutationSuggestion(reading) } else { nil }
    explanation =
      MutationExplanation(
        reading: reading, action: action, keySlots: keySlots, isMany: isMany, scopes: scopes, inputs: inputs.first
      ).text
  }

  /// Returns the inputs of an action that changes objects, by their use for each type.
  private static func inputs(
    _ reading: MutationReading, _ action: MutationAction, _ keySlots: [Int: InputSlot], _ scopes: [MutationScope]
  ) -> [MutationInputs] {
    switch action {
    case .create, .update, .upsert:
      action.types.map { MutationInputs(reading, for: $0, key: keySlots[$0.index], scopes: scopes, action) }
    case .delete, .link, .logIn, .logOut, .unknown: []
    }
  }

  private static func unread(_ inputs: [MutationInputs], _ reading: MutationReading) -> [[String]] {
    let said = reading.field.rule?.arguments ?? ArgumentRules()
    // No answer shows these.
    let hidden: Set<String> = ["password", "passwords", "captcha", "locale", "timezone"]
    return (inputs.first?.unread ?? []).filter { path in
      if case .nothing? = said[path] { return false }
      return hidden.isDisjoint(with: words(of: path.last ?? "")) && inputs.allSatisfy { $0.unread.contains(path) }
    }
  }

  func key(of type: TypePlan) -> InputSlot? { keySlots[type.index] }

  func keySlot(among types: [TypePlan]) -> InputSlot? { types.lazy.compactMap { keySlots[$0.index] }.first }

  func asksForKey(_ type: TypePlan) -> Bool { keySlots[type.index] != nil }

  /// Performs the mutation completely, or not at all.
  func perform(_ arguments: JSONObject, in editor: inout WorldEditor) -> MutationOutcome {
    var run = MutationRun(self, arguments, editor)
    do throws(MutationFailure) {
      let outcome = try run.perform()
      // A mutation that is not understood changes nothing, not even the time.
      if outcome.isUnderstood { editor = run.editor }
      return outcome
    } catch {
      return MutationOutcome(failure: error.sentence, said: said(arguments))
    }
  }

  /// Returns the inputs of a request, by name: arguments, and the members of the wrapping input objects.
  func said(_ arguments: JSONObject) -> [JSONObject.Member] {
    var members = arguments.members
    for slot in slots where slot.path.count > 1 {
      if let value = slot.value(in: arguments), !members.contains(where: { $0.name == slot.name }) {
        members.append(.init(slot.name, value))
      }
    }
    return members
  }
}

extension MutationAction {
  var types: [TypePlan] {
    switch self {
    case .create(let type, _), .upsert(let type), .logIn(let type): [type]
    case .update(let types, _), .delete(let types): types
    case .link(let link): link.owners
    case .logOut, .unknown: []
    }
  }
}

/// The objects that lead by a field to the one that a request names: the todos of a list.
struct MutationScope: Sendable {
  let slot: InputSlot
  let field: FieldPlan
}

/// The plans of a world's mutations, each made when it is first requested.
final class MutationPlans: Sendable {
  private let plan: WorldPlan
  private let made = Mutex<[Int: MutationPlan]>([:])

  init(_ plan: WorldPlan) { self.plan = plan }

  func plan(of field: FieldPlan) -> MutationPlan {
    if let known = made.withLock({ $0[field.id] }) { return known }
    let new = MutationPlan(field, in: plan)
    made.withLock { $0[field.id] = new }
    return new
  }
}
