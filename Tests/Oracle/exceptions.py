"""Recorded cases of graphql-js that are answered otherwise, each by file and name with its reason."""

LEGACY = "Variables of fragments are an old experiment of the reference, in no specification."
EXTENDS = "Ours reads all documents of a schema as one text, and extends no schema that is built; it is refused in other words."
OVERRIDING = "Ours prints a directive that the schema defines, also under the name of a built-in one."
UNKNOWN_DIRECTIVE = "An unknown directive is a warning: vendors' directives must not stop a schema from being served."
UNKNOWN_TYPE = "Read as valid, the reference fails where it meets the type; ours reads on."
WRITTEN = "Ours prints a default as the schema has it, the reference the value that it comes to, its fields in the type's order."
EMPTY = "The recorded schemas were made without text, and so is the case: it says nothing."

EXCEPTIONS: dict[tuple[str, str], str] = {
    ("print", "Printer: Query document Legacy: prints fragment with variable directives #1"): LEGACY,
    ("print", "Printer: Query document Legacy: correctly prints fragment defined variables #1"): LEGACY,
    ("validateSDL", "Validate: Schema definition should be alone redefine schema in schema extension #1"): EXTENDS,
    ("validateSDL", "Validate: Schema definition should be alone redefine implicit schema in schema extension #1"): EXTENDS,
    ("validateSDL", "Validate: Possible type extensions extending types with different kinds within existing schema #1"): EXTENDS,
    ("validateSDL", "Validate: Unique directive names adding new directive with standard name to existing schema #1"): EXTENDS,
    ("validateSDL", "Validate: Unique directive names adding conflicting directives to existing schema #1"): EXTENDS,
    ("validateSDL", "Validate: Unique enum value names adding conflicting value to existing schema twice #1"): EXTENDS,
    ("validateSDL", "Validate: Unique field definition names adding conflicting fields to existing schema twice #1"): EXTENDS,
    ("validateSDL", "Validate: Unique operation types adding conflicting operation types to existing schema #1"): EXTENDS,
    ("validateSDL", "Validate: Unique operation types adding conflicting operation types to existing schema twice #1"): EXTENDS,
    ("validateSDL", "Validate: Unique type names adding conflicting types to existing schema #1"): EXTENDS,
    ("buildSchema", "Schema Builder Overriding directives excludes specified #1"): OVERRIDING,
    ("buildSchema", "Schema Builder Rejects invalid SDL #1"): UNKNOWN_DIRECTIVE,
    ("buildSchema", "Schema Builder Throws on unknown types #1"): UNKNOWN_TYPE,
    ("buildSchema", "findDangerousChanges should ignore changes in field order of defaultValue #2"): WRITTEN,
    ("buildSchema", "findDangerousChanges should ignore changes in field definitions order #1"): WRITTEN,
    ("findBreakingChanges", "findBreakingChanges should detect if a directive was implicitly removed #1"): EMPTY,
}
