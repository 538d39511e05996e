package import OrderedJSON

/// Returns a sample in a scalar's form. A sample that the form cannot hold is replaced by a number or a Boolean of the
/// same hash, never by a value of the wrong type.
package func written(_ sample: Sample, _ form: ScalarForm, _ hash: StableHash) -> JSON {
  switch form {
  case .text, .identifier: return .string(sample.text)
  case .integer, .wideInteger: return .number(JSONNumber(validated: String(sample.integer ?? anyNumber(hash))))
  case .float: return .number(JSONNumber(validated: sample.decimal ?? Sample.decimal(anyNumber(hash), 2)))
  case .decimalText: return .string(sample.decimal ?? Sample.decimal(anyNumber(hash), 2))
  case .boolean:
    if case .flag(let flag) = sample { return .bool(flag) }
    return .bool(anyNumber(hash).isMultiple(of: 2))
  case .dateTime, .date, .time:
    guard let seconds = sample.seconds else { return .string(sample.text) }
    let moment = CivilTime(seconds: seconds)
    return .string(form == .date ? moment.isoDate : form == .time ? moment.isoTime : moment.isoDateTime)
  case .epoch(let epoch):
    return .number(JSONNumber(validated: epoch.text(of: sample.seconds ?? 1_700_000_000, hash)))
  case .durationText: return .string("PT\(max(1, (sample.integer ?? anyNumber(hash) * 60) / 60))M")
  case .kind:
    switch sample {
    case .json(let json): return json
    case .number(let units, let decimals): return .number(JSONNumber(validated: Sample.decimal(units, decimals)))
    case .flag(let flag): return .bool(flag)
    case .text, .moment, .day: return .string(sample.text)
    }
  }
}

private func anyNumber(_ hash: StableHash) -> Int {
  var draw = Draw(hash.with(0x46_4F_52_4D))
  return draw.within(1...100)
}

extension ScalarForm.Epoch {
  fileprivate func text(of seconds: Int, _ hash: StableHash) -> String {
    let whole = (seconds - zero) * (isMilliseconds ? 1_000 : 1)
    guard hasFraction else { return String(whole) }
    // Six digits: more would exceed the precision of a Double of this size, and come back changed from a client.
    var draw = Draw(hash.with(0x46_52_41_43))
    return "\(whole).\(draw.digits(6))"
  }
}

extension Sample {
  fileprivate var seconds: Int? {
    switch self {
    case .moment(let seconds), .day(let seconds): seconds
    default: nil
    }
  }
}
