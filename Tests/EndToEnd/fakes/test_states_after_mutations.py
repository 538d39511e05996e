"""A mutation that changes a state or a time changes what follows from it."""

import json
import urllib.request

import pytest
from harness import understudy

SCHEMA = """
type Query { task(id: ID!): Task  tasks: [Task!]! }
type Mutation {
  updateTask(id: ID!, state: State): Task
  completeTask(id: ID!): Task
  reopenTask(id: ID!): Task
}
enum State { OPEN DONE CANCELLED }
type Task { id: ID!  title: String!  state: State!  isDone: Boolean!  completedAt: DateTime  completedBy: User
  createdAt: DateTime!  dueDate: Date! }
type User { id: ID!  name: String! }
scalar DateTime
scalar Date
"""
RULES = """
fakes:
  fields:
    Mutation.completeTask: { does: update Task, sets: { Task: { completedAt: now } } }
    Mutation.reopenTask: { does: update Task, sets: { Task: { state: OPEN } } }
"""
FIELDS = "id state isDone completedAt completedBy { name }"


@pytest.fixture
def ask(tmp_path):
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas/todo.graphqls").write_text(SCHEMA, "utf-8")
    (tmp_path / "recordings/todo").mkdir(parents=True)
    (tmp_path / "recordings/todo/endpoint.yaml").write_text(RULES, "utf-8")
    server = understudy("fake", "--schemas", tmp_path / "schemas", "--recordings", tmp_path / "recordings")

    def asking(query):
        body = json.dumps({"query": query}).encode()
        request = urllib.request.Request(f"{server.origin}/todo", body, {"content-type": "application/json"})
        answer = json.load(urllib.request.urlopen(request))
        assert "errors" not in answer, answer
        return next(iter(answer["data"].values()))

    yield asking
    server.stop()


def agrees(task):
    isDone = task["state"] == "DONE"
    assert task["isDone"] == isDone
    assert (task["completedAt"] is not None) == isDone
    if not isDone:
        assert task["completedBy"] is None
    return task


def open_task(ask):
    tasks = [agrees(task) for task in ask("{ tasks { %s } }" % FIELDS)]
    assert {task["state"] for task in tasks} >= {"OPEN"}
    return next(task["id"] for task in tasks if task["state"] == "OPEN")


def test_a_new_state_sets_its_time_and_the_old_one_clears_it(ask):
    key = open_task(ask)
    done = agrees(ask('mutation { updateTask(id: "%s", state: DONE) { %s } }' % (key, FIELDS)))
    # The time of the mutation, after all generated ones.
    assert done["state"] == "DONE" and done["completedAt"].startswith("2027-01-01T00:00:0")
    assert agrees(ask('{ task(id: "%s") { %s } }' % (key, FIELDS))) == done
    again = agrees(ask('mutation { updateTask(id: "%s", state: OPEN) { %s } }' % (key, FIELDS)))
    assert again["state"] == "OPEN"


def test_a_rule_that_sets_a_time_sets_the_state(ask):
    key = open_task(ask)
    assert agrees(ask('mutation { completeTask(id: "%s") { %s } }' % (key, FIELDS)))["state"] == "DONE"
    assert agrees(ask('mutation { reopenTask(id: "%s") { %s } }' % (key, FIELDS)))["state"] == "OPEN"
    assert agrees(ask('{ task(id: "%s") { %s } }' % (key, FIELDS)))["state"] == "OPEN"


@pytest.mark.parametrize("keys", [range(1, 7), [f"no-list-{number}" for number in range(6)]])
def test_a_new_state_does_not_move_a_due_date(ask, keys):
    for key in keys:
        due = ask('{ task(id: "%s") { dueDate } }' % key)
        for state in ("DONE", "OPEN"):
            assert ask('mutation { updateTask(id: "%s", state: %s) { dueDate } }' % (key, state)) == due
