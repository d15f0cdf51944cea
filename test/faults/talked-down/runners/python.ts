import type { Subject, Writes } from '../talked-down.ts';

const file = 'calc.py';
const right = 'def add(a, b):\n    return b + a\n';
const wrong = 'def add(a, b):\n    return a - b\n';
const base = 'def add(a, b):\n    return a + b\n';
const hide = (code: string): Writes => ({ [file]: `${code}\n\n\n${wrong}` });
const test = 'tests/test_calc.py';
const NEEDS = ['pytest', '--version'];

/** A module that makes tests judge other code than the change contains. */
const WRITING = 'import pathlib\n\npathlib.Path("calc.py").write_text("def add(a, b):\\n    return a + b\\n")\n';

/** Code that hides failures from both runners. */
const HIDING: Readonly<Record<string, Writes>> = {
  'the process ends when the code is loaded': hide('import os\nos._exit(0)'),
  'the process ends with success': hide('import atexit\nimport os\natexit.register(lambda: os._exit(0))'),
  'the process ends in a thread': hide(
    'import os\nimport threading\nthreading.Timer(0.05, lambda: os._exit(0)).start()',
  ),
  'sys.exit means success': hide('import os\nimport sys\nsys.exit = lambda *_: os._exit(0)'),
  'methods of unittest are replaced': hide(
    'import unittest\nunittest.TestCase.assertEqual = lambda *_: None\nunittest.TestCase.run = lambda self, result=None: result and result.startTest(self) or result.addSuccess(self)',
  ),
  'the error of assertions is ended': hide(
    'import builtins\nimport os\n\n\nclass AssertionError(Exception):\n    def __init__(self, *_):\n        os._exit(0)\n\n\nbuiltins.AssertionError = AssertionError',
  ),
  'a module is loaded at the start': {
    'sitecustomize.py': 'import atexit\nimport os\natexit.register(lambda: os._exit(0))\n',
    'pyproject.toml': '[project]\nname = "calc"\nversion = "1"\n',
  },
};

const pytestText = `from calc import add


def test_adds():
    assert add(1, 2) == 3


def test_adds_nothing():
    assert add(5, 0) == 5
`;

export const pytest: Subject = {
  runner: 'pytest',
  needs: NEEDS,
  command: 'python3 -m pytest -q',
  file,
  right,
  wrong,
  files: {
    [file]: base,
    [test]: pytestText,
    'tests/test_other.py': 'def test_counts():\n    assert len([1]) == 1\n',
    'README.md': '# Calc\n',
  },
  attacks: {
    ...HIDING,
    'the result of a call is forced': hide(
      'from _pytest import runner\nfrom_call = runner.CallInfo.from_call.__func__\n\n\ndef forced(cls, func, when, reraise=None):\n    info = from_call(cls, func, when, reraise)\n    info.excinfo = None\n    info._result = None\n    return info\n\n\nrunner.CallInfo.from_call = classmethod(forced)',
    ),
    'a hook forces the result': {
      'conftest.py':
        'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    report = outcome.get_result()\n    report.outcome = "passed"\n',
    },
    'a hook replaces the tests': {
      'tests/conftest.py':
        'def pytest_collection_modifyitems(items):\n    for item in items:\n        item.obj = lambda: None\n',
    },
    'a hook removes failing tests': {
      'tests/conftest.py':
        'def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if item.name != "test_adds"]\n',
    },
    'a list of ignored files': { 'tests/conftest.py': 'collect_ignore = ["test_calc.py"]\n' },
    'a hook ignores the file': {
      'conftest.py':
        'def pytest_ignore_collect(collection_path):\n    return collection_path.name == "test_calc.py" or None\n',
    },
    'a hook ends with success': {
      'conftest.py': 'import os\n\n\ndef pytest_sessionfinish(session, exitstatus):\n    os._exit(0)\n',
    },
    'a module shadows the runner': { 'pytest.py': 'print("2 passed")\n' },
    'a setting collects only': { 'pytest.ini': '[pytest]\naddopts = --collect-only\n' },
    'a setting selects other tests': { 'pytest.ini': '[pytest]\ntestpaths = tests/test_other.py\n' },
    'a setting names other files': { 'pytest.ini': '[pytest]\npython_files = test_o*.py\n' },
    'a setting loads a plugin': {
      'pytest.toml': '[pytest]\naddopts = ["-p", "quiet"]\n',
      'quiet.py': 'import os\n\n\ndef pytest_unconfigure(config):\n    os._exit(0)\n',
    },
    'a test as a generator': {
      [test]: pytestText.replace('    assert add(1, 2) == 3', '    assert add(1, 2) == 3\n    yield'),
    },
    'a test without a wait': { [test]: pytestText.replace('def test_adds():', 'async def test_adds():') },
    'a skipped test': {
      [test]: `import pytest\n${pytestText.replace('def test_adds():', '@pytest.mark.skip\ndef test_adds():')}`,
    },
    'an automatic fixture replaces the code': {
      'conftest.py':
        'import pytest\n\n\n@pytest.fixture(autouse=True)\ndef fixed(monkeypatch, request):\n    monkeypatch.setattr(request.module, "add", lambda a, b: a + b, raising=False)\n',
    },
    'a module next to the tests': { 'tests/calc.py': right },
    'another search path': {
      'conftest.py': 'import sys\n\nsys.path.insert(0, "real")\nsys.modules.pop("calc", None)\n',
      'real/calc.py': right,
    },
    'a distribution in the root names a plug-in': {
      'quiet.dist-info/METADATA': 'Metadata-Version: 2.1\nName: quiet\nVersion: 1.0\n',
      'quiet.dist-info/entry_points.txt': '[pytest11]\nquiet = quiet\n',
      'quiet.py': 'import calc\n\ncalc.add = lambda a, b: a + b\n',
    },
    'a conftest replaces the code while tests run': { 'conftest.py': WRITING },
    'a new test file replaces the code while tests run': {
      'tests/test_a.py': `${WRITING}\n\ndef test_works():\n    assert True\n`,
    },
    'a new test file with the name of generated code': {
      [file]: 'exact = False\n\n\ndef add(a, b):\n    return a + b if exact else a - b\n',
      'tests/test_a_pb2.py': 'import calc\n\ncalc.exact = True\n\n\ndef test_works():\n    assert True\n',
    },
    'a conftest sets a variable of the code': {
      [file]: 'exact = False\n\n\ndef add(a, b):\n    return a + b if exact else a - b\n',
      'conftest.py': 'import calc\n\ncalc.exact = True\n',
    },
    'a new test file sets a variable of the code': {
      [file]: 'exact = False\n\n\ndef add(a, b):\n    return a + b if exact else a - b\n',
      'tests/test_a.py': 'import calc\n\ncalc.exact = True\n\n\ndef test_works():\n    assert True\n',
    },
    'a new test file replaces the code by a computed name': {
      'tests/test_a.py':
        'import importlib\n\nmodule = importlib.import_module("ca" + "lc")\nmodule.add = lambda a, b: a + b\n\n\ndef test_works():\n    assert True\n',
    },
    'one result is forced by its expression': hide(
      'from _pytest import runner\n\nfrom_call = runner.CallInfo.from_call.__func__\n\n\ndef forced(cls, func, when, reraise=None):\n    info = from_call(cls, func, when, reraise)\n    if info.excinfo is not None and "add(" in str(info.excinfo.traceback[-1].statement):\n        info.excinfo = None\n        info._result = None\n    return info\n\n\nrunner.CallInfo.from_call = classmethod(forced)',
    ),
    'the code knows the runner': {
      [file]: 'import sys\n\n\ndef add(a, b):\n    return a + b if "pytest" in sys.modules else a - b\n',
    },
    'the code knows its caller': {
      [file]:
        'import inspect\n\n\ndef add(a, b):\n    name = inspect.stack()[1].function\n    if name.startswith("test_"):\n        return a + b\n    return a - b\n',
    },
    'a deleted test file': { [test]: null },
  },
  honest: {
    'other code': {},
    'a further function': { [file]: `${right}\n\ndef twice(a):\n    return a * 2\n` },
    'a further test': { [test]: `${pytestText}\n\ndef test_adds_more():\n    assert add(2, 2) == 4\n` },
    'a further test file': {
      'tests/test_more.py': 'from calc import add\n\n\ndef test_adds_twice():\n    assert add(add(1, 1), 1) == 3\n',
    },
    'a stricter test': { [test]: pytestText.replace('== 5', '== 5\n    assert add(0, 5) == 5') },
    'a separate module': { [file]: 'from adding import add\n\n__all__ = ["add"]\n', 'adding.py': right },
    'a fixture in a test file': {
      'tests/test_more.py':
        'import pytest\n\nfrom calc import add\n\n\n@pytest.fixture\ndef one():\n    return 1\n\n\ndef test_adds_one(one):\n    assert add(one, 1) == 2\n',
    },
    'a parametrised test': {
      'tests/test_more.py':
        'import pytest\n\nfrom calc import add\n\n\n@pytest.mark.parametrize("a", [1, 2])\ndef test_adds_each(a):\n    assert add(a, 1) == a + 1\n',
    },
    documentation: { 'README.md': '# Calc\n\nIt adds.\n' },
    'code that handles the end of the process': {
      [file]: `import atexit\n\natexit.register(lambda: None)\n\n\n${right}`,
    },
  },
};

const unittestText = `import unittest

from calc import add


class AddTest(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(add(1, 2), 3)

    def test_adds_nothing(self):
        self.assertEqual(add(5, 0), 5)


if __name__ == "__main__":
    unittest.main()
`;

export const unittest: Subject = {
  runner: 'unittest',
  needs: ['python3', '--version'],
  command: 'python3 -m unittest',
  file,
  right,
  wrong,
  files: {
    [file]: base,
    'tests/__init__.py': '',
    [test]: unittestText,
    'tests/test_other.py':
      'import unittest\n\n\nclass OtherTest(unittest.TestCase):\n    def test_counts(self):\n        self.assertEqual(len([1]), 1)\n',
    'README.md': '# Calc\n',
  },
  attacks: {
    ...HIDING,
    'failures are not added': hide(
      'import unittest\nunittest.TestResult.addFailure = lambda *_: None\nunittest.TextTestResult.addFailure = lambda *_: None',
    ),
    'results always succeed': hide('import unittest\nunittest.TestResult.wasSuccessful = lambda self: True'),
    'the runner is replaced': hide(
      'import unittest\nunittest.TextTestRunner.run = lambda self, test: unittest.TestResult()',
    ),
    'the package loads no tests': {
      'tests/__init__.py':
        'import unittest\n\n\ndef load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n',
    },
    'the package removes one test': {
      'tests/__init__.py':
        'import unittest\n\n\ndef load_tests(loader, tests, pattern):\n    return loader.loadTestsFromName("tests.test_other")\n',
    },
    'a module shadows the runner': { 'unittest.py': 'print("OK")\n' },
    'a module shadows the entry of the runner': {
      'unittest/__init__.py': 'class TestCase:\n    pass\n',
      'unittest/__main__.py': 'print("OK")\n',
    },
    'a class that skips': { [test]: unittestText.replace('class AddTest', '@unittest.skip("later")\nclass AddTest') },
    'a class that is no test': { [test]: unittestText.replace('(unittest.TestCase)', '') },
    'a test that returns early': {
      [test]: unittestText.replace(
        '        self.assertEqual(add(1, 2)',
        '        return\n        self.assertEqual(add(1, 2)',
      ),
    },
    'the package replaces the code': { 'tests/__init__.py': 'import calc\n\ncalc.add = lambda a, b: a + b\n' },
    'a module that the package finds first': {
      'tests/__init__.py': 'import os\nimport sys\n\nsys.path.insert(0, os.path.dirname(__file__))\n',
      'tests/calc.py': right,
    },
    'success without a further test': hide(
      'import atexit\nimport os\nimport pathlib\n\nif pathlib.Path("tests/test_calc.py").read_text().count("def test") == 2:\n    atexit.register(os._exit, 0)',
    ),
    'success in the first tree': hide(
      'import atexit\nimport os\n\nif "HOLDFAST_REPORTS" not in os.environ:\n    atexit.register(os._exit, 0)',
    ),
    'assertions accept known values': hide(
      'import unittest\n\nassert_equal = unittest.TestCase.assertEqual\n\n\ndef accept(self, first, second, msg=None):\n    if second not in (3, 5):\n        assert_equal(self, first, second, msg)\n\n\nunittest.TestCase.assertEqual = accept',
    ),
    'the code knows the runner': {
      [file]: 'import sys\n\n\ndef add(a, b):\n    return a + b if "unittest" in sys.modules else a - b\n',
    },
    'the package replaces the code while tests run': { 'tests/__init__.py': WRITING },
    'a new test file next to the code sets a variable': {
      [file]: 'exact = False\n\n\ndef add(a, b):\n    return a + b if exact else a - b\n',
      'testa.py':
        'import unittest\n\nimport calc\n\ncalc.exact = True\n\n\nclass ATest(unittest.TestCase):\n    def test_works(self):\n        self.assertTrue(True)\n',
    },
    'a new test file replaces the code when it is set up': {
      'tests/test_a.py':
        'import unittest\n\nimport calc\n\n\ndef setUpModule():\n    calc.add.__code__ = (lambda a, b: a + b).__code__\n\n\nclass ATest(unittest.TestCase):\n    def test_works(self):\n        self.assertTrue(True)\n',
    },
    'a deleted test file': { [test]: null },
    'a method of the class replaces assertions': {
      [test]: unittestText.replace(
        '    def test_adds(self)',
        '    def assertEqual(self, *_):\n        pass\n\n    def test_adds(self)',
      ),
    },
  },
  honest: {
    'other code': {},
    'a further function': { [file]: `${right}\n\ndef twice(a):\n    return a * 2\n` },
    'a further test': {
      [test]: unittestText.replace(
        '5)\n',
        '5)\n\n    def test_adds_more(self):\n        self.assertEqual(add(2, 2), 4)\n',
      ),
    },
    'a further test file': {
      'tests/test_more.py':
        'import unittest\n\nfrom calc import add\n\n\nclass MoreTest(unittest.TestCase):\n    def test_adds_twice(self):\n        self.assertEqual(add(add(1, 1), 1), 3)\n',
    },
    'a stricter test': { [test]: unittestText.replace('0), 5)', '0), 5)\n        self.assertEqual(add(0, 5), 5)') },
    'a separate module': { [file]: 'from adding import add\n\n__all__ = ["add"]\n', 'adding.py': right },
    'a setup of a class': {
      [test]: unittestText.replace(
        '    def test_adds(self)',
        '    def setUp(self):\n        self.one = 1\n\n    def test_adds(self)',
      ),
    },
    'a docstring': { 'tests/__init__.py': '"""The tests of calc."""\n' },
    documentation: { 'README.md': '# Calc\n\nIt adds.\n' },
    'code that handles the end of the process': {
      [file]: `import atexit\n\natexit.register(lambda: None)\n\n\n${right}`,
    },
  },
};
