"""Reports every item of a pytest session by what was raised in it, whatever the other hooks make of that."""
import os
import sys

import pytest

emit = sys.modules["_t_report"].emit
_raised = {}
_phases = {}
_homes = {}

# Programs that the tests start have no such plugin.
_rest = [one for one in os.environ.get("PYTEST_PLUGINS", "").split(",") if one and one != __name__]
if _rest:
    os.environ["PYTEST_PLUGINS"] = ",".join(_rest)
else:
    os.environ.pop("PYTEST_PLUGINS", None)


def _event(nodeid):
    return {"id": nodeid, "home": _homes.get(nodeid, ""), "runner": "pytest"}


def pytest_collection_finish(session):
    for item in session.items:
        _homes[item.nodeid] = str(getattr(item, "path", None) or item.fspath)
    emit(ids=[item.nodeid for item in session.items])


def pytest_runtest_logstart(nodeid, location):
    _phases[nodeid] = []
    emit(**_event(nodeid))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    error = call.excinfo
    skipped = error is not None and isinstance(error.value, pytest.skip.Exception)
    _raised[(item.nodeid, call.when)] = error is not None and not skipped
    yield


def _status(report):
    if hasattr(report, "wasxfail"):
        return "pass"
    if report.outcome == "passed":
        return "fail" if _raised.get((report.nodeid, report.when)) else "pass"
    if report.outcome == "skipped":
        return "skip"
    return "fail" if report.when == "call" else "error"


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report):
    phases = _phases.setdefault(report.nodeid, [])
    phases.append(_status(report))
    if report.when != "teardown":
        return
    for status in ("error", "fail", "skip", "pass"):
        if status in phases:
            emit(status=status, **_event(report.nodeid))
            break
