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
          "totalCount": 7,
          "edges": [
            {
              "cursor": "Y3Vyc29yOmNuY2dlazAwMDE2OHJ0Y3N2b2F4eThvbnA",
              "node": {
                "id": "cncgek000168rtcsvoaxy8onp",
                "name": "Minimal Keyboard in Olive",
                "slug": "minimal-keyboard-in-olive",
                "description": "This is our answer to a simple question: what do you need for children's rooms? The color may differ slightly from the picture. Customers praise it for children's rooms.",
                "price": 105.50,
                "priceText": "105.50",
                "currencyCode": "SEK",
                "department": "GARDEN",
                "sizes": [
                  "XL"
                ],
                "tags": [
                  "accessibility"
                ],
                "imageUrl": "http://localhost:4000/__understudy/images/b2fd78590d21.png?w=800&h=600",
                "inStock": true,
                "rating": null,
                "createdAt": "2024-04-08T01:08:00.000Z",
                "updatedAt": "2024-09-18T18:53:58.000Z",
                "meta": {
                  "key": "lucky-willow",
                  "enabled": false
                },
                "maker": {
                  "name": "Summit Labs",
                  "website": null,
                  "founded": 1977
                }
              }
            },
            {
              "cursor": "Y3Vyc29yOmNuY2dlazAwMDJtcjRmdnltbHo4ZG84MHM",
              "node": {
                "id": "cncgek0002mr4fvymlz8do80s",
                "name": "Camera Bag in Terracotta",
                "slug": "camera-bag-in-terracotta",
                "description": "It has been part of our range from the start. It comes in recyclable packaging.",
                "price": 27.95,
                "priceText": "27.95",
                "currencyCode": "PLN",
                "department": "KITCHEN",
                "sizes": [
                  "XL"
                ],
                "tags": null,
                "imageUrl": "http://localhost:4000/__understudy/images/dfbf4d6a427a.png?w=800&h=600",
                "inStock": true,
                "rating": null,
                "createdAt": "2020-03-16T22:44:50.000Z",
                "updatedAt": "2020-09-03T16:41:33.000Z",
                "meta": null,
                "maker": {
                  "name": "Onyx Foods",
                  "website": "https://onyx.example/onyx-foods",
                  "founded": 1993
                }
              }
            }
          ]
        },
        "people": [
          {
            "id": "c4fucg0001kcmavu8tvqrjk6w",
            "name": "Zoë Ivanova",
            "email": "zoe.ivanova1@example.com",
            "phone": "+81 3 5555 0845",
            "birthday": "1992-02-22",
            "age": 33,
            "address": {
              "street": "4 Almond Avenue",
              "city": "Kyoto",
              "postcode": "602-7162",
              "country": "Japan",
              "latitude": 34.973818,
              "longitude": 135.797524
            },
            "favourite": {
              "__typename": "Product",
              "name": "Natural Tent in Charcoal"
            }
          },
          {
            "id": "c4fucg0002apm8huwo5hku49k",
            "name": "Mei Moreau",
            "email": "mei.moreau2@example.net",
            "phone": "+91 22 5555 0222",
            "birthday": null,
            "age": 70,
            "address": {
              "street": "41 High Street",
              "city": "Bengaluru",
              "postcode": "560034",
              "country": "India",
              "latitude": 13.006842,
              "longitude": 77.557670
            },
            "favourite": {
              "__typename": "Review",
              "stars": 3,
              "body": "I bought it as a gift, and it was a complete success. Next time I would choose another color. Whether it lasts remains to be seen."
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
