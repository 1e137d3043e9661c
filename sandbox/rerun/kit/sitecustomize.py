"""Reports every test that unittest or pytest runs in this interpreter; chained before the site's own customization."""
import importlib.machinery
import importlib.util
import json
import os
import sys

_open, _write, _getpid, _dumps = os.open, os.write, os.getpid, json.dumps
_here = os.path.dirname(os.path.abspath(__file__))
_sign = os.path.basename(os.path.dirname(_here))
_files = {}


def emit(**event):
    pid = _getpid()
    if pid not in _files:
        name = os.path.join(os.environ.get("T_REPORT", "/report"), "%s-py-%d" % (_sign, pid))
        _files[pid] = _open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0), 0o644)
    event["sign"] = _sign
    _write(_files[pid], (_dumps(event) + "\n").encode("utf-8", "replace"))


class Plugin:
    """Finds the pytest plugin, and asks for it in the process that imports pytest and no other."""

    name = "_t_items"

    def find_spec(self, name, path=None, target=None):
        if name == "_pytest":
            os.environ["PYTEST_PLUGINS"] = ",".join(filter(None, [os.environ.get("PYTEST_PLUGINS"), self.name]))
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, os.path.join(_here, "pytest_items.py"))


class Seen:
    """Stands before the result of one test and notes what the test itself came to."""

    def __init__(self, result):
        object.__setattr__(self, "_result", result)
        object.__setattr__(self, "_statuses", [])

    def __getattr__(self, name):
        return getattr(object.__getattribute__(self, "_result"), name)

    def __setattr__(self, name, value):
        setattr(object.__getattribute__(self, "_result"), name, value)


def _noting(name, status):
    def method(self, *args):
        failed = name != "addSubTest" or args[2] is not None
        if failed:
            object.__getattribute__(self, "_statuses").append(status)
        return getattr(object.__getattribute__(self, "_result"), name)(*args)

    return method


for _name, _status in [
    ("addSuccess", "pass"),
    ("addFailure", "fail"),
    ("addError", "error"),
    ("addSkip", "skip"),
    ("addExpectedFailure", "pass"),
    ("addUnexpectedSuccess", "fail"),
    ("addSubTest", "fail"),
]:
    setattr(Seen, _name, _noting(_name, _status))


def _home(test):
    module = sys.modules.get(type(test).__module__)
    return os.path.abspath(getattr(module, "__file__", None) or "")


def _watch_unittest():
    import unittest

    run = unittest.TestCase.run

    def watched(self, result=None):
        # pytest runs these itself, under ids of its own.
        if result is None or isinstance(result, Seen) or "_pytest.unittest" in type(result).__module__:
            return run(self, result)
        seen = Seen(result)
        event = {"id": self.id(), "home": _home(self), "runner": "unittest"}
        emit(**event)
        run(self, seen)
        statuses = object.__getattribute__(seen, "_statuses")
        for status in ("error", "fail", "skip", "pass"):
            if status in statuses:
                emit(status=status, **event)
                break
        return result

    unittest.TestCase.run = watched

    def ids(suite):
        return [suite.id()] if isinstance(suite, unittest.TestCase) else [one for part in suite for one in ids(part)]

    start = unittest.TestProgram.runTests

    def started(self):
        emit(ids=ids(self.test))
        return start(self)

    unittest.TestProgram.runTests = started


def _chain():
    """Runs the customization that stands behind this one on the path."""
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


sys.path[:] = [one for one in sys.path if os.path.abspath(one or ".") != _here]
# Programs that the tests start shall see the environment that they know.
_rest = [one for one in os.environ.get("PYTHONPATH", "").split(os.pathsep) if one and os.path.abspath(one) != _here]
if _rest:
    os.environ["PYTHONPATH"] = os.pathsep.join(_rest)
else:
    os.environ.pop("PYTHONPATH", None)
_watch_unittest()
sys.modules["_t_report"] = sys.modules[__name__]
sys.meta_path.insert(0, Plugin())
_chain()
