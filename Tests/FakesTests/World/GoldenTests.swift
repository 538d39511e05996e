import Fakes
import GraphQLLanguage
import OrderedJSON
import Testing

/// A literal answer: a release, a machine or a run that gave another one would break whoever committed snapshots of
/// faked answers. If it has to change, that is a change for users too.
@Suite("The golden answer")
struct GoldenTests {
  @Test("has the same bytes on every machine")
  func golden() throws {
    let world = FakeWorld(schema: try TestSchema.shop.schema(), seed: 42, endpoint: "golden")
    let answer = world.respond(
      to: SourceText(
        """
        { products(first: 2) { totalCount edges { cursor node {
            id name slug description price priceText currencyCode department sizes tags imageUrl(width: 200) inStock
            rating createdAt updatedAt meta maker { name website founded }
          } } }
          people(limit: 2) {
            id name email phone birthday age address { street city postcode country latitude longitude }
            favourite { __typename ... on Named { name } ... on Review { stars body } }
          }
          node(id: "stranger") { __typename id } }
        """))
    #expect(answer.prettyText == expected)
  }

  private let expected = """
    {
      "data": {
        "products": {
          "totalCount": 3,
          "edges": [
            {
              "cursor": "WJoFWZ28qqt303FG",
              "node": {
                "id": "cikpbl6ihjfb94dc4tx1g9u3a",
                "name": "Steady Cotton Shelf",
                "slug": "light-basket",
                "description": "Our neighbours planned new ways to learn before the first snow. A few experts compared two rival plans in a single week. We rebuilt new ways to learn and wrote down what they saw.",
                "price": 175.95,
                "priceText": "62.66",
                "currencyCode": "KES",
                "department": "KITCHEN",
                "sizes": [
                  "M",
                  "XL",
                  "S"
                ],
                "tags": [
                  "testing",
                  "open source"
                ],
                "imageUrl": "https://images.example/a708859530a9.png",
                "inStock": false,
                "rating": 2.1,
                "createdAt": "2021-11-02T18:11:03.000Z",
                "updatedAt": "2022-07-15T22:06:56.000Z",
                "meta": null,
                "maker": null
              }
            },
            {
              "cursor": "wBBn_VpHIXYa_JFD",
              "node": {
                "id": "c8lpf3v2eoanm1wqtlyossex4",
                "name": "Golden Linen Poster",
                "slug": "fair-comet",
                "description": "We measured a small harbour town before the first snow. We compared every corner of the city in a single week. Our neighbours tested the quiet parts of the work in a single week.",
                "price": 228.49,
                "priceText": "83.78",
                "currencyCode": "CAD",
                "department": "OFFICE",
                "sizes": [],
                "tags": [
                  "GraphQL",
                  "small teams"
                ],
                "imageUrl": "https://images.example/9324c3516f38.png",
                "inStock": false,
                "rating": 1.4,
                "createdAt": "2022-06-26T00:25:09.000Z",
                "updatedAt": "2023-03-19T04:51:51.000Z",
                "meta": {
                  "key": "plain-trail",
                  "enabled": false
                },
                "maker": {
                  "name": "Aurora Group",
                  "website": "https://aurora-group.example/calm-meadow",
                  "founded": null
                }
              }
            }
          ]
        },
        "people": [
          {
            "id": "ch7kj6vb612gip0tmjk2qlk9r",
            "name": "Aisha Johnson",
            "email": "aisha.johnson@example.net",
            "phone": "+44 385 410 5716",
            "birthday": "1999-10-11",
            "age": 26,
            "address": {
              "street": "82 Harbour Avenue",
              "city": "Mumbai",
              "postcode": "561413",
              "country": "India",
              "latitude": 28.523618,
              "longitude": 77.319528
            },
            "favourite": {
              "__typename": "Review",
              "stars": 1,
              "body": "Most readers planned the history of maps for the third time. Many people compared a small harbour town and wrote down what they saw."
            }
          },
          {
            "id": "c5ctdzrd7olfhfz0gyqlupgva",
            "name": "Sara O'Brien",
            "email": "sara.obrien@example.net",
            "phone": "+30 643 361 5617",
            "birthday": "1988-01-27",
            "age": 37,
            "address": {
              "street": "116 Park Lane",
              "city": "Porto",
              "postcode": "6402-385",
              "country": "Portugal",
              "latitude": 39.045759,
              "longitude": -9.216512
            },
            "favourite": {
              "__typename": "Company",
              "name": "Meridian Robotics"
            }
          }
        ],
        "node": {
          "__typename": "Person",
          "id": "stranger"
        }
      }
    }
    """
}
