package import GraphQLSchema

extension TextPlan {
  /// Plans the texts of the objects of a type, as in a field with their description.
  package init(_ type: SchemaType) {
    let subject = Subject(type)
    self.init(subject: subject, prose: SubjectRow.of(subject).prose, about: subject)
  }

  /// Plans the texts of a field. `siblings` are the known types of the parent's fields.
  init(field: [String], _ kind: ValueKind, _ parent: SchemaType, siblings: [SchemaType]) {
    let own = Subject(parent)
    var subject = own
    if kind == .title || kind == .name {
      // `projectName` is the name of a project.
      let isNamed = field.count > 1 && ["name", "title"].contains(field.last)
      let parts = isNamed ? field.dropLast() : KindRow.texts[field.joined(separator: " ")] == nil ? field : []
      if !ValueKind.ownNames.contains(field), let named = Subject.named(parts) { subject = named }
    }
    var about = subject
    if [.comment, .review, .message].contains(subject) {
      // The comment of an issue is about issues.
      let others =
        [Subject.named(words(of: parent.name).dropLast())] + siblings.map { Subject.named(words(of: $0.name)) }
      about = others.compactMap { $0 }.first(where: \.hasThings) ?? subject
    }
    self.init(
      subject: subject, prose: own.prose(field: field), about: about, field: StableHash().with(field.joined()).value)
  }
}
