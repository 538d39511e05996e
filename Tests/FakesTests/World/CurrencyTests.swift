import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("The currency of one object")
struct CurrencyTests {
  private func answer(_ money: String) throws -> JSON {
    let schema = try Schema(
      sdl: SourceText(
        """
        type Query { orders: [Order!]! }
        type Order { id: ID! currency: String! total: Money! tax: Money! lines: [Line!]! }
        type Line { unitPrice: Money! quantity: Int! }
        \(money)
        """))
    return FakeWorld(schema: schema, seed: 3, endpoint: "shop").respond(
      to: SourceText(
        """
        { orders { currency total { amount currencyCode } tax { amount currencyCode }
            lines { unitPrice { amount currencyCode } } } }
        """))
  }

  /// The texts of all members of a name, in order.
  private func values(_ name: String, _ json: JSON) -> [String] {
    switch json {
    case .array(let items): items.flatMap { values(name, $0) }
    case .object(let object):
      object.members.flatMap { member -> [String] in
        if member.name == name, case .string(let text) = member.value { return [text] }
        if member.name == name, case .number(let number) = member.value { return [number.text] }
        return values(name, member.value)
      }
    default: []
    }
  }

  private func orders(_ json: JSON) -> [JSON] {
    guard case .object(let answer) = json, case .object(let data)? = answer.members.first?.value,
      case .array(let orders)? = data.members.first?.value
    else { return [] }
    return orders
  }

  @Test("is the same in all its parts, and prices are written as it wants")
  func texts() throws {
    let orders = orders(try answer("type Money { amount: Float! currencyCode: String! }"))
    #expect(orders.count > 3)
    for order in orders {
      let codes = values("currencyCode", order)
      #expect(codes.count >= 2 && Set(codes + values("currency", order)).count == 1, "\(order.compactText)")
    }
    #expect(Set(orders.flatMap { values("currency", $0) }).count > 2)
  }

  @Test("is one of those that an enum allows")
  func enums() throws {
    let orders = orders(
      try answer("enum CurrencyCode { CAD JPY KRW } type Money { amount: Float! currencyCode: CurrencyCode! }"))
    #expect(orders.count > 3)
    for order in orders {
      let codes = values("currencyCode", order)
      #expect(Set(codes).count == 1, "\(order.compactText)")
      for amount in values("amount", order) {
        #expect(amount.contains(".") == (codes[0] == "CAD"), "\(order.compactText)")
      }
    }
    #expect(Set(orders.flatMap { values("currencyCode", $0) }).count > 1)
  }
}
