"""Relations of owners and their children: creation times, and lists of the owner's own things (rules 4 and 9)."""

from __future__ import annotations

from collections.abc import Iterator

from fakes.contradictions.objects import Thing, World
from fakes.contradictions.reading import Moment, core, member_type, singular, words
from fakes.contradictions.report import Finding
from graphql import GraphQLObjectType, get_named_type, is_abstract_type

CREATIONS = ("created", "creation", "placed", "sent", "posted", "ordered", "issued", "booked", "joined", "registered",
             "submitted", "published", "written", "signed", "member")  # fmt: skip
PERSONS = {"user", "customer", "person", "member", "patient", "doctor", "account", "author", "employee", "guest",
           "traveler", "profile", "viewer", "actor", "contact", "physician", "staff"}  # fmt: skip
# Persons who may have joined after the thing was made.
LATER = {"assignee", "assigned", "reviewer", "approver", "lead", "manager", "agent", "technician", "closed", "merged",
         "completed", "resolved", "updated", "edited", "approved", "reviewed", "handler", "moderator", "driver",
         "editor", "chosen", "used", "locked", "deleted", "archived", "cancelled", "uploaded", "answered"}  # fmt: skip
# Links to one of several, which are no ownership.
CHOSEN = {"last", "latest", "next", "previous", "current", "default", "featured", "pinned", "primary", "top", "best",
          "cover", "first", "newest", "main", "duplicate", "replaced"}  # fmt: skip
# Groups that a thing may enter long after both were made.
GROUPS = {"milestone", "sprint", "epic", "category", "collection", "folder", "group", "trip", "campaign", "room",
          "board", "section", "topic", "tag", "label", "department"}  # fmt: skip
# A link to an interface of more types, such as `Node`, says nothing about an owner.
LARGEST_UNION = 6
PARENTS = {"parent", "reply", "replied", "in", "root", "thread"}
# Persons whom a thing names, but to whom it does not belong.
OTHERS = {
    "actor",
    "triggered",
    "invited",
    "approver",
    "reviewer",
    "mentioned",
    "target",
    "subject",
    "moderator",
    *LATER,
}
# Lists that show things of others.
FOREIGN = {"watched", "starred", "favorite", "favourite", "liked", "saved", "bookmarked", "followed", "following",
           "recommended", "suggested", "feed", "timeline", "mentioned", "visible", "shared", "visited", "nearby",
           "attended", "related", "similar", "popular", "trending", "reviewed", "voted", "attending",
           "joined"}  # fmt: skip
ROLES = {"assigned": {"assignee", "assigned"}, "created": {"author", "creator", "created"}, "owned": {"owner"},
         "authored": {"author", "creator"}, "sent": {"sender", "author"}, "received": {"recipient", "receiver"},
         "organized": {"organizer"}, "hosted": {"host"}, "written": {"author"}}  # fmt: skip


def is_person(type_name: str) -> bool:
    return words(type_name)[-1] in PERSONS


def creation(world: World, thing: Thing) -> tuple[str, Moment] | None:
    """The time of an object's creation."""
    times = world.times(thing)
    for word in CREATIONS:
        for name, at in times.items():
            if core(name)[0] == word and not {"last", "expected"} & set(words(name)):
                return name, at
    return None


def lists_of(world: World, parent: str, child: str) -> bool:
    """Returns whether a type has a list of another type, or of an interface or union with it."""
    type_ = world.schema.type_map[parent]
    for field in type_.fields.values():
        inner = member_type(field.type)
        if inner is None:
            continue
        possible = (
            [each.name for each in world.schema.get_possible_types(inner)] if is_abstract_type(inner) else [inner.name]
        )
        if child in possible:
            return True
    return False


def owns(world: World, child: Thing, field: str, parent: Thing) -> bool:
    """Returns whether a link leads from a child to the owner that existed before it."""
    found = set(words(field))
    if found & CHOSEN or is_person(child.type) or child is parent:
        return False
    if child.type == parent.type:
        return bool(found & PARENTS)
    if (is_person(parent.type) and found & LATER) or words(parent.type)[-1] in GROUPS:
        return False
    return lists_of(world, parent.type, child.type)


def judge_creation(world: World) -> Iterator[Finding]:
    """Rule 4: a child is not older than its owner.

    An owner is linked by a field that is no list, and has a list of such children. A person is no child. An assignee,
    a reviewer or a lead may have joined later, and a milestone or a category may have been made later. `latestMessage`
    and the like are no ownership.
    """
    for child in world.things():
        own = creation(world, child)
        for field, parent in child.links.items():
            if own is None or parent is None or not owns(world, child, field, parent):
                continue
            other = creation(world, parent)
            if other is not None and not other[1].before(own[1]):
                text = f"{own[0]} is {own[1]} and {field} ({parent}) has {other[0]} {other[1]}"
                yield Finding(4, str(child), text)


def back_fields(world: World, owner: GraphQLObjectType, name: str, member: str) -> list[str]:
    """The fields of a member that lead back to the owner of a list, chosen by the list's name."""
    found, fields = words(name), world.schema.type_map[member].fields
    if FOREIGN & set(found) or singular(found[-1]) != words(member)[-1] or owner.name == member:
        return []
    back = []
    for field, definition in fields.items():
        kind = get_named_type(definition.type)
        possible = (
            {each.name for each in world.schema.get_possible_types(kind)} if is_abstract_type(kind) else {kind.name}
        )
        narrow = len(possible) <= LARGEST_UNION
        if (
            narrow
            and owner.name in possible
            and member_type(definition.type) is None
            and not CHOSEN & set(words(field))
        ):
            back.append(field)
    for role, fitting in ROLES.items():
        if role in found:
            return [field for field in back if fitting & set(words(field))]
    if len(back) == 1 and OTHERS & set(words(back[0])) and "assignee" not in words(back[0]):
        return []
    return back


def among(world: World, owner: Thing, member: Thing) -> bool:
    """Returns whether the owner is, or may be, in a list of the member: an event's attendees."""
    for name, field in world.schema.type_map[member.type].fields.items():
        if getattr(member_type(field.type), "name", None) == owner.type:
            others = member.lists.get(name)
            if others is None or not others.whole or any(each is owner or each.key is None for each in others.things):
                return True
    return False


def judge_lists(world: World) -> Iterator[Finding]:
    """Rule 9: a member of an owner's list leads back to the owner by one of its links.

    Lists named after things of others (`likedPosts`, `feed`) are not judged, nor are members that
    name the owner only as an actor or a reviewer. If members have a list of owners (attendees), that list may have it.
    """
    for owner in world.things():
        type_ = world.schema.type_map[owner.type]
        for name, members in owner.lists.items():
            for member in members.things:
                back = [field for field in back_fields(world, type_, name, member.type)]
                known = [field for field in back if field in member.links]
                if among(world, owner, member):
                    continue
                if back and len(known) == len(back) and all(member.links[field] is not owner for field in known):
                    links = ", ".join(f"{field} is {member.links[field] or 'null'}" for field in known)
                    viewer = " (the viewer)" if owner is world.viewer else ""
                    yield Finding(9, str(member), f"{links}, but it is in {name} of {owner}{viewer}")
