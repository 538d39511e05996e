"""The evidence that a root field looks up an object by a key: `product(id:)`."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from derivation_reference import Place, Value
from recorded_objects import Family, Occurrence, RecordedObjects, argument_names, differs, is_solid, text_of
from selected_fields import Selected, canonical

# The keys in an argument, and the answers.
Answers = list[tuple[str | None, Value]]


class Lookups:
    """Finds the objects that a root field looks up, by configuration or by evidence."""

    def __init__(self, objects: RecordedObjects, configured: dict[str, str]) -> None:
        self.objects, self.rules, self.configured = objects, objects.rules, configured

    def occurrences(self, node: Selected) -> list[Occurrence]:
        """Returns the occurrences of the object that a root field looks up."""
        found = []
        for argument, value in json.loads(node.args).items():
            key = text_of(canonical(value))
            if key is not None and (family := self._family(node, argument)):
                found += self.objects.families[family][key]
        return found

    def _family(self, node: Selected, argument: str) -> Family | None:
        others = self._others(node, argument)
        answers = self._answers(node, argument)
        declared = self.rules._target(node)
        is_certain = self.rules._is_object(declared)
        types = {declared} if is_certain else {self._type(node, value) for _, value in answers} - {None}
        if not types and self.configured.get(node.name) == argument:
            # Only the field's name tells the type.
            types = {type for type, _, _ in self.objects.families if type.lower() == node.name.lower()}
        if len(types) != 1:
            return None
        (type,) = types
        fields = ["id", *self.objects.keys.get(type, ())]
        named = [field for field in fields if argument in argument_names(type, field)]
        context = frozenset(Place().into(replace(node, args=others)).context)
        if self.configured.get(node.name) == argument:
            return type, named[0] if named else argument, context
        for field in named:
            if self._is_evident(node, answers, (type, field, context)):
                return type, field, context
        return None

    @staticmethod
    def _others(node: Selected, argument: str) -> str:
        """Returns the other arguments."""
        return canonical({name: value for name, value in json.loads(node.args).items() if name != argument})

    def _answers(self, node: Selected, argument: str) -> Answers:
        """Returns the recorded answers of a root field that differ from it in this argument alone."""
        found = []
        for other, value in self.objects.roots[node.name]:
            values = json.loads(other.args)
            if argument in values and other.signature[2:] == node.signature[2:]:
                if self._others(other, argument) == self._others(node, argument):
                    found.append((text_of(canonical(values[argument])), value))
        return found

    def _type(self, node: Selected, value: Value) -> str | None:
        return self.objects.type([value.source(self.rules._target(node))]) if self._is_object(value) else None

    @staticmethod
    def _is_object(value: Value) -> bool:
        return isinstance(value.value, dict) and bool(value.sets)

    def _is_evident(self, node: Selected, answers: Answers, family: Family) -> bool:
        """Returns True if two answers agree with other occurrences of their object, and none disagrees."""
        agreeing = set()
        for key, value in answers:
            if value.value is None:
                same_type = [keys for each, keys in self.objects.families.items() if each[:2] == family[:2]]
                if any(keys.get(str(key)) for keys in same_type):
                    return False
            elif not self._is_object(value):
                return False
            else:
                agrees = self._agrees(node, key, value, family)
                if agrees is False:
                    return False
                if agrees:
                    agreeing.add(key)
        return len(agreeing) >= 2

    def _agrees(self, node: Selected, key: str | None, value: Value, family: Family) -> bool | None:
        """Returns True if an answer agrees with another occurrence, False if it disagrees, None without evidence."""
        (source,) = self.objects.entered([value.source(self.rules._target(node))])
        identities = dict(self.objects.identities([source]))
        mine = [(each, text) for each, text in identities.items() if each[1] == family[1]]
        if not mine:
            return None
        if mine != [(family, key)]:
            return False
        leaves = self.objects.leaves(source)
        agrees = None
        for other in self.objects.families[family][str(key)]:
            for chain, each in leaves.items():
                if chain not in other.leaves:
                    continue
                if differs(each, other.leaves[chain]):
                    return False
                is_plain = chain[0][0] in ("__typename", family[1])
                if other.steps != source.place.steps and not is_plain and is_solid(each):
                    agrees = agrees or each == other.leaves[chain]
        return agrees or None
