import GraphQLLanguage

extension Schema {
  /// A variable's type; nil where the schema does not have it or variables cannot have it.
  func inputType(_ reference: TypeReference) -> TypeRef? {
    let type = TypeRef(reference)
    return isInput(type) ? type : nil
  }
}
