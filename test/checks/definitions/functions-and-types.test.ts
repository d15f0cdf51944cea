import assert from 'node:assert/strict';
import { checkRequirements } from '../../../src/checks/check-requirements.ts';
import type { SignatureQuestion, TypeAnswer, TypeTier } from '../../../src/code/types/type-tier.ts';
import type { Check } from '../../../src/contract/model.ts';
import { errs, fails, passes, requirement, subjectOf } from '../checking.ts';

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

/** A type tier that answers from a table and remembers how it was asked. */
class ScriptedTypes implements TypeTier {
  readonly batches: { readonly kind: string; readonly questions: readonly SignatureQuestion[] }[] = [];
  loads = 0;

  load = (): Promise<TypeTier> => {
    this.loads++;
    return Promise.resolve(this);
  };

  signatures(questions: readonly SignatureQuestion[]): Promise<readonly TypeAnswer[]> {
    return this.#answer('signatures', questions);
  }

  types(questions: readonly SignatureQuestion[]): Promise<readonly TypeAnswer[]> {
    return this.#answer('types', questions);
  }

  #answer(kind: string, questions: readonly SignatureQuestion[]): Promise<readonly TypeAnswer[]> {
    this.batches.push({ kind, questions });
    return Promise.resolve(
      questions.map(({ expected, name }) => ({
        passed: expected.includes('right'),
        expected,
        actual: `the type of ${name}`,
      })),
    );
  }
}

describe('function_exists', () => {
  const asked = (target: string, file?: string, expected?: string): Check => ({
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
    it(`[ENF-VAL-4] finds ${target}, with its place`, async () => {
      const result = await passes(FILES, asked(target, 'src/check.ts'));
      assert.equal(result.expected, `A function ${target} in src/check.ts`);
      assert.match(result.actual ?? '', new RegExp(`^${kind} .* at src/check\\.ts:${line}$`));
      assert.equal(result.location?.line, line);
    });
  }

  it('[ENF-VAL-4] finds what another file passes on, renamed or not: tier 2', async () => {
    for (const target of ['bow', 'Watch.start', 'default']) {
      const result = await passes(FILES, asked(target, 'src/index.ts'));
      assert.equal(result.tier, 2);
      assert.equal(result.location?.file, 'src/check.ts');
    }
  });

  it('[ENF-VAL-4] without a file, any file that exports it counts', async () => {
    assert.equal((await passes(FILES, asked('Monitor.start'))).location?.file, 'src/check.ts');
    await fails(FILES, asked('arrows'), {
      expected: 'A function arrows in some file',
      actual: 'No file exports arrows; the nearest is arrow',
    });
  });

  it('[ENF-VAL-4] says what is there instead', async () => {
    await fails(FILES, asked('arow', 'src/check.ts'), {
      expected: 'A function arow in src/check.ts',
      actual:
        'Functions found: over, arrow, expression, hidden, Monitor.start, Monitor.of, Monitor.size, main; the nearest is arrow',
    });
    const result = await fails(FILES, asked('value', 'src/check.ts'), {
      expected: 'A function value in src/check.ts',
      actual: 'value is not written as a function there but as a const; signature_match asks its type',
    });
    const wrapped = { 'a.ts': 'const wrap = <T>(a: T): T => a;\nexport const f = wrap(() => 1);\nexport enum E {}\n' };
    await fails(wrapped, asked('f', 'a.ts'), {
      expected: 'A function f in a.ts',
      actual: 'f is not written as a function there but as a const; signature_match asks its type',
    });
    await fails(wrapped, asked('E', 'a.ts'), {
      expected: 'A function E in a.ts',
      actual: 'E is not written as a function there but as an enum',
    });
    assert.equal(result.location?.line, 11);
    await fails(FILES, asked('run', 'src/types.ts'), {
      expected: 'A function run in src/types.ts',
      actual: 'Functions found: none',
    });
    await fails({ 'a.ts': 'export function later(): void;\n' }, asked('later', 'a.ts'), {
      expected: 'A function later in a.ts',
      actual: 'later has a signature and no body',
    });
  });

  it('[ENF-VAL-4] [ENF-VAL-19] with a signature, the type checker decides, but only for a function that is there', async () => {
    const types = new ScriptedTypes();
    const parts = { types: types.load };
    await fails(
      FILES,
      asked('gone', 'src/types.ts', 'right'),
      { expected: 'A function gone in src/types.ts', actual: 'Functions found: none' },
      parts,
    );
    assert.equal(types.loads, 0);
    const result = await passes(FILES, asked('arrow', 'src/check.ts', '() => right'), parts);
    assert.equal(result.tier, 3);
    await fails(
      FILES,
      asked('bow', undefined, '() => wrong'),
      { expected: '() => wrong', actual: 'the type of bow' },
      parts,
    );
    const [, last] = types.batches;
    assert.deepEqual(last?.questions, [{ file: 'src/index.ts', name: 'bow', expected: '() => wrong' }]);
  });
});

for (const [type, kind] of [
  ['signature_match', 'signatures'],
  ['type_matches', 'types'],
] as const) {
  const id = type === 'signature_match' ? 'ENF-VAL-5' : 'ENF-VAL-6';
  const asked = (target: string, file: string | undefined, expected: string): Check => ({
    type,
    target,
    expected,
    ...(file && { file }),
  });

  describe(type, () => {
    it(`[${id}] asks the type checker, and says what both sides are`, async () => {
      const types = new ScriptedTypes();
      const result = await passes(FILES, asked('arrow', 'src/check.ts', '() => right'), { types: types.load });
      assert.equal(result.tier, 3);
      assert.deepEqual(result.location, { file: 'src/check.ts', line: 5, column: 14 });
      assert.equal(types.batches[0]?.kind, kind);
      await fails(
        FILES,
        asked('Shape', 'src/types.ts', '{ a: wrong }'),
        { expected: '{ a: wrong }', actual: 'the type of Shape' },
        { types: types.load },
      );
    });

    it(`[${id}] without a file, asks about the file that exports the name`, async () => {
      const types = new ScriptedTypes();
      await passes(FILES, asked('Shape', undefined, 'right'), { types: types.load });
      assert.equal(types.batches[0]?.questions[0]?.file, 'src/types.ts');
    });

    it(`[${id}] [ENF-VAL-19] a name or file that is not there is answered without the type checker`, async () => {
      const types = new ScriptedTypes();
      const parts = { types: types.load };
      await fails(
        FILES,
        asked('Shap', 'src/types.ts', 'right'),
        { expected: 'Shap: right', actual: 'src/types.ts has Shape, and no Shap; the nearest is Shape' },
        parts,
      );
      await fails(
        FILES,
        asked('Circle', 'src/types.ts', 'right'),
        { expected: 'Circle: right', actual: 'src/types.ts has Shape, and no Circle' },
        parts,
      );
      await fails(
        FILES,
        asked('Circle', undefined, 'right'),
        { expected: 'Circle: right', actual: 'No file exports Circle' },
        parts,
      );
      await fails(
        FILES,
        asked('Shape', 'src/none.ts', 'right'),
        { expected: 'A file or folder at src/none.ts', actual: 'Nothing stands at src/none.ts' },
        parts,
      );
      assert.equal(types.batches.length, 0);
    });

    it(`[${id}] [ENF-VAL-14] a type checker that cannot be loaded fails the assertion with the reason`, async () => {
      await errs(FILES, asked('Shape', 'src/types.ts', 'right'), /^it is broken$/, {
        types: () => Promise.reject(new Error('it is broken')),
      });
      await errs(FILES, asked('Shape', 'src/types.ts', 'right'), /no answer came/, {
        types: () => Promise.resolve({ signatures: () => Promise.resolve([]), types: () => Promise.resolve([]) }),
      });
    });
  });
}

describe('The batch of questions for the type checker', () => {
  it('[ENF-VAL-19] many assertions load it once and ask it once for each kind', async () => {
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
      await subjectOf(FILES, { types: types.load }),
    );
    assert.deepEqual(
      results.map(({ passed }) => passed),
      [true, true, false, false, true, true, false],
    );
    assert.equal(types.loads, 1);
    assert.deepEqual(
      types.batches.map(({ kind, questions }) => [kind, questions.map(({ name }) => name)]),
      [
        ['signatures', ['arrow', 'over']],
        ['types', ['Shape']],
      ],
    );
  });

  it('[ENF-VAL-19] where no assertion needs it, it is not loaded', async () => {
    const types = new ScriptedTypes();
    await passes(FILES, { type: 'function_exists', target: 'over' }, { types: types.load });
    assert.equal(types.loads, 0);
  });
});
