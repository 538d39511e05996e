"""The resolvers of Rocket Reserver, on the schema that this project ships. The context of a request is its user, or None."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphql import GraphQLSchema, build_schema

from .launches import BY_ID, LAUNCHES, Launch, page
from .store import Store, User, token_of

SDL = Path(__file__).parents[3] / "schemas" / "rocket-reserver.graphqls"


def schema(store: Store) -> GraphQLSchema:
    def launches(_, info, pageSize=None, after=None):
        found = page(pageSize, after)
        return {
            "cursor": found[-1].cursor if found else None,
            "hasMore": bool(found) and found[-1].cursor != LAUNCHES[-1].cursor,
            "launches": found,
        }

    def book(_, info, launchIds):
        store.book(info.context, launchIds)
        return {
            "success": True,
            "message": "trips booked successfully",
            "launches": [BY_ID.get(id) for id in launchIds],
        }

    def cancel(_, info, launchId):
        store.cancel(info.context, launchId)
        return {"success": True, "message": "trip cancelled", "launches": [BY_ID.get(launchId)]}

    def login(_, info, email=None):
        # Whoever is logged in already stays who they are; only the token is of the address that was given.
        user = info.context or store.user(email)
        if user is None:
            return None
        if email is None:
            raise TypeError(
                "The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an "
                "Array-like Object. Received null"
            )
        return {"user": user, "token": token_of(email)}

    def trips(_, info):
        if info.context is None:
            raise TypeError("Cannot read property 'id' of null")
        return [BY_ID.get(id) for id in info.context.trips]

    def of_user(name: str):
        def resolver(user: User | dict[str, Any], info):
            return getattr(user["user"] if isinstance(user, dict) else user, name)

        return resolver

    resolvers = {
        "Query": {
            "launches": launches,
            "launch": lambda _, info, id: BY_ID.get(id),
            "me": lambda _, info: info.context,
            "totalTripsBooked": lambda _, info: store.total,
        },
        "Mutation": {"bookTrips": book, "cancelTrip": cancel, "login": login},
        "Launch": {
            "mission": lambda launch, info: launch,
            "rocket": lambda launch, info: launch,
            "isBooked": lambda launch, info: info.context is not None and launch.id in info.context.trips,
        },
        "Mission": {"name": lambda launch, info: launch.mission, "missionPatch": patch},
        "Rocket": {
            "id": lambda launch, info: launch.rocket_id,
            "name": lambda launch, info: launch.rocket_name,
            "type": lambda launch, info: launch.rocket_type,
        },
        "User": {
            "id": of_user("id"),
            "email": of_user("email"),
            "profileImage": lambda user, info: None,
            "trips": trips,
            "token": lambda user, info: user["token"] if isinstance(user, dict) else None,
        },
    }
    built = build_schema(SDL.read_text("utf-8"))
    for type_name, fields in resolvers.items():
        for field_name, resolver in fields.items():
            built.type_map[type_name].fields[field_name].resolve = resolver
    return built


def patch(launch: Launch, info, size: str | None = "LARGE") -> str | None:
    return launch.small_patch if size == "SMALL" else launch.large_patch
