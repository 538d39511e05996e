"""Whether a response is valid for an operation and a schema, judged with graphql-core's own collecting of fields."""

from __future__ import annotations

import math
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLEnumType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    OperationDefinitionNode,
    SchemaMetaFieldDef,
    TypeMetaFieldDef,
    is_abstract_type,
    is_leaf_type,
)
from graphql.execution.collect_fields import collect_fields, collect_sub_fields

Path = tuple[str | int, ...]
TYPENAME = "__typename"
LARGEST = 2**31

LEAVES = {
    "Int": lambda value: type(value) is int and -LARGEST <= value < LARGEST,
    "Float": lambda value: type(value) in (int, float) and math.isfinite(value),
    "String": lambda value: type(value) is str,
    "Boolean": lambda value: type(value) is bool,
    "ID": lambda value: type(value) is str,
}


class _Checker:
    def __init__(
        self,
        schema: GraphQLSchema,
        document: DocumentNode,
        operation: OperationDefinitionNode,
        variables: dict[str, Any],
    ) -> None:
        self.schema = schema
        self.operation = operation
        self.variables = variables
        self.fragments = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }
        self.faults: list[str] = []

    def fault(self, path: Path, what: str) -> None:
        self.faults.append(f"{'.'.join(map(str, path)) or 'data'}: {what}")

    def object(self, type_: GraphQLObjectType, fields: dict[str, list[FieldNode]], value: Any, path: Path) -> None:
        """The keys that were asked for, in their order, each with a value of its type."""
        if list(value) != list(fields):
            missing = [key for key in fields if key not in value]
            extra = [key for key in value if key not in fields]
            self.fault(path, f"missing {missing}, extra {extra}" if missing or extra else f"in the order {list(value)}")
        for key, nodes in fields.items():
            if key in value:
                self.field(type_, nodes, value[key], (*path, key))

    def field(self, parent: GraphQLObjectType, nodes: list[FieldNode], value: Any, path: Path) -> None:
        name = nodes[0].name.value
        if name == TYPENAME:
            if value != parent.name:
                self.fault(path, f"__typename is {value!r} in a {parent.name}")
        elif name == "__schema":
            self.value(SchemaMetaFieldDef.type, nodes, value, path)
        elif name == "__type":
            self.value(TypeMetaFieldDef.type, nodes, value, path)
        else:
            self.value(parent.fields[name].type, nodes, value, path)

    def value(self, type_: GraphQLOutputType, nodes: list[FieldNode], value: Any, path: Path) -> None:
        if isinstance(type_, GraphQLNonNull):
            if value is None:
                self.fault(path, f"null in a {type_}")
                return
            type_ = type_.of_type
        if value is None:
            return
        if isinstance(type_, GraphQLList):
            if not isinstance(value, list):
                self.fault(path, f"no list: {value!r}")
                return
            for index, item in enumerate(value):
                self.value(type_.of_type, nodes, item, (*path, index))
        elif is_leaf_type(type_):
            self.leaf(type_, value, path)
        elif not isinstance(value, dict):
            self.fault(path, f"no object: {value!r}")
        elif is_abstract_type(type_):
            self.abstract(type_, nodes, value, path)
        else:
            self.object(type_, self.below(type_, nodes), value, path)

    def leaf(self, type_: Any, value: Any, path: Path) -> None:
        if isinstance(type_, GraphQLEnumType):
            if not isinstance(value, str) or value not in type_.values:
                self.fault(path, f"{value!r} is no value of the enum {type_.name}")
        elif not LEAVES.get(type_.name, lambda _: True)(value):
            self.fault(path, f"{value!r} is no {type_.name}")

    def abstract(self, type_: Any, nodes: list[FieldNode], value: dict[str, Any], path: Path) -> None:
        """An object of the type that it names; where it was not asked to name it, of any that fits."""
        possible = {each.name: each for each in self.schema.get_possible_types(type_)}
        if (named := value.get(TYPENAME)) is not None:
            if named in possible:
                self.object(possible[named], self.below(possible[named], nodes), value, path)
            else:
                self.fault(path, f"{named!r} is no possible type of {type_.name}")
            return
        before = self.faults
        tries: list[list[str]] = []
        for each in possible.values():
            self.faults = []
            self.object(each, self.below(each, nodes), value, path)
            tries.append(self.faults)
            if not self.faults:
                break
        best = min(tries, key=len, default=["no possible types"])
        self.faults = [*before, *(f"{each} (as the {type_.name} that fits best)" for each in best)]

    def below(self, type_: GraphQLObjectType, nodes: list[FieldNode]) -> dict[str, list[FieldNode]]:
        return collect_sub_fields(self.schema, self.fragments, self.variables, type_, nodes)

    def error(self, error: Any, data: Any) -> None:
        """An error has a message, and its path leads to a null or into one."""
        if not isinstance(error, dict) or not isinstance(error.get("message"), str) or not error["message"]:
            self.faults.append(f"an error without a message: {error!r}")
            return
        path = error.get("path")
        if path is None:
            if data is not None:
                self.faults.append(f"an error of execution without a path: {error!r}")
            return
        if not isinstance(path, list) or not path:
            self.faults.append(f"a path that is none: {path!r}")
            return
        at = data
        for step in path:
            if at is None:
                return
            fits = isinstance(at, list) if type(step) is int else isinstance(at, dict)
            if not fits or (step not in range(len(at)) if type(step) is int else step not in at):
                self.faults.append(f"the path {path} leads nowhere: {error['message']}")
                return
            at = at[step]
        if at is not None:
            self.faults.append(f"there is an error at {path}, and a value: {error['message']}")

    def response(self, response: Any) -> list[str]:
        if not isinstance(response, dict) or set(response) - {"data", "errors", "extensions"} or "data" not in response:
            return [f"no response of an execution: {str(response)[:300]}"]
        data, errors = response["data"], response.get("errors")
        if errors is not None and not (isinstance(errors, list) and errors):
            self.faults.append(f"errors must be a list that is not empty: {errors!r}")
            errors = []
        if data is None:
            if not errors:
                self.faults.append("data is null without an error")
        elif isinstance(data, dict):
            root = self.schema.get_root_type(self.operation.operation)
            fields = collect_fields(self.schema, self.fragments, self.variables, root, self.operation.selection_set)
            self.object(root, fields, data, ())
        else:
            self.faults.append(f"data is no object: {data!r}")
        for error in errors or []:
            self.error(error, data)
        return self.faults


def check_response(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: dict[str, Any],
    response: Any,
) -> list[str]:
    """What is wrong with a response, each with its path. `variables` are coerced already."""
    return _Checker(schema, document, operation, variables).response(response)
