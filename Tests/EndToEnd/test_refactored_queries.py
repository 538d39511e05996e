"""Queries of the shipped recordings as clients refactor them: answered from the recordings, with the recorded values."""

import itertools
import json
from copy import deepcopy

import clients
import pytest
from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLObjectType,
    InlineFragmentNode,
    NamedTypeNode,
    NameNode,
    OperationDefinitionNode,
    SelectionSetNode,
    Visitor,
    build_schema,
    get_named_type,
    parse,
    print_ast,
    validate,
    visit,
)
from harness import ROOT, running, understudy
from shipped_queries import shipped_queries

SCHEMAS = {
    name: build_schema((ROOT / "schemas" / f"{name}.graphqls").read_text("utf-8"))
    for name in ("conference-planner", "countries", "posts", "rocket-reserver")
    if (ROOT / "schemas" / f"{name}.graphqls").exists()
}


class Recorded:
    """A shipped query of an endpoint with a schema."""

    def __init__(self, query):
        self.endpoint, self.variables, self.data = query.endpoint, query.variables, query.data
        self.schema = SCHEMAS[query.endpoint]
        self.document = parse(query.text, no_location=True)

    @property
    def operation(self):
        return next(each for each in self.document.definitions if isinstance(each, OperationDefinitionNode))


def shipped():
    """Yields one recording of each query."""
    for _, queries in itertools.groupby(shipped_queries(), lambda query: query.file.parent):
        query = next(queries)
        if query.endpoint in SCHEMAS:
            yield Recorded(query)


def projected(document, schema, data):
    """The data that a query gets of what was recorded under the same keys."""
    fragments = {each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)}
    operation = next(each for each in document.definitions if isinstance(each, OperationDefinitionNode))

    def fields(selections):
        for selection in selections:
            if isinstance(selection, FieldNode):
                yield selection
            elif isinstance(selection, InlineFragmentNode):
                yield from fields(selection.selection_set.selections)
            else:
                yield from fields(fragments[selection.name.value].selection_set.selections)

    def value(sets, data, declared):
        if isinstance(data, list):
            return [value(sets, each, declared) for each in data]
        if not isinstance(data, dict) or not sets:
            return data
        by_key = {}
        for field in [field for each in sets for field in fields(each.selections)]:
            by_key.setdefault((field.alias or field.name).value, []).append(field)
        result = {}
        for key, same in by_key.items():
            if same[0].name.value == "__typename":
                result[key] = data.get(key, declared.name)
            elif key in data:
                inner = get_named_type(declared.fields[same[0].name.value].type) if hasattr(declared, "fields") else None
                result[key] = value([each.selection_set for each in same if each.selection_set], data[key], inner)
        return result

    return value([operation.selection_set], data, schema.query_type)


class EachField(Visitor):
    """Changes the selections of each field, with the type of its value."""

    def __init__(self, change):
        super().__init__()
        self.change = change

    def leave_field(self, node, *_):
        return self.change(node) if node.selection_set else None


def fewer_fields(recorded):
    def change(node):
        selections = node.selection_set.selections
        last = selections[-1]
        if len(selections) < 2 or not isinstance(last, FieldNode) or last.selection_set:
            return None
        node = deepcopy(node)
        node.selection_set.selections = selections[:-1]
        return node

    return visit(recorded.document, EachField(change))


def typenames(recorded):
    def change(node):
        node = deepcopy(node)
        own = FieldNode(name=NameNode(value="__typename"), arguments=(), directives=())
        node.selection_set.selections = (*node.selection_set.selections, own)
        return node

    document = visit(recorded.document, EachField(change))
    types = [get_named_type(field.type) for field in recorded.schema.query_type.fields.values()]
    certain = all(isinstance(type, GraphQLObjectType) or not hasattr(type, "fields") for type in types)
    return document if certain else None


def inlined(recorded):
    fragments = {
        each.name.value: each for each in recorded.document.definitions if isinstance(each, FragmentDefinitionNode)
    }

    class Inline(Visitor):
        def leave_fragment_spread(self, node, *_):
            fragment = deepcopy(fragments[node.name.value])
            return InlineFragmentNode(
                type_condition=fragment.type_condition, directives=(), selection_set=visit(fragment.selection_set, self)
            )

    return DocumentNode(definitions=(visit(recorded.operation, Inline()),)) if fragments else None


def extracted(recorded):
    """The selections of each root field in a fragment."""
    operation = deepcopy(recorded.operation)
    definitions = [each for each in recorded.document.definitions if each is not recorded.operation]
    for number, field in enumerate(operation.selection_set.selections):
        if not isinstance(field, FieldNode) or not field.selection_set:
            continue
        type = get_named_type(recorded.schema.query_type.fields[field.name.value].type)
        name = NameNode(value=f"Extracted{number}")
        definitions.append(
            FragmentDefinitionNode(
                name=name,
                type_condition=NamedTypeNode(name=NameNode(value=type.name)),
                directives=(),
                variable_definitions=(),
                selection_set=field.selection_set,
            )
        )
        field.selection_set = SelectionSetNode(selections=(FragmentSpreadNode(name=name, directives=()),))
    return DocumentNode(definitions=(operation, *definitions))


@pytest.fixture(scope="module")
def server():
    with running(understudy("replay", "--recordings", ROOT / "recordings", "--schemas", ROOT / "schemas")) as server:
        yield server


def ask(server, endpoint, document, variables):
    body = json.dumps({"query": print_ast(document), "variables": variables})
    return clients.post(f"{server.origin}/{endpoint}", body)


@pytest.mark.parametrize("refactor", [fewer_fields, typenames, inlined, extracted])
def test_a_refactored_query(refactor, server):
    sources = []
    for recorded in shipped():
        document = refactor(recorded)
        if document is None or validate(recorded.schema, document):
            continue
        reply = ask(server, recorded.endpoint, document, recorded.variables)
        text = print_ast(document)
        assert reply.source in ("derived", "recorded"), (text, reply.body)
        assert reply.json == {"data": projected(document, recorded.schema, recorded.data)}, text
        sources.append(reply.source)
    assert sources.count("derived") >= 3, sources


def test_two_screens_in_one_query(server):
    merged = 0
    queries = list(shipped())
    for first, second in zip(queries, queries[1:], strict=False):
        fragments = [each for each in (first.document, second.document) if len(each.definitions) > 1]
        if first.endpoint != second.endpoint or fragments or first.variables or second.variables:
            continue
        roots = [*first.operation.selection_set.selections, *second.operation.selection_set.selections]
        keys = [(each.alias or each.name).value for each in roots if isinstance(each, FieldNode)]
        if len(set(keys)) < len(roots):
            continue
        both = deepcopy(first.operation)
        both.name, both.variable_definitions = None, ()
        both.selection_set.selections = tuple(deepcopy(roots))
        document = DocumentNode(definitions=(both,))
        if validate(first.schema, document):
            continue
        reply = ask(server, first.endpoint, document, {})
        assert (reply.source, reply.json) == ("derived", {"data": first.data | second.data}), print_ast(document)
        merged += 1
    assert merged, "no two queries without variables"
