import assert from 'node:assert/strict';
import { findProtectedChanges } from '../../../src/verdicts/protection/find-protected-changes.ts';

type Verdict = 'less' | 'fact' | 'silent' | 'warning';

/** The verdict on a test file whose content changed. */
async function judge(path: string, before: string, after: string): Promise<Verdict> {
  const changes = await findProtectedChanges({ files: [{ path, before, after }], baseFiles: [path], baseSettings: [] });
  const certain = changes.filter(({ direction }) => direction === 'less');
  if (certain.some(({ kind }) => kind !== 'fewer-assertions')) return 'less';
  if (certain.length > 0) return 'warning';
  return changes.length > 0 ? 'fact' : 'silent';
}

type Rows = readonly (readonly [expected: Verdict, body: string])[];

async function checkRows(path: string, wrap: (body: string) => string, before: string, rows: Rows): Promise<void> {
  const wrong: string[] = [];
  for (const [expected, body] of rows) {
    const actual = await judge(path, wrap(before), wrap(body));
    if (actual !== expected) wrong.push(`${JSON.stringify(body)}: ${actual}, not ${expected}`);
  }
  assert.deepEqual(wrong, []);
}

const wrapJavaScript = (body: string): string =>
  `import { add, later } from '../src/add.ts';\nconst env = load();\nit('adds', async () => {\n  ${body}\n});\n`;

const JAVASCRIPT: Rows = [
  // It runs, and fails.
  ['silent', 'expect(add(1, 2)).toBe(3);'],
  ['silent', 'const sum = add(1, 2);\n  expect(sum).toBe(3);'],
  ['silent', 'if (!env) throw new Error("no environment");\n  expect(add(1, 2)).toBe(3);'],
  ['silent', 'for (const one of [1]) expect(add(one, 2)).toBe(3);'],
  ['silent', '[1].forEach((one) => expect(add(one, 2)).toBe(3));'],
  ['silent', 'try { expect(add(1, 2)).toBe(3); } finally { env.close(); }'],
  ['silent', 'try { expect(add(1, 2)).toBe(3); } catch (error) { env.log(error); throw error; }'],
  ['silent', 'await later().then(() => expect(add(1, 2)).toBe(3));'],
  ['silent', 'await expect(later(add(1, 2))).resolves.toBe(3);'],
  ['silent', 'return expect(later(add(1, 2))).resolves.toBe(3);'],
  ['silent', 'await Promise.all([expect(later(add(1, 2))).resolves.toBe(3)]);'],
  ['silent', 'expect(() => add(1, 2)).toThrow();'],
  ['silent', 'expect(add(1, 2)).to.be.ok;'],
  ['silent', 'if (true) expect(add(1, 2)).toBe(3);'],

  // It cannot fail: no run reaches it.
  ['less', 'if (process.env.CI) return;\n  expect(add(1, 2)).toBe(3);'],
  ['less', "if (process.env['CI'] === 'true') return;\n  expect(add(1, 2)).toBe(3);"],
  ['less', 'if (process.env.CI !== undefined) { return; }\n  expect(add(1, 2)).toBe(3);'],
  ['less', 'if (process.env.GITHUB_ACTIONS || env) return;\n  expect(add(1, 2)).toBe(3);'],
  ['less', "if (process.env.NODE_ENV === 'test') return;\n  expect(add(1, 2)).toBe(3);"],
  ['less', 'if (!process.env.CI) expect(add(1, 2)).toBe(3);'],
  ['less', 'if (process.env.ONLY_HERE) expect(add(1, 2)).toBe(3);'],
  ['less', 'process.env.CI || expect(add(1, 2)).toBe(3);'],
  ['less', 'process.env.CI ? undefined : expect(add(1, 2)).toBe(3);'],
  ['less', "if ('CI' in process.env) return;\n  expect(add(1, 2)).toBe(3);"],
  ['less', 'const skipped = true;\n  if (skipped) return;\n  expect(add(1, 2)).toBe(3);'],
  ['less', 'if (1 > 0) return;\n  expect(add(1, 2)).toBe(3);'],
  ['less', '[].forEach(() => expect(add(1, 2)).toBe(3));'],
  ['less', 'for (const one of []) expect(add(one, 2)).toBe(3);'],
  ['less', 'const cases = [];\n  for (const one of cases) expect(add(one, 2)).toBe(3);'],
  ['less', 'new Set().forEach((one) => expect(add(one, 2)).toBe(3));'],
  ['less', 'Object.keys({}).map((one) => expect(add(one, 2)).toBe(3));'],
  ['less', 'for (; false; ) expect(add(1, 2)).toBe(3);'],
  ['less', 'while (0) expect(add(1, 2)).toBe(3);'],
  ['less', 'label: { break label; expect(add(1, 2)).toBe(3); }'],
  ['less', 'switch (1) { case 2: expect(add(1, 2)).toBe(3); }'],
  ['less', 'Promise.reject().then(() => expect(add(1, 2)).toBe(3));'],
  ['less', 'const check = () => expect(add(1, 2)).toBe(3);'],
  ['less', 'throw new Error("later"); expect(add(1, 2)).toBe(3);'],
  ['less', 'for (let i = 0; i < 0; i++) expect(add(i, 2)).toBe(3);'],
  ['less', 'expect(() => expect(add(1, 2)).toBe(3));'],
  ['less', 'void 0, expect(add(1, 2));'],
  ['less', 'class Check { run() { expect(add(1, 2)).toBe(3); } }'],
  ['less', 'const checks = { run() { expect(add(1, 2)).toBe(3); } };'],
  ['less', 'void function () { expect(add(1, 2)).toBe(3); };'],
  ['less', 'undefined?.(expect(add(1, 2)).toBe(3));'],
  ['less', '[...Array(0)].forEach(() => expect(add(1, 2)).toBe(3));'],
  ['less', 'try { return; } finally { env.close(); }\n  expect(add(1, 2)).toBe(3);'],
  ['less', '1 ?? expect(add(1, 2)).toBe(3);'],
  ['less', 'const sum = 3;\n  expect(sum).toBe(3);'],
  // It cannot fail: its failure is ignored, or it compares nothing.
  ['less', 'later().then(() => expect(add(1, 2)).toBe(3)).catch(() => {});'],
  ['less', 'await later().then(() => expect(add(1, 2)).toBe(3)).catch(() => undefined);'],
  ['less', 'await later().then(() => expect(add(1, 2)).toBe(3)).catch(function () {});'],
  ['less', 'await later().then(() => expect(add(1, 2)).toBe(3)).then(() => {}, () => {});'],
  ['less', 'await expect(later(add(1, 2))).resolves.toBe(3).catch(() => {});'],
  ['less', 'try { expect(add(1, 2)).toBe(3); } catch {}'],
  ['less', 'try { expect(add(1, 2)).toBe(3); } catch { console.log("no"); }'],
  ['less', 'try { expect(add(1, 2)).toBe(3); } finally { return; }'],
  ['less', 'expect(() => add(1, 2)).toThrow;'],
  ['less', 'expect(add(1, 2)).toBe;'],
  ['less', 'expect(add(1, 2));'],
  ['less', 'expect(add(1, 2)).not;'],
  ['less', 'await expect(later(add(1, 2))).resolves;'],
  ['less', 'void expect(add(1, 2));'],
  // A person has to look.
  ['fact', 'if (env.old) return;\n  expect(add(1, 2)).toBe(3);'],
  ['fact', 'setTimeout(() => expect(add(1, 2)).toBe(3), 0);'],
  ['fact', 'process.nextTick(() => expect(add(1, 2)).toBe(3));'],
  ['fact', 'later().then(() => expect(add(1, 2)).toBe(3));'],
  ['fact', 'if (env) expect(add(1, 2)).toBe(3);'],
  ['fact', 'if (process.env.CI) expect(add(1, 2)).toBe(3);'],
  ['fact', 'if (process.env.OLD_NODE) return;\n  expect(add(1, 2)).toBe(3);'],
  ['fact', 'env ? expect(add(1, 2)).toBe(3) : undefined;'],
  ['fact', 'env && expect(add(1, 2)).toBe(3);'],
  ['fact', 'env.value ?? expect(add(1, 2)).toBe(3);'],
  ['fact', "switch (env) { case 'a': expect(add(1, 2)).toBe(3); }"],
  ['fact', 'label: { if (env) break label; expect(add(1, 2)).toBe(3); }'],
  ['fact', 'expect(later(add(1, 2))).resolves.toBe(3);'],
  ['fact', 'expect(later(add(1, 2))).rejects.toThrow();'],
  ['fact', 'void expect(later(add(1, 2))).resolves.toBe(3);'],
  ['fact', 'try { await later(); } catch (error) { if (env) expect(error).toBe(add(1, 2)); }'],
];

const wrapPython = (body: string): string =>
  `import os\n\nimport pytest\n\nfrom src.calc import add, env\n\n\ndef test_adds():\n    ${body}\n`;

const PYTHON: Rows = [
  ['silent', 'assert add(1, 2) == 3'],
  ['silent', 'for one in [1]:\n        assert add(one, 2) == 3'],
  ['silent', 'if not env:\n        raise RuntimeError("no environment")\n    assert add(1, 2) == 3'],
  ['silent', 'try:\n        assert add(1, 2) == 3\n    finally:\n        env.close()'],
  ['less', "if os.environ.get('CI'):\n        return\n    assert add(1, 2) == 3"],
  ['less', "if os.getenv('CI') == 'true':\n        return\n    assert add(1, 2) == 3"],
  ['less', "if os.environ['CI']:\n        return\n    assert add(1, 2) == 3"],
  ['less', "if 'CI' in os.environ:\n        return\n    assert add(1, 2) == 3"],
  ['less', "if os.environ.get('CI') is not None or env:\n        return\n    assert add(1, 2) == 3"],
  ['less', "if not os.environ.get('CI'):\n        assert add(1, 2) == 3"],
  ['less', "if os.environ.get('ONLY_HERE'):\n        assert add(1, 2) == 3"],
  ['less', "if os.environ.get('PYTEST_CURRENT_TEST'):\n        pytest.skip('no')\n    assert add(1, 2) == 3"],
  ['less', 'for one in range(0):\n        assert add(one, 2) == 3'],
  ['less', 'if __name__ == "__main__":\n        assert add(1, 2) == 3'],
  ['less', 'for one in []:\n        assert add(one, 2) == 3'],
  ['less', 'while False:\n        assert add(1, 2) == 3'],
  ['less', 'if 1 > 2:\n        assert add(1, 2) == 3'],
  ['less', 'try:\n        assert add(1, 2) == 3\n    except Exception:\n        pass'],
  ['less', 'try:\n        assert add(1, 2) == 3\n    except:\n        print("no")'],
  ['less', 'try:\n        assert add(1, 2) == 3\n    finally:\n        return'],
  ['less', 'add(1, 2) == 3'],
  ['less', 'check = lambda: add(1, 2) == 3'],
  ['less', 'assert (add(1, 2) == 3, "sum")'],
  ['less', 'return\n    assert add(1, 2) == 3'],
  ['fact', 'if env.old:\n        return\n    assert add(1, 2) == 3'],
  ['fact', 'if env:\n        assert add(1, 2) == 3'],
  ['fact', "if os.environ.get('CI'):\n        assert add(1, 2) == 3"],
  ['fact', "if os.environ.get('OLD'):\n        return\n    assert add(1, 2) == 3"],
  ['fact', "if env.old:\n        pytest.skip('old')\n    assert add(1, 2) == 3"],
  ['fact', 'match env:\n        case 1:\n            assert add(1, 2) == 3'],
  ['fact', 'for one in env:\n        if one:\n            continue\n        assert add(1, 2) == 3'],
];

const wrapGo = (body: string): string =>
  `package calc\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestAdds(t *testing.T) {\n\t${body}\n}\n`;

const FAILS = 'if Add(1, 2) != 3 { t.Fatal("sum") }';
const GO: Rows = [
  ['silent', FAILS],
  ['silent', `for _, one := range []int{1} { if Add(one, 2) != 3 { t.Fatal("sum") } }`],
  ['silent', `t.Run("sum", func(t *testing.T) { ${FAILS} })`],
  ['silent', `done := make(chan bool)\n\tgo func() { ${FAILS}; close(done) }()\n\t<-done`],
  ['silent', `var wg sync.WaitGroup\n\twg.Add(1)\n\tgo func() { defer wg.Done(); ${FAILS} }()\n\twg.Wait()`],
  ['silent', `defer func() { ${FAILS} }()`],
  ['less', `go func() { ${FAILS} }()`],
  ['less', `go check(t)\n}\n\nfunc check(t *testing.T) {\n\t${FAILS}`],
  ['less', `if os.Getenv("CI") != "" { return }\n\t${FAILS}`],
  ['less', `if os.Getenv("CI") == "true" { return }\n\t${FAILS}`],
  ['less', `if os.Getenv("CI") != "" { t.Skip("no") }\n\t${FAILS}`],
  ['less', `if os.Getenv("CI") == "" { ${FAILS} }`],
  ['less', `if os.Getenv("ONLY_HERE") != "" { ${FAILS} }`],
  ['less', `return\n\t${FAILS}`],
  ['less', `if 1 > 2 { ${FAILS} }`],
  ['less', `for i := 0; i < 0; i++ { ${FAILS} }`],
  ['less', `for range []int{} { ${FAILS} }`],
  ['less', `_ = func() { ${FAILS} }`],
  ['fact', `if old { return }\n\t${FAILS}`],
  ['fact', `if old { ${FAILS} }`],
  ['fact', `if os.Getenv("OLD") != "" { return }\n\t${FAILS}`],
  ['fact', `if testing.Short() { t.Skip("slow") }\n\t${FAILS}`],
  ['fact', `switch old { case true: ${FAILS} }`],
];

describe('assertions that can no longer fail', () => {
  it('[PROOF-4] [TRUST-7] decides about conditions of whole tests', async () => {
    const test = "it('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n";
    const rows: readonly (readonly [Verdict, string])[] = [
      ['less', test.replace('it(', 'it.skipIf(process.env.CI)(')],
      ['less', test.replace('it(', 'it.skipIf(1 < 2)(')],
      ['less', test.replace("'adds', ", "'adds', { skip: process.env.CI === 'true' }, ")],
      ['less', `if (!process.env.CI) ${test}`],
      ['less', `if (process.env.ONLY_HERE) ${test}`],
      ['less', `process.env.CI || ${test}`],
      ['fact', test.replace('it(', 'it.runIf(hasFeature)(')],
      ['fact', test.replace('it(', 'it.skipIf(!process.env.DATABASE)(')],
      ['fact', test.replace('it(', '(isWindows ? it.skip : it)(')],
      ['fact', `if (hasFeature) ${test}`],
    ];
    for (const [expected, after] of rows) assert.equal(await judge('a.test.ts', test, after), expected, after);
    const python = 'import os\nimport pytest\n\n\ndef test_a():\n    assert f() == 3\n';
    const mark = (condition: string): string =>
      python.replace('def', `@pytest.mark.skipif(${condition}, reason="a")\ndef`);
    for (const [expected, condition] of [
      ['less', 'os.environ.get("CI")'],
      ['less', '"GITHUB_ACTIONS" in os.environ'],
      ['fact', 'os.name == "nt"'],
      ['fact', 'not os.environ.get("DATABASE")'],
    ] as const) {
      assert.equal(await judge('test_a.py', python, mark(condition)), expected, condition);
    }
  });

  it('[PROOF-4] [TRUST-7] decides about assertions of JavaScript', () =>
    checkRows('test/add.test.ts', wrapJavaScript, 'expect(add(1, 2)).toBe(3);', JAVASCRIPT));

  it('[PROOF-4] [TRUST-7] decides about assertions of Python', () =>
    checkRows('tests/test_calc.py', wrapPython, 'assert add(1, 2) == 3', PYTHON));

  it('[PROOF-4] [TRUST-7] decides about assertions of Go', () => checkRows('calc_test.go', wrapGo, FAILS, GO));
});
