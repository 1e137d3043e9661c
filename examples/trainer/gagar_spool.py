"""Lets a trainer use gagar through a spool folder: put a group, collect its numbers, write them once per rollout.

Standard library only. `gagar batch --spool DIR` runs beside it, on this machine or on any that shares DIR.

    spool = Spool("/scratch/spool")
    ticket = spool.put(group)                     # when the last sibling of the group has ended; does not wait
    ...                                           # other rollouts go on
    credit = spool.collect(ticket, centering="mean", timeout_s=60)
    for rollout_id, value in credit.values.items():
        write(rollout_id, value, masked=rollout_id not in credit.valid)

`collect` never raises and never waits longer than told. Whatever is not as expected gives r - mean (or r, where the
trainer centres itself) over the rollouts that the trainer holds valid, with the reason in `credit.fallback`.
"""

import argparse
import json
import math
import os
import sys
import time
import uuid
from dataclasses import dataclass
from typing import Dict, FrozenSet, Optional

# How far the advantages of a group may be from a sum of zero.
ZERO_SUM = 1e-6
POLL_S = 0.1


@dataclass(frozen=True)
class Ticket:
    name: str
    group: dict


@dataclass(frozen=True)
class Credit:
    """One value per rollout id: A* where the trainer does not centre, R' where it subtracts the mean itself."""

    values: Dict[str, float]
    valid: FrozenSet[str]
    # None where gagar graded; else why these are the plain outcome numbers.
    fallback: Optional[str]


class Unusable(Exception):
    """What came back cannot be used; the message says why."""


class Spool:
    def __init__(self, folder):
        self.inbox = os.path.join(folder, "inbox")
        self.outbox = os.path.join(folder, "outbox")
        os.makedirs(self.inbox, exist_ok=True)

    def put(self, group) -> Ticket:
        """Hands a gagar.group/1 record over; its paths are relative to the inbox. NaN is refused here, not later."""
        name = uuid.uuid4().hex + ".json"
        path = os.path.join(self.inbox, name)
        with open(path + ".tmp", "w", encoding="utf-8") as file:
            json.dump(group, file, allow_nan=False)
            file.flush()
            os.fsync(file.fileno())
        os.rename(path + ".tmp", path)
        return Ticket(name, group)

    def collect(self, ticket, centering="mean", timeout_s=60.0) -> Credit:
        """The numbers of a group, at the latest after `timeout_s`; a late answer is left where it is."""
        try:
            result = self._wait(ticket, time.monotonic() + timeout_s)
            return checked(ticket.group, result, centering)
        except Exception as error:  # a trainer's step must not end for a grader's sake
            return outcome(ticket.group, centering, str(error) or type(error).__name__)

    def _wait(self, ticket, deadline):
        path = os.path.join(self.outbox, ticket.name)
        while True:
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    return json.load(file)
            left = deadline - time.monotonic()
            if left <= 0:
                raise Unusable("no answer in time")
            time.sleep(min(POLL_S, left))


def checked(group, result, centering) -> Credit:
    """Takes a result only where it is whole, about this group, and sums to zero over the rollouts that count."""
    if "error" in result:
        raise Unusable("refused: %s" % result["error"])
    for key, expected in (
        ("schema", "gagar.result/1"),
        ("group_id", group["group_id"]),
        ("attempt", group.get("attempt")),
    ):
        if result.get(key) != expected:
            raise Unusable("%s is %r; expected %r" % (key, result.get(key), expected))
    rows = {row["id"]: row for row in result["rollouts"]}
    ids = {rollout["id"] for rollout in group["rollouts"]}
    if len(rows) != len(result["rollouts"]) or set(rows) != ids:
        raise Unusable("the rollout ids are not those of the group")
    valid = {name for name, row in rows.items() if row["valid"]}
    # gagar may mask a pass that has no usable patch, but never brings one back that the trainer masked.
    if not valid <= own_valid(group):
        raise Unusable("a rollout that was masked came back as valid")
    advantages = {name: number(rows[name]["advantage"]) for name in valid}
    if abs(math.fsum(advantages.values())) > ZERO_SUM:
        raise Unusable("the advantages do not sum to zero")
    if centering == "none":
        values = {name: advantages.get(name, 0.0) for name in ids}
    elif result["requires"]["centering"] != "mean":
        raise Unusable("this mode has no rewards for a trainer that centres")
    else:
        values = {name: number(rows[name]["reward_equivalent"]) for name in ids}
    fallback = result["fallback"]["reason"] if result.get("fallback") else None
    return Credit(values, frozenset(valid), fallback)


def outcome(group, centering, reason) -> Credit:
    """r - mean over the valid rollouts; a masked one gets what leaves the trainer's mean alone."""
    rewards = {rollout["id"]: reward(rollout) for rollout in group["rollouts"]}
    valid = own_valid(group)
    mean = math.fsum(rewards[name] for name in valid) / len(valid) if valid else 0.0
    values = {name: value if name in valid else mean for name, value in rewards.items()}
    if centering == "none":
        values = {name: value - mean for name, value in values.items()}
    return Credit(values, frozenset(valid), reason)


def own_valid(group):
    return {
        rollout["id"]
        for rollout in group["rollouts"]
        if rollout.get("validity", {}).get("status", "valid") == "valid"
    }


def reward(rollout):
    return float(rollout.get("reward", 1.0 if rollout["passed"] else 0.0))


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise Unusable("%r is no finite number" % (value,))
    return float(value)


def main():
    parser = argparse.ArgumentParser(description="Puts one group into a spool and prints what to write per rollout.")
    parser.add_argument("spool", help="folder that gagar batch --spool serves")
    parser.add_argument("group", help="a gagar.group/1 record; its paths are relative to the inbox")
    parser.add_argument("--centering", choices=("mean", "none"), default="mean", help="what the trainer does itself")
    parser.add_argument("--timeout-s", type=float, default=60.0)
    args = parser.parse_args()
    with open(args.group, encoding="utf-8") as file:
        group = json.load(file)
    spool = Spool(args.spool)
    credit = spool.collect(spool.put(group), args.centering, args.timeout_s)
    json.dump(
        {"values": credit.values, "valid": sorted(credit.valid), "fallback": credit.fallback},
        sys.stdout,
        sort_keys=True,
    )
    print()


if __name__ == "__main__":
    main()
