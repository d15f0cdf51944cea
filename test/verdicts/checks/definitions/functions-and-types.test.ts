import assert from 'node:assert/strict';
import { checkRequirements } from '../../../../src/verdicts/checks/check-requirements.ts';
import type { TypeQuery, TypeAnswer, TypeChecker } from '../../../../src/code/types/queries/type-checker.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { checkOne, failsWithError, fails, NO_TYPES, passes, requirement, subjectOf } from '../checking.ts';

const FILES = {
  'src/check.ts': `
export function over(a: string): string;
export function over(a: number): number;
export function over(a: string | number) { return a; }
export const arrow = () => 1;
export const expression = function () {};
const hidden = async () => {};
export class Monitor { start() {} static of() {} get size() { return 1; } }
export { hidden as shown };
export default function main() {}
export const value = 1;
`,
  'src/index.ts': "export { Monitor as Watch, arrow as bow } from './check';\nexport { default } from './check';\n",
  'src/legacy.cjs': 'module.exports = { run() {} };\nmodule.exports.stop = function () {};\n',
  'src/types.ts': 'export interface Shape { a: string }\n',
};

/** A type checker whose answers depend on the expected text. It records its queries. */
class ScriptedTypes implements TypeChecker {
  readonly batches: { readonly kind: string; readonly queries: readonly TypeQuery[] }[] = [];
  loads = 0;

  load = (): Promise<TypeChecker> => {
    this.loads++;
    return Promise.resolve(this);
  };

  checkSignatures(queries: readonly TypeQuery[]): Promise<readonly TypeAnswer[]> {
    return this.#answer('signatures', queries);
  }

  checkTypes(queries: readonly TypeQuery[]): Promise<readonly TypeAnswer[]> {
    return this.#answer('types', queries);
  }

  receiveImports: TypeChecker['receiveImports'] = (queries) => NO_TYPES.receiveImports(queries);

  #answer(kind: string, queries: readonly TypeQuery[]): Promise<readonly TypeAnswer[]> {
    this.batches.push({ kind, queries });
    return Promise.resolve(
      queries.map(({ expected, name }) => ({
        passed: expected.includes('right'),
        expected,
        actual: `the type of ${name}`,
      })),
    );
  }
}

describe('function_exists', () => {
  const checkOf = (target: string, file?: string, expected?: string): Check => ({
    type: 'function_exists',
    target,
    ...(file && { file }),
    ...(expected && { expected }),
  });

  for (const [target, kind, line] of [
    ['over', 'function', 2],
    ['arrow', 'arrow', 5],
    ['expression', 'expression', 6],
    ['hidden', 'arrow', 7],
    ['shown', 'arrow', 7],
    ['Monitor.start', 'method', 8],
    ['Monitor.of', 'method', 8],
    ['main', 'function', 10],
    ['default', 'function', 10],
  ] as const) {
    it(`[ENF-VAL-4] finds ${target} and its location`, async () => {
      const result = await passes(FILES, checkOf(target, 'src/check.ts'));
      assert.equal(result.expected, `A function ${target} in src/check.ts`);
      assert.match(result.actual ?? '', new RegExp(`^${kind} .* at src/check\\.ts:${line}$`));
      assert.equal(result.location?.line, line);
    });
  }

  it('[ENF-VAL-4] finds re-exported functions, renamed or not: tier 2', async () => {
    for (const target of ['bow', 'Watch.start', 'default']) {
      const result = await passes(FILES, checkOf(target, 'src/index.ts'));
      assert.equal(result.tier, 2);
      assert.equal(result.location?.file, 'src/check.ts');
    }
  });

  it('[ENF-VAL-4] without a file, accepts any file that exports it', async () => {
    assert.equal((await passes(FILES, checkOf('Monitor.start'))).location?.file, 'src/check.ts');
    await fails(FILES, checkOf('arrows'), {
      expected: 'A function arrows in a file of the workspace',
      actual: 'No file exports arrows. Did you mean "arrow"?',
    });
  });

  it('[ENF-VAL-4] names what exists instead', async () => {
    await fails(FILES, checkOf('arow', 'src/check.ts'), {
      expected: 'A function arow in src/check.ts',
      actual:
        'Functions found: arrow, expression, hidden, main, Monitor.of, Monitor.size, Monitor.start, over. Did you mean "arrow"?',
    });
    const result = await fails(FILES, checkOf('value', 'src/check.ts'), {
      expected: 'A function value in src/check.ts',
      actual: 'value is declared as a const, not as a function. Use signature_match to check its type',
    });
    const wrapped = { 'a.ts': 'const wrap = <T>(a: T): T => a;\nexport const f = wrap(() => 1);\nexport enum E {}\n' };
    await fails(wrapped, checkOf('f', 'a.ts'), {
      expected: 'A function f in a.ts',
      actual: 'f is declared as a const, not as a function. Use signature_match to check its type',
    });
    await fails(wrapped, checkOf('E', 'a.ts'), {
      expected: 'A function E in a.ts',
      actual: 'E is declared as an enum, not as a function',
    });
    assert.equal(result.location?.line, 11);
    await fails(FILES, checkOf('run', 'src/types.ts'), {
      expected: 'A function run in src/types.ts',
      actual: 'Functions found: none',
    });
    await fails({ 'a.ts': 'export function later(): void;\n' }, checkOf('later', 'a.ts'), {
      expected: 'A function later in a.ts',
      actual: 'later has a signature but no body',
    });
  });

  it('[ENF-VAL-4] [ENF-VAL-19] with a signature, queries the type checker, but only for an existing function', async () => {
    const types = new ScriptedTypes();
    const parts = { loadTypeChecker: types.load };
    await fails(
      FILES,
      checkOf('gone', 'src/types.ts', 'right'),
      { expected: 'A function gone in src/types.ts', actual: 'Functions found: none' },
      parts,
    );
    assert.equal(types.loads, 0);
    const result = await passes(FILES, checkOf('arrow', 'src/check.ts', '() => right'), parts);
    assert.equal(result.tier, 3);
    await fails(
      FILES,
      checkOf('bow', undefined, '() => wrong'),
      { expected: '() => wrong', actual: 'the type of bow' },
      parts,
    );
    const [, last] = types.batches;
    assert.deepEqual(last?.queries, [{ file: 'src/index.ts', name: 'bow', expected: '() => wrong' }]);
  });
});

for (const [type, kind] of [
  ['signature_match', 'signatures'],
  ['type_matches', 'types'],
] as const) {
  const id = type === 'signature_match' ? 'ENF-VAL-5' : 'ENF-VAL-6';
  const checkOf = (target: string, file: string | undefined, expected: string): Check => ({
    type,
    target,
    expected,
    ...(file && { file }),
  });

  describe(type, () => {
    it(`[${id}] queries the type checker and reports both types`, async () => {
      const types = new ScriptedTypes();
      const result = await passes(FILES, checkOf('arrow', 'src/check.ts', '() => right'), {
        loadTypeChecker: types.load,
      });
      assert.equal(result.tier, 3);
      assert.deepEqual(result.location, { file: 'src/check.ts', line: 5, column: 14 });
      assert.equal(types.batches[0]?.kind, kind);
      await fails(
        FILES,
        checkOf('Shape', 'src/types.ts', '{ a: wrong }'),
        { expected: '{ a: wrong }', actual: 'the type of Shape' },
        { loadTypeChecker: types.load },
      );
    });

    it(`[${id}] without a file, uses the file that exports the name`, async () => {
      const types = new ScriptedTypes();
      await passes(FILES, checkOf('Shape', undefined, 'right'), { loadTypeChecker: types.load });
      assert.equal(types.batches[0]?.queries[0]?.file, 'src/types.ts');
    });

    it(`[${id}] [ENF-VAL-19] answers for a missing name or file without the type checker`, async () => {
      const types = new ScriptedTypes();
      const parts = { loadTypeChecker: types.load };
      await fails(
        FILES,
        checkOf('Shap', 'src/types.ts', 'right'),
        { expected: 'Shap: right', actual: 'src/types.ts declares Shape, but not Shap. Did you mean "Shape"?' },
        parts,
      );
      await fails(
        FILES,
        checkOf('Circle', 'src/types.ts', 'right'),
        { expected: 'Circle: right', actual: 'src/types.ts declares Shape, but not Circle' },
        parts,
      );
      await fails(
        FILES,
        checkOf('Circle', undefined, 'right'),
        { expected: 'Circle: right', actual: 'No file exports Circle' },
        parts,
      );
      await fails(
        FILES,
        checkOf('Shape', 'src/none.ts', 'right'),
        { expected: 'A file at src/none.ts', actual: 'File not found: src/none.ts' },
        parts,
      );
      assert.equal(types.batches.length, 0);
    });

    it(`[${id}] [ENF-VAL-14] fails with the reason if the type checker cannot be loaded`, async () => {
      await failsWithError(FILES, checkOf('Shape', 'src/types.ts', 'right'), /^it is broken$/, {
        loadTypeChecker: () => Promise.reject(new Error('it is broken')),
      });
      await failsWithError(FILES, checkOf('Shape', 'src/types.ts', 'right'), /gave no answer/, {
        loadTypeChecker: () =>
          Promise.resolve({
            ...NO_TYPES,
            checkSignatures: () => Promise.resolve([]),
            checkTypes: () => Promise.resolve([]),
          }),
      });
    });
  });
}

describe('The batch of queries for the type checker', () => {
  it('[ENF-VAL-19] loads the type checker once and calls it once per kind', async () => {
    const types = new ScriptedTypes();
    const checks: Check[] = [
      { type: 'signature_match', target: 'arrow', file: 'src/check.ts', expected: 'right' },
      { type: 'file_exists', target: 'src/check.ts' },
      { type: 'signature_match', target: 'Missing', file: 'src/types.ts', expected: 'right' },
      { type: 'type_matches', target: 'Shape', file: 'src/types.ts', expected: 'wrong' },
      { type: 'function_exists', target: 'over', expected: 'right' },
      { type: 'function_exists', target: 'over' },
      { type: 'signature_match', target: 'arrow', file: '../outside.ts', expected: 'right' },
    ];
    const results = await checkRequirements(
      checks.map((check) => requirement(check)),
      await subjectOf(FILES, { loadTypeChecker: types.load }),
    );
    assert.deepEqual(
      results.map(({ passed }) => passed),
      [true, true, false, false, true, true, false],
    );
    assert.equal(types.loads, 1);
    assert.deepEqual(
      types.batches.map(({ kind, queries }) => [kind, queries.map(({ name }) => name)]),
      [
        ['signatures', ['arrow', 'over']],
        ['types', ['Shape']],
      ],
    );
  });

  it('[ENF-VAL-19] does not load the type checker if no assertion needs it', async () => {
    const types = new ScriptedTypes();
    await passes(FILES, { type: 'function_exists', target: 'over' }, { loadTypeChecker: types.load });
    assert.equal(types.loads, 0);
  });
});

describe('A name that importers receive from another module', () => {
  const files = {
    'src/a.ts': "function f() {}\nfunction g() {}\nexport { f } from './b';\n",
    'src/b.ts': 'export const f = 1;\n',
  };

  it('[ENF-VAL-4] is not the function that the file declares with the same name', async () => {
    const result = await checkOne(files, { type: 'function_exists', target: 'f', file: 'src/a.ts' });
    assert.equal(result.passed, false, result.actual);
    await passes(files, { type: 'function_exists', target: 'g', file: 'src/a.ts' });
  });

  it('[ENF-VAL-5] must be exported if the contract lists it as a function', async () => {
    const types = new ScriptedTypes();
    const check: Check = { type: 'signature_match', target: 'g', file: 'src/a.ts', expected: 'right' };
    await passes(files, check, { loadTypeChecker: types.load });
    const texts = { expected: 'g: right', actual: 'src/a.ts does not export g; it exports f' };
    await fails(files, { ...check, exported: true }, texts, { loadTypeChecker: types.load });
    await passes(files, { ...check, target: 'f', exported: true }, { loadTypeChecker: types.load });
  });

  it('[ENF-VAL-4] [ENF-VAL-5] must be exported as a value if the contract lists it as a function', async () => {
    const sources = {
      'src/direct.ts': 'function f() {}\nexport type { f };\n',
      'src/f.ts': 'export function f() {}\n',
      'src/barrel.ts': "export type * from './f';\n",
      'src/imported.ts': "import type { f } from './f';\nexport { f };\n",
    };
    const loadTypeChecker = new ScriptedTypes().load;
    for (const file of ['src/direct.ts', 'src/barrel.ts', 'src/imported.ts']) {
      const check: Check = { type: 'signature_match', target: 'f', file, expected: 'right', exported: true };
      const texts = { expected: 'f: right', actual: `${file} exports f as a type only` };
      await fails(sources, check, texts, { loadTypeChecker });
    }
    const check: Check = { type: 'signature_match', target: 'f', file: 'src/f.ts', expected: 'right', exported: true };
    await passes(sources, check, { loadTypeChecker });
    for (const file of ['src/barrel.ts', 'src/imported.ts']) {
      const exists: Check = { type: 'function_exists', target: 'f', file };
      await fails(sources, exists, { expected: `A function f in ${file}`, actual: `${file} exports f as a type only` });
    }
  });

  it('[ENF-VAL-6] must be exported if the contract lists it as a type, except in a file of global declarations', async () => {
    const sources = {
      'src/a.ts': 'interface Shape {}\nexport interface Other {}\nexport type { Other as Second };\n',
      'src/global.d.ts': 'interface Shape {}\n',
    };
    const loadTypeChecker = new ScriptedTypes().load;
    const check: Check = { type: 'type_matches', target: 'Shape', file: 'src/a.ts', expected: 'right' };
    await passes(sources, check, { loadTypeChecker });
    const texts = { expected: 'Shape: right', actual: 'src/a.ts does not export Shape; it exports Other, Second' };
    await fails(sources, { ...check, exported: true }, texts, { loadTypeChecker });
    await passes(sources, { ...check, target: 'Second', exported: true }, { loadTypeChecker });
    await passes(sources, { ...check, file: 'src/global.d.ts', exported: true }, { loadTypeChecker });
  });
});
