import OrderedJSON

/// A generated picture, always the same for the same name. Generated image URLs lead here, so that a client shows a
/// picture without a network. Native image views decode PNG and not SVG, so there are both.
package struct Picture: Hashable {
  package let format: Format
  /// The size in pixels, within `sizes`.
  let width: Int
  let height: Int
  /// The two letters in the middle, if the name has two words; else there is a circle.
  let initials: String?
  /// The colors of the upper left and the lower right corner.
  let from: Colour
  let to: Colour

  package enum Format: String {
    case svg, png
  }

  struct Colour: Hashable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
  }

  /// The range of a side; a size beyond it is clamped.
  package static let sizes = 16...4_096

  /// The reason why a picture cannot be drawn.
  package enum Problem: Error, Equatable {
    /// The name does not end in `.svg` or `.png`.
    case format(String)
    /// A side is not a whole number.
    case side(name: String, value: String)
  }

  /// Plans the picture of a file name, `ada-obrien.svg`, by the query's `w` and `h`, 512 each by default.
  ///
  /// - Throws: `Problem` for another ending, and for a side that is not a whole number.
  package init(_ name: String, _ parameters: [(name: String, value: String)]) throws(Problem) {
    guard let dot = name.lastIndex(of: "."),
      let format = Format(rawValue: name[name.index(after: dot)...].lowercased()), dot > name.startIndex
    else { throw .format(name) }
    let seed = name[..<dot]
    self.format = format
    width = try Self.side("w", parameters)
    height = try Self.side("h", parameters)
    let hash = Self.hash(seed)
    let hue = Int(hash % 360)
    from = Colour(hue: hue, lightness: 62)
    to = Colour(hue: (hue + 30 + Int(hash >> 32) % 60) % 360, lightness: 42)
    initials = Self.initials(seed)
  }

  private static func side(
    _ name: String, _ parameters: [(name: String, value: String)]
  ) throws(Problem) -> Int {
    guard let value = parameters.first(where: { $0.name == name })?.value else { return 512 }
    guard !value.isEmpty, value.utf8.allSatisfy(\.isDigit) else {
      throw .side(name: name, value: value)
    }
    // A number too large for `Int` is beyond the greatest side, too.
    return min(max(Int(value) ?? sizes.upperBound, sizes.lowerBound), sizes.upperBound)
  }

  /// Returns the first letters of the first two words, if both have only ASCII letters.
  private static func initials(_ seed: Substring) -> String? {
    let words = seed.utf8.split { !$0.isLetterOrDigit }
    let letters = words.prefix(2).compactMap { word in
      word.count > 1 && word.allSatisfy(\.isLetter) ? word.first.map { $0 & 0xDF } : nil
    }
    return letters.count == 2 ? String(decoding: letters, as: UTF8.self) : nil
  }

  /// FNV-1a, and a round of mixing, since the last bytes of a name hardly change its high bits.
  private static func hash(_ text: Substring) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return hash ^ (hash >> 27)
  }

  package var bytes: [UInt8] {
    switch format {
    case .svg: Array(svg.utf8)
    case .png: png
    }
  }

  package var mediaType: String {
    switch format {
    case .svg: "image/svg+xml"
    case .png: "image/png"
    }
  }
}

extension Picture.Colour {
  /// A color of the wheel with a saturation of a half, by its hue in degrees (0 to 359) and lightness in hundredths.
  init(hue: Int, lightness: Int) {
    // Chroma and its sixths in hundredths of a channel, all in whole numbers.
    let chroma = (100 - abs(2 * lightness - 100)) / 2
    let within = chroma * (60 - abs(hue % 120 - 60)) / 60
    let low = lightness - chroma / 2
    let (red, green, blue) =
      switch hue / 60 {
      case 0: (chroma, within, 0)
      case 1: (within, chroma, 0)
      case 2: (0, chroma, within)
      case 3: (0, within, chroma)
      case 4: (within, 0, chroma)
      default: (chroma, 0, within)
      }
    func channel(_ part: Int) -> UInt8 { UInt8(clamping: (part + low) * 255 / 100) }
    self.init(red: channel(red), green: channel(green), blue: channel(blue))
  }

  /// Returns the color between this one and another, at the fraction `part` / `whole`.
  package func mixed(with other: Picture.Colour, _ part: Int, of whole: Int) -> Picture.Colour {
    func channel(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8(clamping: Int(from) + (Int(to) - Int(from)) * part / whole)
    }
    return Picture.Colour(
      red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
  }

  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = [red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return "#" + String(decoding: bytes, as: UTF8.self)
  }
}
