"""The resolvers of ConferencePlanner over its store, on the schema that this project ships."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphql import GraphQLSchema, build_schema

from .lists import passes, window
from .store import MODELS, Store

SDL = Path(__file__).parents[3] / "schemas" / "conference-planner.graphqls"
PLURALS = {"Conference": "Conferences", "Attendee": "Attendees"}


def schema(store: Store) -> GraphQLSchema:
    built = build_schema(SDL.read_text("utf-8"))

    def resolve(type_name: str, field_name: str, resolver) -> None:
        built.type_map[type_name].fields[field_name].resolve = resolver

    def of_model(name: str) -> None:
        """Of the fields whose names follow from a type's."""
        relation, other = MODELS[name].relation, MODELS[name].other

        def all_nodes(_, info, **arguments):
            return window(store, name, store.nodes[name].values(), arguments)

        def related(node, info, **arguments):
            return window(store, other, store.related(node), arguments)

        resolve("Query", f"all{PLURALS[name]}", all_nodes)
        resolve("Query", f"_all{PLURALS[name]}Meta", lambda *given, **named: {"count": len(all_nodes(*given, **named))})
        resolve("Query", name, lambda _, info, id=None: store.nodes[name].get(id))
        resolve(name, relation, related)
        resolve(name, f"_{relation}Meta", lambda *given, **named: {"count": len(related(*given, **named))})
        resolve("Mutation", f"create{name}", lambda _, info, **values: store.create(name, values))
        resolve("Mutation", f"update{name}", lambda _, info, id, **values: store.update(name, id, values))
        resolve("Mutation", f"delete{name}", lambda _, info, id: store.delete(name, id))

        def update_or_create(_, info, update, create):
            known = update["id"] in store.nodes[name]
            return store.update(name, update["id"], update) if known else store.create(name, create)

        resolve("Mutation", f"updateOrCreate{name}", update_or_create)
        resolve("Subscription", name, lambda event, info, filter=None: concerned(store, name, event, filter))

    for name in MODELS:
        of_model(name)

    def node(_, info, id):
        return next((nodes[id] for nodes in store.nodes.values() if id in nodes), None)

    resolve("Query", "node", node)

    def edge(change):
        def resolver(_, info, attendeesAttendeeId, conferencesConferenceId):
            change(conferencesConferenceId, attendeesAttendeeId)
            return {
                "conferencesConference": store.nodes["Conference"][conferencesConferenceId],
                "attendeesAttendee": store.nodes["Attendee"][attendeesAttendeeId],
            }

        return resolver

    resolve("Mutation", "addToAttendees", edge(store.connect))
    resolve("Mutation", "removeFromAttendees", edge(store.disconnect))
    return built


def concerned(store: Store, model: str, event: dict[str, Any] | None, filter: dict | None) -> dict[str, Any] | None:
    """The event, if a subscription to this type with this filter is told of it."""
    return event if event and event["model"] == model and admits(store, event, filter) else None


def admits(store: Store, event: dict[str, Any], filter: dict[str, Any] | None) -> bool:
    for name, given in (filter or {}).items():
        updated = set(event.get("updatedFields") or [])
        verdict = given is None
        match name:
            case "AND":
                verdict = all(admits(store, event, one) for one in given or [])
            case "OR":
                verdict = not given or any(admits(store, event, one) for one in given)
            case "mutation_in":
                verdict = verdict or event["mutation"] in given
            case "updatedFields_contains":
                verdict = verdict or given in updated
            case "updatedFields_contains_every":
                verdict = verdict or updated.issuperset(given)
            case "updatedFields_contains_some":
                verdict = verdict or not updated.isdisjoint(given)
            case "node":
                node = event["node"] or event.get("previousValues")
                verdict = verdict or passes(store, node, given)
        if not verdict:
            return False
    return True
