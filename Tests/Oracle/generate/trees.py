"""Documents that parse and break a rule of validation, made from others by changing their trees."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random

from graphql import (
    ArgumentNode,
    DirectiveNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLSchema,
    InlineFragmentNode,
    NamedTypeNode,
    NameNode,
    Node,
    ObjectFieldNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    VariableDefinitionNode,
    parse,
    parse_type,
    parse_value,
    print_ast,
    specified_directives,
)

from generate.values import ODD_LITERALS

DIRECTIVES = [
    "@skip(if: true)", "@include(if: false)", "@skip", "@include(if: null)", "@skip(if: 1)", "@skip(unless: true)",
    "@unknown", "@unknown(a: 1)", "@deprecated", '@specifiedBy(url: "x")', "@include(if: $odd)", "@skip(if: $flag)",
    "@include(if: true, if: true)", "@deprecated(reason: 5)", "@skip(if: true) @skip(if: true)",
]
SELECTIONS = [
    "__typename", "__schema { types { name } }", '__type(name: "Query") { kind fields { name type { name } } }',
    "__schema { types { fields { type { fields { type { fields { name } } } } } } }", "__type { name }",
    "__schema { directives { args { type { ofType { ofType { name } } } } } }", "__typename { name }", "__typename: id",
    "id: __typename", "__schema { types { possibleTypes { interfaces { possibleTypes { interfaces { name } } } } } }",
    "unknown", "unknown { id }", "... { __typename }", "...Missing", "... on Missing { id }", "... on String { id }",
    "... @include(if: true) { unknown }", "...F0", "...F1", "... on Query { __typename }", "id(unknown: 1)", "name name",
    "__schema { types { inputFields { type { inputFields { type { inputFields { name } } } } } } }",
]
DEFINITIONS = [
    "{ __typename }", "query Q { __typename }", "mutation Named { __typename }", "fragment F0 on Query { __typename }",
    "fragment Unused on Query { __typename }", "fragment Loop on Query { ...Loop }", "type Extra { a: Int }",
    "fragment A on Query { ...B } fragment B on Query { ...A }", "fragment OnScalar on Int { a }", "extend type Query @x",
    "fragment OnMissing on Missing { a }", "subscription Two { a: __typename b: __typename }", "schema { query: Query }",
    "query Variables($a: Int, $a: Int!, $b: Query, $c: [Missing!]) { __typename }", "directive @made on FIELD",
    "query Defaults($a: Int = \"x\", $b: [Int!] = [null], $c: Boolean! = null) { __typename @skip(if: $c) }",
    "subscription Spread { ...Many } fragment Many on Subscription { a: __typename b: __typename }",
    "subscription { __typename }", "fragment S on Subscription { ... @skip(if: true) { __typename } }",
]


class TreeMutator:
    """Changes one document; what it takes from the schema makes near misses of what is right."""

    def __init__(self, schema: GraphQLSchema, random: Random):
        self.schema = schema
        self.random = random
        self.type_names = [*schema.type_map, "Missing"]

    def mutated(self, text: str) -> str:
        """The text of the document after one to three changes."""
        document = deepcopy(parse(text, no_location=True))
        changes: list[Callable[[DocumentNode], None]] = [
            self.rename, self.rename, self.rename, self.change_literal, self.change_literal, self.change_arguments,
            self.add_directive, self.change_variables, self.change_variables, self.change_fragments, self.add_selection,
            self.add_selection, self.overlap, self.overlap, self.change_leaf, self.add_definition, self.change_kind,
            self.wrap,
        ]
        for _ in range(self.random.choice([1, 1, 2, 3])):
            self.random.choice(changes)(document)
        return print_ast(document)

    def nodes(self, document: DocumentNode, *kinds: type[Node]) -> list[Node]:
        found: list[Node] = []

        def collect(node: Node) -> None:
            if isinstance(node, kinds):
                found.append(node)
            for key in node.keys:
                member = getattr(node, key, None)
                for child in member if isinstance(member, (list, tuple)) else [member]:
                    if isinstance(child, Node):
                        collect(child)

        collect(document)
        return found

    def any(self, document: DocumentNode, *kinds: type[Node]) -> Node | None:
        found = self.nodes(document, *kinds)
        return self.random.choice(found) if found else None

    def rename(self, document: DocumentNode) -> None:
        names = self.nodes(document, NameNode)
        name = self.random.choice(names) if names else None
        if name is None:
            return
        old = name.value
        name.value = self.random.choice(
            [old + "x", old[:-1] or "x", old.swapcase(), old[1:].lstrip("0123456789") or "x", old + old[-1:], "unknown",
             self.random.choice(names).value, self.random.choice(self.type_names), f"{old[:2]}_{old[2:]}"])

    def change_literal(self, document: DocumentNode) -> None:
        holder = self.any(document, ArgumentNode, ObjectFieldNode, VariableDefinitionNode)
        if isinstance(holder, VariableDefinitionNode):
            text = self.random.choice([text for text in ODD_LITERALS if "$" not in text])
            holder.default_value = parse_value(text, no_location=True)
        elif holder is not None:
            holder.value = parse_value(self.random.choice(ODD_LITERALS), no_location=True)

    def change_arguments(self, document: DocumentNode) -> None:
        holder = self.any(document, FieldNode, DirectiveNode)
        if holder is None:
            return
        arguments = list(holder.arguments)
        choice = self.random.random()
        if arguments and choice < 0.4:
            arguments.pop(self.random.randrange(len(arguments)))
        elif arguments and choice < 0.7:
            arguments.append(deepcopy(self.random.choice(arguments)))
        else:
            value = parse_value(self.random.choice(ODD_LITERALS), no_location=True)
            arguments.append(ArgumentNode(name=NameNode(value=self.random.choice(["unknown", "id", "if"])), value=value))
        holder.arguments = tuple(arguments)

    def add_directive(self, document: DocumentNode) -> None:
        kinds = (FieldNode, OperationDefinitionNode, FragmentDefinitionNode, FragmentSpreadNode, InlineFragmentNode,
                 VariableDefinitionNode)
        holder = self.any(document, *kinds)
        known = [directive.name for directive in self.schema.directives if directive not in specified_directives]
        text = self.random.choice([*DIRECTIVES, *(f"@{name}" for name in known)])
        if isinstance(holder, VariableDefinitionNode) and "$" in text:
            return
        if holder is not None:
            field = parse(f"{{ a {text} }}", no_location=True).definitions[0].selection_set.selections[0]
            holder.directives = (*holder.directives, *field.directives)

    def change_variables(self, document: DocumentNode) -> None:
        operation = self.any(document, OperationDefinitionNode)
        if operation is None:
            return
        variables = list(operation.variable_definitions)
        choice = self.random.random()
        if variables and choice < 0.25:
            variables.pop(self.random.randrange(len(variables)))
        elif variables and choice < 0.4:
            variables.append(deepcopy(self.random.choice(variables)))
        elif variables and choice < 0.8:
            changed = self.random.choice(variables)
            name = self.random.choice(["Int", "String", "Boolean", "ID", "Float", *self.type_names])
            wrapped = self.random.choice(["{}", "{}!", "[{}]", "[{}!]", "[{}]!", "[[{}]]", "[{}!]!"]).format(name)
            old = print_ast(changed.type)
            text = self.random.choice([wrapped, old.rstrip("!"), f"[{old}]", old.strip("[]!") or "Int", old + "!"])
            changed.type = parse_type(text.replace("!!", "!"), no_location=True)
        else:
            text = f"query ($odd: {self.random.choice(self.type_names)}) {{ a }}"
            variables.extend(parse(text, no_location=True).definitions[0].variable_definitions)
        operation.variable_definitions = tuple(variables)

    def change_fragments(self, document: DocumentNode) -> None:
        fragments = [node for node in document.definitions if isinstance(node, FragmentDefinitionNode)]
        if not fragments:
            return self.add_definition(document)
        fragment = self.random.choice(fragments)
        choice = self.random.random()
        if choice < 0.2:
            document.definitions = tuple(node for node in document.definitions if node is not fragment)
        elif choice < 0.35:
            document.definitions = (*document.definitions, deepcopy(fragment))
        elif choice < 0.6:
            spread = FragmentSpreadNode(name=deepcopy(self.random.choice(fragments).name), directives=())
            self.add(spread, self.any(fragment, SelectionSetNode))
        elif choice < 0.8:
            fragment.type_condition.name.value = self.random.choice(self.type_names)
        else:
            definitions = list(document.definitions)
            self.random.shuffle(definitions)
            document.definitions = tuple(definitions)
        return None

    def add(self, selection: Node, into: SelectionSetNode | None) -> None:
        if into is None:
            return
        selections = list(into.selections)
        selections.insert(self.random.randrange(len(selections) + 1), selection)
        into.selections = tuple(selections)

    def add_selection(self, document: DocumentNode) -> None:
        made = parse(f"{{ {self.random.choice(SELECTIONS)} }}", no_location=True).definitions[0].selection_set
        if self.random.random() < 0.4:
            # A field that another type has is a near miss.
            field = deepcopy(self.any(document, FieldNode))
            made = SelectionSetNode(selections=(field,)) if field else made
        for selection in made.selections:
            self.add(selection, self.any(document, SelectionSetNode))

    def overlap(self, document: DocumentNode) -> None:
        """Two fields with one response name that differ in field, arguments, type or what is below."""
        into = self.any(document, SelectionSetNode)
        fields = [node for node in into.selections if isinstance(node, FieldNode)] if into else []
        if not fields:
            return
        one, other = deepcopy(self.random.choice(fields)), deepcopy(self.any(document, FieldNode))
        choice = self.random.random()
        if choice < 0.3:
            other.alias = deepcopy(one.alias or one.name)
        elif choice < 0.5 and one.arguments:
            other, other_arguments = one, list(one.arguments)
            other_arguments.pop()
            other.arguments = tuple(other_arguments)
        elif choice < 0.7:
            other = one
            other.arguments = tuple(
                parse(f"{{ a(id: {self.random.choice(ODD_LITERALS)}) }}", no_location=True)
                .definitions[0].selection_set.selections[0].arguments)
        elif one.selection_set:
            other = one
            self.add_selection(DocumentNode(definitions=(other,)))
        if self.random.random() < 0.4:
            condition = NamedTypeNode(name=NameNode(value=self.random.choice(self.type_names)))
            other = InlineFragmentNode(
                type_condition=condition, directives=(), selection_set=SelectionSetNode(selections=(other,)))
        self.add(other, into)

    def change_leaf(self, document: DocumentNode) -> None:
        field = self.any(document, FieldNode)
        if field is None:
            return
        if field.selection_set:
            field.selection_set = None
        else:
            field.selection_set = parse("{ id }", no_location=True).definitions[0].selection_set

    def add_definition(self, document: DocumentNode) -> None:
        made = list(parse(self.random.choice(DEFINITIONS), no_location=True).definitions)
        definitions = list(document.definitions)
        place = self.random.randrange(len(definitions) + 1)
        document.definitions = tuple(definitions[:place] + made + definitions[place:])

    def change_kind(self, document: DocumentNode) -> None:
        operation = self.any(document, OperationDefinitionNode)
        if operation is None:
            return
        operation.operation = self.random.choice(list(OperationType))
        if self.random.random() < 0.3:
            operation.name = None

    def wrap(self, document: DocumentNode) -> None:
        """Puts a selection into a fragment on another type."""
        into = self.any(document, SelectionSetNode)
        if into is None:
            return
        selections = list(into.selections)
        place = self.random.randrange(len(selections))
        condition = NamedTypeNode(name=NameNode(value=self.random.choice(self.type_names)))
        selections[place] = InlineFragmentNode(
            type_condition=condition, directives=(), selection_set=SelectionSetNode(selections=(selections[place],)))
        into.selections = tuple(selections)
