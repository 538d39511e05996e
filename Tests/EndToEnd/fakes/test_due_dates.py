"""Due dates: most of those of open tasks are in the future, so that not everything is overdue."""

from pathlib import Path

import pytest
from fakes.asking import Asker, faking

WORLDS = Path(__file__).parent / "worlds"
TASKS = "{ tasks(first: 300%s) { nodes { id state createdAt dueDate isOverdue } } }"
FINAL = ("DONE", "CANCELLED")


@pytest.mark.parametrize("today", ["2027-01-01", "2020-06-01"])
def test_most_open_tasks_are_not_overdue(today):
    with faking(WORLDS, "--population", "Task=300", "--now", today) as server, Asker(server, "tasks") as asker:
        tasks, overdue = (
            asker.ask(TASKS % condition)["tasks"]["nodes"] for condition in ("", ", filterBy: {overdue: true}")
        )
    dues = [task for task in tasks if task["dueDate"]]
    open_ones = [task for task in dues if task["state"] not in FINAL]
    later = [task for task in open_ones if task["dueDate"] > today]
    assert 0.4 < len(later) / len(open_ones) < 0.9
    # Soon, and not before the task was created.
    assert max(task["dueDate"] for task in later)[:4] == today[:4]
    assert all(task["dueDate"] >= task["createdAt"][:10] for task in dues)
    assert overdue == [task for task in tasks if task["isOverdue"]]
    assert overdue == [task for task in open_ones if task not in later]
