extension Unicode.Scalar {
  /// The number of terminal columns of the scalar: two for East Asian wide characters and emoji (Unicode Standard Annex
  /// 11), zero for marks and invisible characters. A tab counts as one, because its width depends on its column.
  package var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF,
    0x20000...0x3FFFD,
  ]
}
