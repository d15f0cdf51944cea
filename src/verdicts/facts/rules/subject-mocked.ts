import { isCodePath } from '../code/read-code.ts';
import { without } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { ObservedCall, ObservedCode } from '../interface/observed-code.ts';
import { sampleOf } from '../interface/sample.ts';

/** Tests that replace the module that their file is named after, or the function that they call. */
export const subjectMocked: FactRule = {
  id: 'subject-mocked',
  message: 'The code under test is mocked',
  reason: 'The test then proves the mock, and not the code.',
  languages: ['JavaScript', 'TypeScript', 'Python'],
  reads: isCodePath,
  samples: [
    sampleOf('test/price.test.ts', 'f();', "vi.mock('../src/price.ts');\nf();"),
    sampleOf('src/price.test.ts', 'f();', "vi.mock(import('./price'), () => ({ total: () => 3 }));\nf();"),
    sampleOf('src/price.spec.tsx', 'f();', "vi.mock('./price.js', () => ({}));\nf();"),
    sampleOf('src/price.test.ts', 'f();', "vi.mock('@/shop/price');\nf();"),
    sampleOf('src/price.test.ts', 'f();', "vi.doMock('./price', () => ({}));\nf();"),
    sampleOf('src/__tests__/price.js', 'f();', "jest.mock('../price', () => ({ total: () => 3 }));\nf();"),
    sampleOf(
      'test/orders.test.ts',
      "import { total } from '../src/price.ts';\ntotal();",
      "import { total } from '../src/price.ts';\nvi.mock('../src/price.ts');\ntotal();",
    ),
    sampleOf('test/price.test.mjs', 'f();', "mock.module('../src/price.mjs', { total: () => 3 });\nf();"),
    sampleOf(
      'test/price.test.ts',
      "import * as price from '../src/price';\nf();",
      "import * as price from '../src/price';\nvi.spyOn(price, 'total').mockReturnValue(3);\nf();",
    ),
    sampleOf(
      'tests/test_price.py',
      'def test_total():\n    assert price.total() == 3\n',
      'def test_total():\n    with patch("shop.price.total"):\n        assert price.total() == 3\n',
    ),
    sampleOf(
      'tests/test_price.py',
      'def test_total():\n    assert price.total() == 3\n',
      '@patch("shop.price.total", return_value=3)\ndef test_total(mocked):\n    assert price.total() == 3\n',
    ),
    sampleOf(
      'tests/test_price.py',
      'def test_total(monkeypatch):\n    assert price.total() == 3\n',
      'def test_total(monkeypatch):\n    monkeypatch.setattr(price, "total", lambda: 3)\n    assert price.total() == 3\n',
    ),
  ],
  nearMisses: [
    sampleOf('test/price.test.ts', 'f();', "vi.mock('../src/http.ts');\nf();"),
    sampleOf(
      'test/orders.test.ts',
      "import { f } from '../src/order.ts';\nimport { send } from '../src/http.ts';\nf();",
      "import { f } from '../src/order.ts';\nimport { send } from '../src/http.ts';\nvi.mock('../src/http.ts');\nf();",
    ),
    sampleOf('test/price.test.ts', 'f();', "vi.mock('price');\nf();"),
    sampleOf('test/price.test.ts', "vi.mock('../src/price.ts');\nf();", 'f();'),
    sampleOf('test/price.test.ts', "vi.mock('../src/price');\nf();", "vi.mock('../src/price', () => ({}));\nf();"),
    sampleOf('test/price.test.ts', 'f();', "vi.unmock('../src/price.ts');\nf();"),
    sampleOf(
      'tests/test_price.py',
      'def test_total():\n    assert price.total() == 3\n',
      'def test_total():\n    with patch("shop.price.requests.get"):\n        assert price.total() == 3\n',
    ),
    sampleOf(
      'tests/test_price.py',
      'def test_total():\n    assert price.total() == 3\n',
      'def test_total():\n    with patch("shop.price.rate"):\n        assert price.total() == 3\n',
    ),
  ],
  find: ({ code }) => code.filter(({ role }) => role === 'test').flatMap(compare),
};

function compare({ path, before, after }: CodeVersions): readonly FactPlace[] {
  const mocked = (code: ObservedCode): readonly (ObservedCall & { readonly subject: string })[] =>
    code.calls.flatMap((call) => {
      const subject = subjectOf(call, code, path);
      return subject === undefined ? [] : [{ ...call, subject }];
    });
  return without(mocked(after), mocked(before), ({ subject }) => subject).map(({ line, name, subject }) => ({
    file: path,
    line,
    after: `${name}(${subject})`,
  }));
}

/** What a call mocks, if it is what the tests of the file test. */
function subjectOf({ name, args, scope }: ObservedCall, code: ObservedCode, path: string): string | undefined {
  const [first = '', second = ''] = args;
  const tested = subjectName(path);
  if (/(?:^|\.)(?:vi|vitest|jest)\.(?:mock|doMock|unstable_mockModule)$|(?:^|\.)mock\.module$/.test(name)) {
    const specifier = /^(?:import\()?\s*['"`]((?:\.|[@~]\/|#)[^'"`]*)['"`]/.exec(first)?.[1];
    if (specifier === undefined) return undefined;
    const isOnly =
      [...code.relativeImports]
        .filter((one) => !SUPPORT.test(one))
        .map(baseName)
        .join() === baseName(specifier);
    return isOnly || baseName(specifier) === tested ? specifier : undefined;
  }
  const [, spied, method] =
    /\bspyOn\((\w+),\s*['"`](\w+)['"`]\)\.mock(?:Return|Implementation|Resolved|Rejected)/.exec(name) ?? [];
  if (spied === tested && method !== undefined) return `${spied}.${method}`;
  const isPatch = /(?:^|\.)patch$/.test(name);
  const isAttribute = /(?:^|\.)(?:patch\.object|monkeypatch\.setattr)$/.test(name);
  if (!isPatch && !isAttribute) return undefined;
  const target = isAttribute && !/^["']/.test(first) ? `${first}.${unquote(second)}` : unquote(first);
  const [attribute = '', module] = target.split('.').reverse();
  const isCalled = code.calls.some((call) => call.scope === scope && call.name.split('.').at(-1) === attribute);
  return module === tested && isCalled ? target : undefined;
}

/** Modules that help tests. */
const SUPPORT = /(?:^|[/._-])(?:tests?|helpers?|fixtures?|mocks?|__mocks__|support|utils?|setup|types?)(?:[/._-]|$)/i;

function unquote(text: string): string {
  return text.replaceAll(/^["']|["']$/g, '');
}

/** The name of the module that a test file tests: `price` for `price.test.ts`, `test_price.py` and `price_test.py`. */
function subjectName(path: string): string {
  return baseName(path).replace(/^test[_-]|[._-](?:test|tests|spec)$/, '');
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:[cm]?[jt]sx?|py)$/, '');
}
