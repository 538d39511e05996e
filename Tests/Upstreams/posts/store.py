"""The posts, in memory. Ids and times are made from the seed, so that every start is the same."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass

# Seconds since 2001: the summer of 2020.
START = 613835182.14269805


@dataclass
class Author:
    id: uuid.UUID
    name: str
    twitter: str


@dataclass
class Post:
    id: uuid.UUID
    title: str
    publishedAt: float
    tags: list[str]
    author: Author


class Store:
    def __init__(self, seed: str = "0"):
        self.seed = seed
        self.reset()

    def reset(self) -> None:
        self.random = random.Random(f"{self.seed}/ids")
        self.now = START
        self.authors = [Author(self.new_id(), "Ada Example", "@ada_example")]
        self.posts: list[Post] = []
        self.create(self.authors[0].id, "My first post", ["Swift", "GraphQL", "Vapor"])

    def new_id(self) -> uuid.UUID:
        return uuid.UUID(int=self.random.getrandbits(128), version=4)

    def create(self, author: uuid.UUID, title: str, tags: list[str]) -> Post | None:
        """None where there is no such author."""
        found = next((one for one in self.authors if one.id == author), None)
        if found is None:
            return None
        post = Post(self.new_id(), title, self.now, tags, found)
        self.now += self.random.uniform(1, 100)
        self.posts.append(post)
        return post

    def post(self, id: uuid.UUID) -> Post | None:
        return next((post for post in self.posts if post.id == id), None)

    def edit(self, id: uuid.UUID, title: str, tags: list[str]) -> Post | None:
        post = self.post(id)
        if post is not None:
            post.title, post.tags = title, tags
        return post

    def delete(self, id: uuid.UUID) -> bool:
        post = self.post(id)
        if post is not None:
            self.posts.remove(post)
        return post is not None
