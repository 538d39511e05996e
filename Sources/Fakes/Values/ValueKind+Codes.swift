extension ValueKind {
  func textOfMachine(_ persona: Persona, _ hash: StableHash) -> String? {
    var draw = Draw(hash)
    let lexicon = persona.lexicon
    switch self {
    case .domain: return persona.domain
    case .url: return "https://\(persona.domain)/\(Phrase(lexicon, &draw).slug)"
    case .path: return "/\(Phrase(lexicon, &draw).slug)/\(Phrase(lexicon, &draw).slug)"
    case .fileName: return "\(Phrase(lexicon, &draw).slug).\(persona.fileForm.suffix)"
    case .fileExtension: return persona.fileForm.suffix
    case .mimeType: return persona.fileForm.mimeType
    case .httpMethod: return ["DELETE", "GET", "PATCH", "POST", "PUT"][draw.below(5)]
    // RFC 5737 and RFC 3849 keep these addresses for documentation.
    case .ipAddress:
      return ["192.0.2.", "198.51.100.", "203.0.113."][draw.below(3)] + String(draw.within(1...254))
    case .ipv6Address: return "2001:db8:\(draw.within(1...9))\(draw.hex(3))::\(draw.within(1...9))\(draw.hex(3))"
    // Locally administered, so no maker's.
    case .macAddress:
      return "02:\(draw.hex(2)):\(draw.hex(2)):\(draw.hex(2)):\(draw.hex(2)):\(draw.hex(2))"
    case .cloudRegion: return draw.pick(Lexicon.cloudRegions)
    case .userAgent: return "ExampleBrowser/\(draw.within(90...130)).0 (\(["Android", "iOS", "Linux"][draw.below(3)]))"
    case .version: return "\(draw.within(0...9)).\(draw.below(20)).\(draw.below(10))"
    case .cron: return "\(draw.below(60)) \(draw.below(24)) * * *"
    case .time: return padded(draw.within(6...22), 2) + ":" + ["00", "15", "30", "45"][draw.below(4)] + ":00"
    case .rgb: return "rgb(\(draw.below(256)), \(draw.below(256)), \(draw.below(256)))"
    default: return nil
    }
  }

  /// Codes, ids, and numbers with a check digit; `""` for kinds that are none of these.
  func textOfCode(_ persona: Persona, _ hash: StableHash) -> String {
    var draw = Draw(hash)
    switch self {
    case .sku: return "\(draw.hex(3).uppercased())-\(draw.digits(5))"
    case .uuid: return draw.uuid()
    case .ulid: return "01" + draw.base32(24)
    case .objectID: return draw.hex(24)
    case .hash: return draw.hex(40)
    case .md5: return draw.hex(32)
    case .sha256: return draw.hex(64)
    case .cursor: return draw.base64(16)
    case .base64: return draw.base64(24)
    case .token: return "fake_" + draw.base64(35)
    case .password: return "not-a-password-" + draw.base36(8)
    // {"alg":"none","typ":"JWT"}, {"iss":"fake"}, and a signature that says what it is.
    case .jwt: return "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJpc3MiOiJmYWtlIn0.not-signed-" + draw.base64(12)
    // 200 to 299 are for use within one company, so no maker's.
    case .barcode: return CheckDigit.number("2", length: 13, &draw, CheckDigit.ean)
    case .isbn: return CheckDigit.number("9780", length: 13, &draw, CheckDigit.ean)
    case .cardNumber: return persona.card.number
    case .cardBrand: return persona.card.brand
    // Bank code 00000000 is nobody's.
    case .iban:
      let account = "00000000" + draw.digits(10)
      return "DE\(CheckDigit.iban(country: "DE", account: account))\(account)"
    case .bic: return "TEST\(persona.country.code)00"
    default: return ""
    }
  }
}
