extension Picture {
  /// The longest side of a PNG; larger pictures are drawn smaller, in the same proportions.
  static let longestSide = 256

  package var pixels: (width: Int, height: Int) {
    let longest = max(width, height)
    guard longest > Self.longestSide else { return (width, height) }
    return (max(1, width * Self.longestSide / longest), max(1, height * Self.longestSide / longest))
  }

  /// An uncompressed PNG (ISO/IEC 15948) of sixteen colors: fifteen steps of the gradient, and white for a circle.
  package var png: [UInt8] {
    let (width, height) = pixels
    var header = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    // Four bits a pixel, a palette; the only compression, filter and interlace methods that exist.
    header += [4, 3, 0, 0, 0]
    var palette: [UInt8] = []
    for step in 0..<15 {
      let colour = from.mixed(with: to, step, of: 14)
      palette += [colour.red, colour.green, colour.blue]
    }
    palette += [0xFF, 0xFF, 0xFF]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("PLTE", palette)
      + chunk("IDAT", zlib(rows(width, height))) + chunk("IEND", [])
  }

  /// Returns the picture's rows, each after the number of its filter, which is none.
  private func rows(_ width: Int, _ height: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(height * (1 + (width + 1) / 2))
    let radius = min(width, height) / 4
    for row in 0..<height {
      bytes.append(0)
      for column in stride(from: 0, to: width, by: 2) {
        func pixel(_ column: Int) -> UInt8 {
          guard column < width else { return 0 }
          let (across, down) = (2 * column + 1 - width, 2 * row + 1 - height)
          if across * across + down * down < 4 * radius * radius { return 15 }
          return UInt8((column * 15 / width + row * 15 / height) / 2)
        }
        bytes.append(pixel(column) << 4 | pixel(column + 1))
      }
    }
    return bytes
  }

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(Checksum.crc32(body))
  }

  /// Returns a zlib stream (RFC 1950) of stored blocks (RFC 1951, section 3.2.4).
  private func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 0xFFFF, data.count)
      let length = UInt16(end - start)
      stream.append(end == data.count ? 1 : 0)
      stream += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
      stream += data[start..<end]
      start = end
    } while start < data.count
    return stream + bigEndian(Checksum.adler32(data))
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// The checksums of a PNG's chunks and its stream.
enum Checksum {
  /// Returns the CRC of ISO/IEC 15948, annex D.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes { crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8) }
    return ~crc
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
  }

  /// Returns the checksum of RFC 1950, section 8.2.
  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
