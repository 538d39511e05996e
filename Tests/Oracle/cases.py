"""Everything that is asked: one request for each thing that engines can be compared in."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from graphql import (
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    build_schema,
    get_introspection_query,
    introspection_from_schema,
    is_input_type,
    parse,
    type_from_ast,
)
from graphql.validation.validate import validate_sdl

from corpus import Subject, known_operations, subjects
from engines import Request
from generate.data import data
from generate.operations import operation
from generate.schemas import broken_schema_text
from generate.tokens import mutated, respaced
from generate.trees import TreeMutator
from generate.values import json_value, spoiled_members

Variables = dict[str, Any] | None


def all_cases(seed: int, documents: int, schemas: int, large: bool) -> Iterator[Request]:
    """The requests, the same ones for the same arguments."""
    for text, _ in known_operations():
        yield from of_text(text)
    for subject in subjects(schemas, seed, large):
        random = Random(f"{seed} {subject.name}")
        if not subject.is_large or subject.name in ("swapi", "anilist"):
            yield from of_schema(subject)
            yield from of_broken_schemas(subject, random, max(documents // 4, 10))
        for text, variables in subject.operations:
            yield from of_operation(subject, text, random, variables)
        for _ in range(documents // 20 if subject.is_large else documents):
            yield from of_document(subject, random)


def of_text(text: str) -> Iterator[Request]:
    """What is asked about any text that may be a document."""
    yield {"op": "parse", "source": text, "noLocation": True}
    yield {"op": "print", "source": text}
    yield {"op": "strip", "source": text}


def of_document(subject: Subject, random: Random) -> Iterator[Request]:
    """A generated document and what is made from it."""
    text = operation(subject.schema, random)
    yield from of_operation(subject, text, random, None)
    spaced = respaced(text, random)
    yield from of_text(spaced)
    yield {"op": "lex", "source": spaced}
    mutator = TreeMutator(subject.schema, random)
    for _ in range(3):
        changed = mutator.mutated(text)
        yield {"op": "validate", **subject.request, "query": changed}
    wrong = mutated(respaced(text, random), random)
    yield from of_text(wrong)
    yield {"op": "lex", "source": wrong}
    yield {"op": "validate", **subject.request, "query": wrong}
    # What is invalid may still be executed, and must not bring an engine down.
    yield from of_execution(subject, mutator.mutated(text), random, None)


def of_operation(subject: Subject, text: str, random: Random, variables: Variables) -> Iterator[Request]:
    """A document that should be valid."""
    yield {"op": "validate", **subject.request, "query": text}
    yield {"op": "print", "source": text}
    yield from of_execution(subject, text, random, variables)


def of_execution(subject: Subject, text: str, random: Random, variables: Variables) -> Iterator[Request]:
    """Variables coerced, and the operation executed over made-up data."""
    try:
        document = parse(text)
        operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        if len(operations) != 1 or subject.schema.get_root_type(operations[0].operation) is None:
            return
        root = data(subject.schema, document, operations[0], random)
    except GraphQLError:
        return
    given = variables if variables is not None else variables_of(subject.schema, operations[0], random)
    request = {**subject.request, "query": text, "variables": given}
    if operations[0].variable_definitions:
        yield {"op": "coerce", **request}
        yield {"op": "coerce", **request, "variables": spoiled_members(given, random)}
    yield {"op": "execute", **request, "root": root}


def variables_of(schema: GraphQLSchema, node: OperationDefinitionNode, random: Random) -> dict[str, Any]:
    """Fitting values for the variables of an operation; those with a default are now and then left out."""
    given: dict[str, Any] = {}
    for definition in node.variable_definitions:
        type_ = type_from_ast(schema, definition.type)
        if type_ is None or not is_input_type(type_):
            continue
        if definition.default_value is None or random.random() < 0.5:
            given[definition.variable.name.value] = json_value(type_, random)
    return given


def of_schema(subject: Subject) -> Iterator[Request]:
    """A schema's own text: built, printed, asked about itself, and built again from the answer."""
    yield {"op": "validateSDL", "schema": subject.text}
    yield {"op": "build", "schema": subject.text}
    yield {"op": "parse", "source": subject.text, "noLocation": True}
    yield {"op": "print", "source": subject.text}
    yield {"op": "strip", "source": subject.text}
    for every in (False, True):
        options = {"specified_by_url": every, "directive_is_repeatable": every, "schema_description": every}
        yield {"op": "introspect", **subject.request,
               "query": get_introspection_query(**options, input_value_deprecation=every)}
        introspection = introspection_from_schema(subject.schema, **options, input_value_deprecation=every)
        yield {"op": "clientSchema", "introspection": introspection}


def of_broken_schemas(subject: Subject, random: Random, count: int) -> Iterator[Request]:
    """Texts like the schema's with something wrong, and what changed from the one to the other."""
    for _ in range(count if len(subject.text) < 10_000 else min(count, 10)):
        text = broken_schema_text(subject.text, random)
        yield {"op": "validateSDL", "schema": text}
        yield {"op": "build", "schema": text}
        yield {"op": "parse", "source": text, "noLocation": True}
        yield {"op": "strip", "source": text}
        if can_be_built(text):
            yield {"op": "breaking", "old": subject.text, "new": text, "assumeValid": True}


def can_be_built(text: str) -> bool:
    """Whether the text alone is right; the references make something of what is not, or fail."""
    try:
        return not validate_sdl(parse(text)) and bool(build_schema(text, assume_valid=True))
    except (GraphQLError, TypeError):
        return False
