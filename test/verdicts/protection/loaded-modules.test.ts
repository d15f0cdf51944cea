import { checkRows, type Row, type Tree, type TreeChange } from './support/judge-trees.ts';

const PYTEST: Tree = {
  'pyproject.toml': '[project]\nname = "calc"\n\n[tool.pytest.ini_options]\npythonpath = ["src"]\n',
  'src/calc.py': 'def add(a, b):\n    return a + b\n',
  'src/shop/__init__.py': '',
  'src/shop/total.py': 'def total(a):\n    return sum(a)\n',
  'tests/test_calc.py':
    'import json\n\nimport pytest\n\nimport calc\nfrom shop.total import total\n\n\n@pytest.fixture\ndef one():\n    return 1\n\n\ndef test_add(one):\n    assert calc.add(one, 2) == 3\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n    assert json.dumps([]) == "[]"\n',
};
const TWO = 'import pytest\n\n\n@pytest.fixture\ndef two():\n    return 2\n';
const WITH_CONFTEST: Tree = { 'tests/conftest.py': TWO };
const TEST = PYTEST['tests/test_calc.py'] ?? '';
const ASSERTION = '    assert calc.add(one, 2) == 3';
const replaceTest = (before: string, after: string): TreeChange => ({
  'tests/test_calc.py': TEST.replace(before, after),
});
const conftest = (more: string): TreeChange => ({ 'tests/conftest.py': `${TWO}\n\n${more}` });
const newConftest = (text: string): TreeChange => ({ 'tests/conftest.py': text });
const moreTests = (text: string): TreeChange => ({ 'tests/test_more.py': text });
const PLUGIN = 'def pytest_runtest_call(item):\n    pass\n';
const FAKE_CALC = 'def add(a, b):\n    return 3\n';
const options = (text: string, start = '[project]\nname = "calc"\n'): TreeChange => ({
  'pyproject.toml': `${start}\n[tool.pytest.ini_options]\n${text}\n`,
});

const PYTEST_ROWS: readonly Row[] = [
  [
    'a function with the name of a test',
    'silent',
    { 'src/tests.py': 'def test_lower(value):\n    return str(value).islower()\n' },
    { 'src/tests.py': 'from compat import text\n\n\ndef test_lower(value):\n    return text(value).islower()\n' },
  ],

  [
    'a hook that collects nothing',
    'error',
    conftest('def pytest_pycollect_makeitem(collector, name, obj):\n    return []\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook without cases',
    'error',
    conftest('def pytest_generate_tests(metafunc):\n    metafunc.parametrize("x", [])\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook that empties the items',
    'error',
    conftest('def pytest_collection_modifyitems(items):\n    items[:] = []\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook that filters the items',
    'error',
    conftest('def pytest_collection_modifyitems(items):\n    items[:] = [one for one in items if "x" in one.name]\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook that sets the outcome by name',
    'error',
    conftest('def pytest_runtest_logreport(report):\n    setattr(report, "outcome", "passed")\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook that patches the subject',
    'error',
    conftest('def pytest_sessionstart(session):\n    import calc\n    calc.add = lambda a, b: 3\n'),
    WITH_CONFTEST,
  ],
  [
    'an end at the exit by a decorator',
    'error',
    conftest('import atexit\nimport os\n\n\n@atexit.register\ndef end():\n    os._exit(0)\n'),
    WITH_CONFTEST,
  ],
  [
    'an end in a timer',
    'error',
    conftest('import os\nimport threading\n\nthreading.Timer(0, os._exit, [0]).start()\n'),
    WITH_CONFTEST,
  ],
  ['an end in a text', 'error', conftest('exec("import os; os._exit(0)")\n'), WITH_CONFTEST],
  [
    'a started patch of the subject',
    'error',
    conftest('from unittest import mock\n\nmock.patch("calc.add", return_value=3).start()\n'),
    WITH_CONFTEST,
  ],
  [
    'a patched dictionary of the subject',
    'error',
    conftest('import calc\n\ncalc.__dict__["add"] = lambda a, b: 3\n'),
    WITH_CONFTEST,
  ],
  [
    'patched code of the subject',
    'error',
    conftest('import calc\n\ncalc.add.__code__ = (lambda a, b: 3).__code__\n'),
    WITH_CONFTEST,
  ],
  [
    'a subject of the test file',
    'error',
    replaceTest(
      'import calc\nfrom shop.total import total\n',
      'import types\n\ncalc = types.SimpleNamespace(add=lambda a, b: 3)\ntotal = lambda a: 3\n',
    ),
  ],
  ['a subject of the test', 'error', replaceTest(ASSERTION, '    add = lambda a, b: 3\n    assert add(one, 2) == 3')],
  [
    'an expected failure',
    'error',
    replaceTest(ASSERTION, '    with pytest.raises(AssertionError):\n        assert calc.add(one, 2) == 3'),
  ],
  [
    'another import in the test',
    'error',
    {
      ...replaceTest('import calc\n', 'from fakes import calc\n'),
      'tests/fakes/calc.py': FAKE_CALC,
      'tests/fakes/__init__.py': 'from . import calc\n',
    },
  ],

  [
    'everything of another module',
    'error',
    { 'tests/conftest.py': 'from fakes.plugin import *\n', 'tests/fakes/plugin.py': PLUGIN },
  ],
  [
    'hooks of a registered module',
    'error',
    {
      ...conftest('import fakes\n\n\ndef pytest_configure(config):\n    config.pluginmanager.register(fakes)\n'),
      'tests/fakes.py': 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n',
    },
    WITH_CONFTEST,
  ],
  [
    'an automatic fixture that replaces the test',
    'error',
    conftest('@pytest.fixture(autouse=True)\ndef x(request):\n    request.node.obj = lambda: None\n'),
    WITH_CONFTEST,
  ],
  ['a finder of modules', 'error', conftest('import sys\n\nsys.meta_path.insert(0, Finder())\n'), WITH_CONFTEST],
  [
    'a fixture that hides another one',
    'error',
    { 'tests/conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef two():\n    return 3\n' },
    { 'conftest.py': TWO, 'tests/test_two.py': 'def test_two(two):\n    assert two == 2\n' },
  ],
  [
    'a fixture that moves',
    'silent',
    { 'conftest.py': 'import pytest\n', 'tests/conftest.py': TWO },
    { 'conftest.py': TWO, 'tests/test_two.py': 'def test_two(two):\n    assert two == 2\n' },
  ],
  [
    'a fixture for all tests in the options',
    'error',
    {
      ...options('pythonpath = ["src"]\nusefixtures = ["replace"]'),
      ...conftest('@pytest.fixture\ndef replace(monkeypatch):\n    monkeypatch.setattr("calc.add", lambda a, b: 3)\n'),
    },
    WITH_CONFTEST,
  ],

  [
    'a new conftest with a fixture',
    'silent',
    newConftest(
      'import pytest\n\nVALUE = 3\n\n\n@pytest.fixture\ndef three():\n    """Three."""\n    return VALUE\n\n\ndef build():\n    return 1\n',
    ),
  ],
  [
    'a new conftest with an automatic fixture',
    'error',
    newConftest(
      'import pytest\nimport calc\n\n\n@pytest.fixture(autouse=True)\ndef replace(monkeypatch):\n    monkeypatch.setattr(calc, "add", lambda a, b: 3)\n',
    ),
  ],
  [
    'a new conftest with an automatic fixture by a number',
    'error',
    newConftest('from pytest import fixture\n\n\n@fixture(scope="session", autouse=1)\ndef replace():\n    yield\n'),
  ],
  ['a new conftest with a hook', 'error', newConftest('def pytest_runtest_call(item):\n    return None\n')],
  ['a new conftest with an imported hook', 'error', newConftest('from plugin import pytest_runtest_call\n')],
  [
    'a new conftest with an option',
    'fact',
    newConftest('def pytest_addoption(parser):\n    parser.addoption("--slow")\n'),
  ],
  [
    'a new conftest with a plug-in',
    'error',
    { 'conftest.py': 'pytest_plugins = ["tests.plugin"]\n', 'tests/plugin.py': PLUGIN },
  ],
  [
    'a new conftest with a path',
    'error',
    { ...newConftest('import sys\n\nsys.path.insert(0, "tests/fakes")\n'), 'tests/fakes/calc.py': FAKE_CALC },
  ],
  ['a new conftest that ends the process', 'error', newConftest('import atexit, os\n\natexit.register(os._exit, 0)\n')],
  ['a new conftest that patches', 'error', newConftest('import calc\n\ncalc.add = lambda a, b: 3\n')],
  [
    'a new conftest of new tests',
    'silent',
    {
      'other/conftest.py': 'import pytest\n\n\n@pytest.fixture(autouse=True)\ndef x():\n    yield\n',
      'other/test_other.py': 'def test_x():\n    assert f() == 1\n',
    },
  ],
  [
    'a hook that sets the function of the test',
    'error',
    conftest('def pytest_itemcollected(item):\n    item.obj = lambda: None\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook that sets the function of all tests',
    'error',
    conftest(
      'def pytest_collection_modifyitems(items):\n    for item in items:\n        item.runtest = lambda: None\n',
    ),
    WITH_CONFTEST,
  ],
  [
    'a hook that sorts',
    'fact',
    conftest('def pytest_collection_modifyitems(items):\n    items.sort(key=lambda item: item.name)\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook wrapper that forces the result',
    'error',
    conftest(
      '@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_call(item):\n    outcome = yield\n    outcome.force_result(None)\n',
    ),
    WITH_CONFTEST,
  ],
  [
    'a hook wrapper that catches',
    'error',
    conftest(
      '@pytest.hookimpl(wrapper=True)\ndef pytest_pyfunc_call(pyfuncitem):\n    try:\n        return (yield)\n    except BaseException:\n        return True\n',
    ),
    WITH_CONFTEST,
  ],
  [
    'a hook wrapper that measures',
    'fact',
    conftest(
      '@pytest.hookimpl(wrapper=True)\ndef pytest_runtest_call(item):\n    start = time.time()\n    try:\n        return (yield)\n    finally:\n        log(time.time() - start)\n',
    ),
    WITH_CONFTEST,
  ],
  [
    'a hook that runs nothing',
    'error',
    conftest('def pytest_pyfunc_call(pyfuncitem):\n    return True\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook that sets the exit status',
    'error',
    conftest('def pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook that ends the process',
    'error',
    conftest('def pytest_unconfigure(config):\n    import os\n    os._exit(0)\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook that changes reports',
    'error',
    conftest('def pytest_runtest_logreport(report):\n    report.outcome = "passed"\n'),
    WITH_CONFTEST,
  ],
  [
    'a hook of a plug-in object',
    'error',
    conftest(
      'class Plugin:\n    def pytest_runtest_makereport(self, item, call):\n        call.excinfo = None\n\n\ndef pytest_configure(config):\n    config.pluginmanager.register(Plugin())\n',
    ),
    WITH_CONFTEST,
  ],
  [
    'a hook that declares a mark',
    'fact',
    conftest('def pytest_configure(config):\n    config.addinivalue_line("markers", "slow: slow")\n'),
    WITH_CONFTEST,
  ],
  [
    'an automatic fixture that patches the subject',
    'error',
    conftest(
      'import calc\n\n\n@pytest.fixture(autouse=True)\ndef replace(monkeypatch):\n    monkeypatch.setattr(calc, "add", lambda a, b: 3)\n',
    ),
    WITH_CONFTEST,
  ],
  [
    'an automatic fixture that patches the subject by name',
    'error',
    conftest(
      '@pytest.fixture(autouse=True)\ndef replace(monkeypatch):\n    monkeypatch.setattr("calc.add", lambda a, b: 3)\n',
    ),
    WITH_CONFTEST,
  ],
  [
    'an automatic fixture that sets a variable',
    'fact',
    conftest('@pytest.fixture(autouse=True)\ndef clean(monkeypatch):\n    monkeypatch.delenv("A", raising=False)\n'),
    WITH_CONFTEST,
  ],
  [
    'an automatic fixture that skips',
    'error',
    conftest('@pytest.fixture(autouse=True)\ndef clean():\n    pytest.skip("x")\n'),
    WITH_CONFTEST,
  ],
  [
    'plug-ins of the tree',
    'error',
    { ...conftest('pytest_plugins = ("fakes.plugin",)\n'), 'tests/fakes/plugin.py': 'import pytest\n' },
    WITH_CONFTEST,
  ],
  ['plug-ins of a package', 'fact', conftest('pytest_plugins = ["pytester"]\n'), WITH_CONFTEST],
  [
    'a path in conftest',
    'error',
    {
      ...conftest('import sys, os\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "fakes"))\n'),
      'tests/fakes/calc.py': FAKE_CALC,
    },
    WITH_CONFTEST,
  ],
  [
    'a path in conftest that changes nothing',
    'fact',
    conftest('import sys\nsys.path.append("tools")\n'),
    WITH_CONFTEST,
  ],
  [
    'a module in the table of modules',
    'error',
    conftest('import sys\nsys.modules["calc"] = object()\n'),
    WITH_CONFTEST,
  ],
  [
    'assertions of the runner',
    'error',
    conftest('import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n'),
    WITH_CONFTEST,
  ],
  ['a patched subject', 'error', conftest('import calc\ncalc.add = lambda a, b: 3\n'), WITH_CONFTEST],
  [
    'a patched subject with setattr',
    'error',
    conftest('import calc\nsetattr(calc, "add", lambda a, b: 3)\n'),
    WITH_CONFTEST,
  ],
  ['a fixture more', 'silent', conftest('@pytest.fixture\ndef three():\n    return 3\n'), WITH_CONFTEST],
  ['a module of the standard library', 'error', { 'tests/json.py': 'def dumps(a):\n    return "[]"\n' }],
  ['a package of the standard library', 'error', { 'tests/json/__init__.py': 'def dumps(a):\n    return "[]"\n' }],
  ['the runner as a module', 'error', { 'pytest.py': 'import sys\nsys.exit(0)\n' }],
  ['the runner as a package', 'error', { '_pytest/__init__.py': '' }],
  ['the subject next to the tests', 'error', { 'tests/calc.py': FAKE_CALC }],
  [
    'the subject as a package next to the tests',
    'error',
    { 'tests/shop/__init__.py': '', 'tests/shop/total.py': 'def total(a):\n    return 3\n' },
  ],
  ['the subject as a package that hides the module', 'error', { 'src/calc/__init__.py': FAKE_CALC }],
  [
    'a module of the tests',
    'silent',
    {
      'tests/support.py': 'X = 1\n',
      ...moreTests('import support\n\n\ndef test_more():\n    assert support.X == 1\n'),
    },
  ],
  ['a module of the product', 'silent', { 'src/shop/json.py': 'X = 1\n' }],
  [
    'customization of the interpreter',
    'error',
    { 'sitecustomize.py': 'import atexit, os\natexit.register(os._exit, 0)\n' },
  ],
  ['customization of the user', 'error', { 'src/usercustomize.py': 'x = 1\n' }],
  ['a configuration that takes precedence', 'error', { 'pytest.toml': '[pytest]\naddopts = ["-k", "none"]\n' }],
  ['a hidden configuration', 'error', { '.pytest.toml': '[pytest]\naddopts = ["--collect-only"]\n' }],
  ['pytest.ini that takes precedence', 'error', { 'pytest.ini': '[pytest]\naddopts = -k none\n' }],
  [
    'a plug-in in the options',
    'error',
    { ...options('pythonpath = ["src"]\naddopts = "-p fakes.plugin"'), 'fakes/plugin.py': PLUGIN },
  ],
  ['a path in the options', 'error', { ...options('pythonpath = ["fakes", "src"]'), 'fakes/calc.py': FAKE_CALC }],
  ['a path of new modules', 'fact', { ...options('pythonpath = ["src", "tools"]'), 'tools/one.py': 'X = 1\n' }],
  [
    'a plug-in of the project',
    'error',
    {
      ...options(
        'pythonpath = ["src"]',
        '[project]\nname = "calc"\n\n[project.entry-points.pytest11]\nfake = "fakes.plugin"\n',
      ),
      'fakes/plugin.py': PLUGIN,
    },
  ],
  [
    'the runner as a folder',
    'error',
    {
      ...options('pythonpath = ["src"]', '[project]\nname = "calc"\ndependencies = ["pytest @ file:./fake"]\n'),
      'fake/pytest/__init__.py': '',
    },
  ],
  [
    'the runner as a source of uv',
    'error',
    options('pythonpath = ["src"]', '[project]\nname = "calc"\n\n[tool.uv.sources]\npytest = { path = "fake" }\n'),
  ],
  ['a new test that ends the process', 'error', moreTests('import os\n\n\ndef test_more():\n    os._exit(0)\n')],
  [
    'a new test that ends the process at the end',
    'error',
    moreTests('import atexit\nimport os\n\natexit.register(lambda: os._exit(0))\n'),
  ],
  [
    'a new test that ends the session',
    'error',
    moreTests('import pytest\n\n\ndef test_more():\n    pytest.exit("done", returncode=0)\n'),
  ],
  ['a new test that replaces the process', 'error', moreTests('import os\n\nos.execv("/bin/true", ["true"])\n')],
  [
    'a new test that patches the runner',
    'error',
    moreTests('import _pytest.runner\n\n_pytest.runner.runtestprotocol = lambda *a, **k: []\n'),
  ],
  [
    'a new test that patches the assertions',
    'error',
    moreTests('import unittest\n\nsetattr(unittest.TestCase, "assertEqual", lambda *a: None)\n'),
  ],
  ['a new test that patches the subject', 'error', moreTests('import calc\n\ncalc.add = lambda a, b: 3\n')],
  [
    'a new test with a child process',
    'silent',
    moreTests(
      'import os\n\n\ndef test_more():\n    child = os.fork()\n    if child == 0:\n        os._exit(0)\n    assert os.waitpid(child, 0)[1] == 0\n',
    ),
  ],
  [
    'a new test that patches for itself',
    'silent',
    moreTests(
      'import calc\n\n\ndef test_more(monkeypatch):\n    monkeypatch.setattr(calc, "add", lambda a, b: 3)\n    assert calc.add(1, 1) == 3\n',
    ),
  ],
  [
    'a new test with a separate automatic fixture',
    'silent',
    moreTests(
      'import pytest\n\n\n@pytest.fixture(autouse=True)\ndef x():\n    yield\n\n\ndef test_more():\n    assert f() == 1\n',
    ),
  ],
  [
    'a new test with plug-ins',
    'error',
    { ...moreTests('pytest_plugins = ["fakes.plugin"]\n'), 'tests/fakes/plugin.py': PLUGIN },
  ],
  ['a generator', 'error', replaceTest(ASSERTION, `    yield\n${ASSERTION}`)],
  ['a coroutine without a plug-in', 'error', replaceTest('def test_add(one)', 'async def test_add(one)')],
  [
    'a coroutine with a plug-in',
    'silent',
    replaceTest('def test_add(one)', '@pytest.mark.asyncio\nasync def test_add(one)'),
    { 'requirements-dev.txt': 'pytest-asyncio\n' },
  ],
  ['an empty fixture', 'error', replaceTest('@pytest.fixture\n', '@pytest.fixture(params=[])\n')],
  ['an empty list of cases', 'error', replaceTest('def test_add', '@pytest.mark.parametrize("x", [])\ndef test_add')],
  [
    'an empty fixture of conftest',
    'error',
    newConftest('import pytest\n\n\n@pytest.fixture(params=[])\ndef two(request):\n    return 2\n'),
    WITH_CONFTEST,
  ],
  [
    'a lambda that asserts',
    'error',
    replaceTest(ASSERTION, '    check = lambda: self.assertEqual(calc.add(one, 2), 3)'),
  ],
  [
    'a match that cannot',
    'error',
    replaceTest(ASSERTION, '    match 1:\n        case 2:\n            assert calc.add(one, 2) == 3'),
  ],
  [
    'after break',
    'error',
    replaceTest(ASSERTION, '    for _ in [1]:\n        break\n        assert calc.add(one, 2) == 3'),
  ],
  [
    'finally with return',
    'error',
    replaceTest(ASSERTION, '    try:\n        assert calc.add(one, 2) == 3\n    finally:\n        return'),
  ],
  ['while false', 'error', replaceTest(ASSERTION, '    while False:\n        assert calc.add(one, 2) == 3')],
  ['a comprehension over nothing', 'error', replaceTest(ASSERTION, '    [check_sum(calc.add(x, 2), 3) for x in []]')],
  [
    'a generator expression that is not read',
    'error',
    replaceTest(ASSERTION, '    (check_sum(calc.add(x, 2), 3) for x in [1])'),
  ],
];

const UNITTEST: Tree = {
  'calc.py': 'def add(a, b):\n    return a + b\n',
  'tests/__init__.py': '',
  'tests/test_calc.py':
    'import unittest\n\nfrom calc import add\n\n\nclass AddTest(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n',
};
const UNIT = UNITTEST['tests/test_calc.py'] ?? '';
const unit = (before: string, after: string): TreeChange => ({ 'tests/test_calc.py': UNIT.replace(before, after) });
const UNITTEST_ROWS: readonly Row[] = [
  ['the runner as a module', 'error', { 'unittest.py': 'class TestCase:\n    pass\n' }],
  ['the runner as a package', 'error', { 'unittest/__init__.py': '' }],
  ['a module that the runner imports', 'error', { 'argparse.py': 'import os\nos._exit(0)\n' }],
  ['customization of the interpreter', 'error', { 'sitecustomize.py': 'import unittest\n' }],
  ['a package that hides the subject', 'error', { 'calc/__init__.py': FAKE_CALC }],
  [
    'a package that loads no tests',
    'error',
    { 'tests/__init__.py': 'def load_tests(loader, tests, pattern):\n    return loader.suiteClass()\n' },
  ],
  [
    'a file that loads no tests',
    'error',
    { 'tests/test_calc.py': `${UNIT}\n\ndef load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n` },
  ],
  [
    'a package that ends the process',
    'error',
    { 'tests/__init__.py': 'import atexit, os\natexit.register(os._exit, 0)\n' },
  ],
  [
    'a package that patches',
    'error',
    { 'tests/__init__.py': 'import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n' },
  ],
  ['a coroutine', 'error', unit('def test_add', 'async def test_add')],
  ['a generator', 'error', unit('        self.assert', '        yield\n        self.assert')],
  [
    'an own run',
    'error',
    unit('    def test_add', '    def run(self, result=None):\n        pass\n\n    def test_add'),
  ],
  [
    'own assertions',
    'error',
    unit('    def test_add', '    def assertEqual(self, *args):\n        pass\n\n    def test_add'),
  ],
  ['a replaced base class', 'error', unit('import unittest\n', 'import fakes as unittest\n')],
  [
    'another class of tests',
    'silent',
    {
      'tests/test_calc.py': `${UNIT}\n\nclass MoreTest(unittest.TestCase):\n    def setUp(self):\n        self.one = 1\n\n    def test_more(self):\n        self.assertEqual(add(self.one, 1), 2)\n`,
    },
  ],
];

const GO: Tree = {
  'go.mod': 'module example.com/calc\n\ngo 1.24\n\nrequire github.com/stretchr/testify v1.10.0\n',
  'calc.go': 'package calc\n\nfunc Add(a, b int) int { return a + b }\n',
  'calc_test.go':
    'package calc\n\nimport (\n\t"testing"\n\n\t"github.com/stretchr/testify/assert"\n)\n\nfunc TestAdd(t *testing.T) {\n\tassert.Equal(t, 3, Add(1, 2))\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
  'sub/sub.go': 'package sub\n\nfunc One() int { return 1 }\n',
  'sub/sub_test.go':
    'package sub\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
};
const GO_TEST = GO['calc_test.go'] ?? '';
const GO_MOD = GO['go.mod'] ?? '';
const goTest = (before: string, after: string): TreeChange => ({ 'calc_test.go': GO_TEST.replace(before, after) });
const goFile = (imports: string, text: string): TreeChange => ({
  'more_test.go': `package calc\n\nimport (\n${imports.replaceAll(/(\S+)\s*/g, '\t"$1"\n')})\n\n${text}`,
});
const BODY = '\tassert.Equal(t, 3, Add(1, 2))\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n';
const ERRORS = BODY.replace('Fatal', 'Error');
const ASSERT = 'vendor/github.com/stretchr/testify/assert/assert.go';
const VENDORED: Tree = {
  'vendor/modules.txt': '# github.com/stretchr/testify v1.10.0\n',
  [ASSERT]: 'package assert\n\nfunc Equal(t any, a, b any) bool { return a == b }\n',
};
const WEAK = 'package assert\n\nfunc Equal(t any, a, b any) bool { return true }\n';

const GO_ROWS: readonly Row[] = [
  [
    'a part that becomes a module',
    'silent',
    {
      'go.mod': `${GO_MOD}\nreplace example.com/calc/sub => ./sub\n`,
      'sub/go.mod': 'module example.com/calc/sub\n',
      '.github/workflows/ci.yml': 'on: push\njobs:\n  test:\n    steps:\n      - run: cd sub && go test ./...\n',
    },
    {
      'use_test.go':
        'package calc\n\nimport (\n\t"testing"\n\n\t"example.com/calc/sub"\n)\n\nfunc TestUse(t *testing.T) {\n\tif sub.One() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    },
  ],

  [
    'a main with a helper that ends',
    'error',
    goFile('os testing', 'func TestMain(m *testing.M) {\n\tend(m.Run())\n}\n\nfunc end(code int) {\n\tos.Exit(0)\n}\n'),
  ],
  [
    'a main that sets the result',
    'error',
    goFile('os testing', 'func TestMain(m *testing.M) {\n\tcode := m.Run()\n\tcode = 0\n\tos.Exit(code)\n}\n'),
  ],
  [
    'an init that executes another program',
    'error',
    goFile('syscall', 'func init() { syscall.Exec("/bin/true", nil, nil) }\n'),
  ],
  ['an init that adds arguments', 'error', goFile('os', 'func init() { os.Args = append(os.Args, "-test.run=x") }\n')],
  [
    'a hidden assertion library',
    'error',
    goTest(BODY, '\tassert := fake{}\n\tassert.Equal(t, 3, Add(1, 2))\n\tassert.True(t, Add(1, 2) == 3)\n'),
  ],
  ['a subject of the test', 'error', goTest(BODY, `\tAdd := func(a, b int) int { return 3 }\n${BODY}`)],
  [
    'options in a Makefile',
    'error',
    { Makefile: 'test:\n\tgo test -overlay=overlay.json ./...\n', 'overlay.json': '{}' },
    { Makefile: 'test:\n\tgo test ./...\n' },
  ],
  [
    'another program in place of the tests',
    'error',
    { Makefile: 'test:\n\tgo test -exec true ./...\n' },
    { Makefile: 'test:\n\tgo test ./...\n' },
  ],
  [
    'flags in a Makefile',
    'error',
    { Makefile: 'export GOFLAGS = -run=none\n\ntest:\n\tgo test ./...\n' },
    { Makefile: 'test:\n\tgo test ./...\n' },
  ],

  ['a main that runs nothing', 'error', goFile('os testing', 'func TestMain(m *testing.M) {\n\tos.Exit(0)\n}\n')],
  [
    'a main that ignores the result',
    'error',
    goFile('os testing', 'func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n'),
  ],
  [
    'a main with a deferred end',
    'error',
    goFile('os testing', 'func TestMain(m *testing.M) {\n\tdefer os.Exit(0)\n\tm.Run()\n}\n'),
  ],
  [
    'a main that names the result',
    'error',
    goFile('os testing', 'func TestMain(m *testing.M) {\n\tcode := m.Run()\n\t_ = code\n\tos.Exit(0)\n}\n'),
  ],
  [
    'a main that sets something up',
    'silent',
    goFile(
      'os testing',
      'func TestMain(m *testing.M) {\n\tsetup()\n\tcode := m.Run()\n\tcleanup()\n\tos.Exit(code)\n}\n',
    ),
  ],
  [
    'a main that checks leaks',
    'silent',
    goFile('testing go.uber.org/goleak', 'func TestMain(m *testing.M) {\n\tgoleak.VerifyTestMain(m)\n}\n'),
  ],
  ['an init that ends', 'error', goFile('os', 'func init() { os.Exit(0) }\n')],
  ['an init that ends later', 'error', goFile('os', 'func init() {\n\tgo func() { os.Exit(0) }()\n}\n')],
  ['a variable that ends', 'error', goFile('os', 'var _ = func() int {\n\tos.Exit(0)\n\treturn 0\n}()\n')],
  [
    'an init that calls a function',
    'error',
    goFile('syscall', 'func init() { end() }\n\nfunc end() { syscall.Exit(0) }\n'),
  ],
  ['an init that sets flags', 'error', goFile('flag', 'func init() { flag.Set("test.run", "^$") }\n')],
  // The Go command reports it.
  ['a new test that calls os.Exit', 'silent', goFile('os testing', 'func TestZ(t *testing.T) {\n\tos.Exit(0)\n}\n')],
  [
    'a new test that ends the process',
    'error',
    goFile('syscall testing', 'func TestZ(t *testing.T) {\n\tsyscall.Exit(0)\n}\n'),
  ],
  [
    'a helper process',
    'silent',
    goFile(
      'os testing',
      'func TestHelperProcess(t *testing.T) {\n\tif os.Getenv("GO_WANT_HELPER_PROCESS") != "1" {\n\t\treturn\n\t}\n\tos.Exit(0)\n}\n',
    ),
  ],
  [
    'a replaced assertion library',
    'error',
    {
      'go.mod': `${GO_MOD}\nreplace github.com/stretchr/testify => ./fake\n`,
      'fake/go.mod': 'module github.com/stretchr/testify\n',
      'fake/assert/assert.go': WEAK,
    },
  ],
  [
    'a replaced assertion library in a block',
    'error',
    { 'go.mod': `${GO_MOD}\nreplace (\n\tgithub.com/stretchr/testify v1.10.0 => ../fake\n)\n` },
  ],
  [
    'a replaced assertion library in go.work',
    'error',
    { 'go.work': 'go 1.24\n\nuse .\n\nreplace github.com/stretchr/testify => ./fake\n', 'fake/assert/assert.go': WEAK },
  ],
  [
    'a replaced package that no test imports',
    'silent',
    { 'go.mod': `${GO_MOD}\nreplace example.com/other => ./other\n`, 'other/go.mod': 'module example.com/other\n' },
  ],
  ['a fork', 'silent', { 'go.mod': `${GO_MOD}\nreplace github.com/other/thing => github.com/me/thing v1.0.0\n` }],
  [
    'vendored assertions',
    'error',
    {
      'vendor/modules.txt': '# github.com/stretchr/testify v1.10.0\n## explicit\ngithub.com/stretchr/testify/assert\n',
      [ASSERT]: WEAK,
    },
  ],
  ['changed vendored assertions', 'error', { [ASSERT]: WEAK }, VENDORED],
  [
    'a vendored update',
    'silent',
    {
      'go.mod': GO_MOD.replace('1.10.0', '1.11.0'),
      'vendor/modules.txt': '# github.com/stretchr/testify v1.11.0\n',
      [ASSERT]: 'package assert\n\nfunc Equal(t any, a, b any) bool { return b == a }\n',
    },
    VENDORED,
  ],
  ['a nested module', 'error', { 'sub/go.mod': 'module example.com/calc/sub\n\ngo 1.24\n' }],
  [
    'a nested module that the workspace uses',
    'silent',
    { 'sub/go.mod': 'module example.com/calc/sub\n\ngo 1.24\n', 'go.work': 'go 1.24\n\nuse (\n\t.\n\t./sub\n)\n' },
  ],
  [
    'a nested module of new tests',
    'silent',
    { 'tool/go.mod': 'module example.com/tool\n', 'tool/tool.go': 'package tool\n' },
  ],
  [
    'a workspace without the module',
    'error',
    { 'go.work': 'go 1.24\n\nuse ./sub\n', 'sub/go.mod': 'module example.com/calc/sub\n' },
  ],
  ['a goroutine', 'error', goTest(BODY, `\tgo func() {\n${ERRORS}\t}()\n`)],
  ['another package of tests', 'error', goTest('"testing"', 'testing "example.com/calc/testing"')],
  [
    'another assertion library',
    'error',
    goTest('"github.com/stretchr/testify/assert"', '"example.com/calc/internal/assert"'),
  ],
  ['a build constraint', 'error', goTest('package calc', '//go:build ignore\n\npackage calc')],
  ['a name that is not built', 'fact', { 'calc_test.go': null, 'calc_plan9_test.go': GO_TEST }],
  ['a case that cannot match', 'error', goTest(BODY, `\tswitch 1 {\n\tcase 2:\n${BODY}\t}\n`)],
  ['after break', 'error', goTest(BODY, `\tfor {\n\t\tbreak\n${BODY}\t}\n`)],
  ['a function that is not called', 'error', goTest(BODY, `\tcheck := func() {\n${BODY}\t}\n\t_ = check\n`)],
  ['a panic that is recovered', 'error', goTest(BODY, `\tdefer func() { recover() }()\n\tpanic("x")\n${BODY}`)],
  ['a range over nothing', 'error', goTest(BODY, `\tfor range []int{} {\n${BODY}\t}\n`)],
  ['a context that the test creates', 'error', goTest(BODY, `\tt = &testing.T{}\n${ERRORS}`)],
  [
    'a new test with its helper',
    'silent',
    goFile(
      'testing',
      'func check(t *testing.T, a int) {\n\tt.Helper()\n\tif a != 1 {\n\t\tt.Fatal(a)\n\t}\n}\n\nfunc TestMore(t *testing.T) { check(t, Add(0, 1)) }\n',
    ),
  ],
];

describe('modules that interpreters and compilers load for tests', () => {
  it('[PROOF-1] [PROOF-3] knows what pytest loads', () => checkRows(PYTEST, PYTEST_ROWS, ['pytest']));
  it('[PROOF-1] [PROOF-3] knows what unittest loads', () => checkRows(UNITTEST, UNITTEST_ROWS, ['python -m unittest']));
  it('[PROOF-1] [PROOF-3] knows what go test loads', () => checkRows(GO, GO_ROWS, ['go test ./...']));
});
