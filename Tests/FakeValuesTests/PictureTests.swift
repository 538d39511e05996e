import Testing

@testable import FakeValues

@Suite("Pictures that stand for others")
struct PictureTests {
  private func picture(_ name: String, _ sizes: (String, String)...) throws -> Picture {
    try Picture(name, sizes.map { (name: $0.0, value: $0.1) })
  }

  @Test("the same name is the same picture, another another")
  func stable() throws {
    #expect(try picture("a.png").bytes == picture("a.png").bytes)
    #expect(try picture("a.svg").bytes == picture("a.svg").bytes)
    let many = try (0..<200).map { try picture("\($0).png").bytes }
    #expect(Set(many).count > 190)
  }

  @Test(
    "a side is cut to what is drawn",
    arguments: [
      ("1", 16), ("0", 16), ("16", 16), ("320", 320), ("4096", 4_096), ("5000", 4_096), ("99999999999999999999", 4_096),
    ])
  func sides(value: String, expected: Int) throws {
    let drawn = try picture("a.svg", ("w", value), ("h", "100"))
    #expect(drawn.width == expected && drawn.height == 100)
    #expect(drawn.svg.contains("width=\"\(expected)\" height=\"100\" viewBox=\"0 0 \(expected) 100\""))
  }

  @Test("without a size it is a square of 512", arguments: ["a.svg", "a.PNG", "a.b.svg", "ö.png"])
  func standard(name: String) throws {
    let drawn = try picture(name, ("x", "nonsense"))
    #expect(drawn.width == 512 && drawn.height == 512)
  }

  @Test("a side that is no number is refused", arguments: ["", "-1", "1.5", "1e3", "abc", " 1", "٣"])
  func badSides(value: String) {
    #expect(throws: Picture.Problem.side(name: "h", value: value)) { try picture("a.png", ("h", value)) }
  }

  @Test("what is neither SVG nor PNG is refused", arguments: ["a", "a.gif", ".png", "", "a.svg/", "png"])
  func badNames(name: String) {
    #expect(throws: Picture.Problem.format(name)) { try picture(name) }
  }

  @Test(
    "two words give initials, everything else a circle",
    arguments: [
      ("ada-obrien.svg", "AO"), ("Ada_O.svg", nil), ("ada.obrien-3f.svg", "AO"), ("3f2a91bc00de.svg", nil),
      ("a<b>.svg", nil), ("<script>-alert.svg", "SA"), ("山田-太郎.svg", nil), ("one.svg", nil),
    ] as [(String, String?)])
  func initials(name: String, expected: String?) throws {
    let drawn = try picture(name)
    #expect(drawn.initials == expected)
    #expect(drawn.svg.contains(expected.map { ">\($0)</text>" } ?? "<circle"))
    #expect(!drawn.svg.contains("script") && drawn.svg.hasSuffix("</svg>\n"))
  }

  @Test("sums are those of the standards")
  func sums() {
    #expect(Checksum.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(Checksum.crc32([]) == 0)
    #expect(Checksum.adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
    #expect(Checksum.adler32([]) == 1)
  }

  @Test(
    "a PNG is well formed, at most 256 a side, and holds every row",
    arguments: [(16, 16), (17, 31), (256, 256), (800, 600), (4_096, 16), (255, 4_096), (4_096, 4_096)])
  func png(width: Int, height: Int) throws {
    let drawn = try picture("a.png", ("w", "\(width)"), ("h", "\(height)"))
    let bytes = drawn.png
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    func number(_ index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    var index = 8
    var chunks: [String: [UInt8]] = [:]
    while index < bytes.count {
      let length = number(index)
      let body = Array(bytes[index + 4..<index + 8 + length])
      #expect(number(index + 8 + length) == Int(Checksum.crc32(body)))
      chunks[String(decoding: body.prefix(4), as: UTF8.self)] = Array(body.dropFirst(4))
      index += 12 + length
    }
    #expect(index == bytes.count && number(16) == drawn.pixels.width && number(20) == drawn.pixels.height)
    #expect(drawn.pixels.width <= 256 && drawn.pixels.height <= 256 && chunks["PLTE"]?.count == 48)
    let stream = try #require(chunks["IDAT"])
    let rowBytes = 1 + (drawn.pixels.width + 1) / 2
    // Two bytes of header, five of the one block, four of the sum.
    #expect(stream.count == 11 + rowBytes * drawn.pixels.height && stream[2] == 1)
    let data = Array(stream[7..<stream.count - 4])
    #expect(stream.suffix(4).reduce(0) { $0 << 8 | UInt32($1) } == Checksum.adler32(data))
    #expect(Set(data).count > 5)
  }
}
