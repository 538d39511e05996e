extension TypeRef {
  /// Whether a field of this type may become one of another without breaking clients: what was never null may not
  /// become so, a list stays a list, and the named type stays the same.
  func mayBecomeOutput(_ other: TypeRef) -> Bool {
    switch (self, other) {
    case (.nonNull(let old), .nonNull(let new)): old.mayBecomeOutput(new)
    case (.nonNull, _): false
    case (_, .nonNull(let new)): mayBecomeOutput(new)
    case (.list(let old), .list(let new)): old.mayBecomeOutput(new)
    case (.named(let old), .named(let new)): old == new
    case (.list, .named), (.named, .list): false
    }
  }

  /// Whether an argument or input field of this type may become one of another without breaking clients: it may
  /// become nullable, never non-null.
  func mayBecomeInput(_ other: TypeRef) -> Bool {
    switch (self, other) {
    case (.nonNull(let old), .nonNull(let new)): old.mayBecomeInput(new)
    case (.nonNull(let old), _): old.mayBecomeInput(other)
    case (_, .nonNull): false
    case (.list(let old), .list(let new)): old.mayBecomeInput(new)
    case (.named(let old), .named(let new)): old == new
    case (.list, .named), (.named, .list): false
    }
  }
}
