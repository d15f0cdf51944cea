import assert from 'node:assert/strict';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { findStatedCode } from '../../../src/verdicts/plan/findings/stated-code.ts';

/** What a plan says about the export of its first chunk. */
function read(description: string, { name, file = 'src/a.ts', rest = '' }: Export) {
  const text = `version: 3
spec: { id: a, title: A }
chunks:
  - id: one
    title: One
    description: ${JSON.stringify(description)}
    creates: [${name}]
${rest}`;
  const { contract, problems } = readContract({ file: 'a.contract.yaml', text, checks: CHECKS });
  const [chunk] = contract?.chunks ?? [];
  assert.ok(contract !== undefined && chunk !== undefined, JSON.stringify(problems));
  return findStatedCode(contract, chunk, { name, file });
}

interface Export {
  readonly name: string;
  readonly file?: string;
  readonly rest?: string;
}

describe('what a plan states of an export', () => {
  const signatures: readonly (readonly [description: string, signature: string | undefined])[] = [
    ['Add `cut(text: string): string`.', '(text: string) => string'],
    ['Add cut(text: string): string for titles.', '(text: string) => string'],
    ['Add `cut(text: string): Title`, which is short.', '(text: string) => Title'],
    ['Add `cut<T>(of: readonly T[]): of is Title[]`.', '<T>(of: readonly T[]) => of is Title[]'],
    ['```ts\nexport function cut(text: string): Title {\n```', '(text: string) => Title'],
    [
      '`cut` is new: `cut(text: string): string`. Then `cut(text: string): string` is used.',
      '(text: string) => string',
    ],
    ['- `cut(values: number[])`: the largest of the values', undefined],
    ['- `cut(values: number[])`: `Largest` of the values', undefined],
    ['- cut(values: number[]): the largest of the values', undefined],
    ['- cut(values: number[]): Largest of the values', undefined],
    ['- cut(value: number): true if it is one', undefined],
    ['Add `cut(text: the title): string`.', undefined],
    ['Add `cut(text: string): title`.', undefined],
    ['Add `cut(text: string): string`, not `cut(text: string): number`.', undefined],
    ['Add `text.cut(at: number): string`.', undefined],
    ['See src/cut(at: number): string', undefined],
  ];
  for (const [description, signature] of signatures) {
    it(`[BITE-2] finds ${signature ?? 'no signature'} in ${JSON.stringify(description)}`, () =>
      assert.equal(read(description, { name: 'cut' }).signature, signature));
  }

  it('[BITE-2] reads a signature of Python and Go up to the end of its code', () => {
    const python = { name: 'cut', file: 'a/cut.py' };
    assert.equal(read('Add `async def cut(text: str) -> Title:`', python).signature, 'async (text: str) -> Title');
    assert.equal(read('Add def cut(text: str) that cuts', python).signature, undefined);
    const go = { name: 'Cut', file: 'text/cut.go' };
    assert.equal(read('Add `func Cut(s string) (Title, error)`.', go).signature, '(s string) (Title, error)');
    assert.equal(read('Add `func Cut(s string)`.', go).signature, '(s string)');
    assert.equal(read('func Cut(values []int): the largest', go).signature, undefined);
  });

  const required = (creates: string, file: string) => `  - id: two
    title: Two
    creates: [${creates}]
    functions: [{ name: cut, file: ${file}, signature: "(text: string) => string" }]
`;

  it('[BITE-2] takes what others require of the same module only', () => {
    assert.equal(
      read('Cut.', { name: 'cut', rest: required('x', './src/a.ts') }).signature,
      '(text: string) => string',
    );
    assert.equal(read('Cut.', { name: 'cut', rest: required('cut', 'src/b.ts') }).signature, undefined);
    const check = (file: string) => `  - id: three
    title: Three
    assertions:
      - { message: M, check: { type: signature_match, target: cut, ${file} expected: "(text: number) => string" } }
`;
    assert.equal(read('Cut.', { name: 'cut', rest: check('') }).signature, '(text: number) => string');
    assert.equal(read('Cut.', { name: 'cut', rest: check('file: src/b.ts,') }).signature, undefined);
    const both = `${required('x', 'src/a.ts')}${check('file: src/a.ts,')}`;
    assert.equal(read('Cut.', { name: 'cut', rest: both }).signature, undefined);
  });

  it('[BITE-2] takes the prose of consumers only if no other module has the name', () => {
    const consumer = `  - id: three
    title: Three
    consumes: [cut]
    description: "Call \`cut(text: string): number\`."
`;
    assert.equal(read('Cut.', { name: 'cut', rest: consumer }).signature, '(text: string) => number');
    const shared = `${consumer}  - { id: four, title: Four, creates: [cut] }\n`;
    assert.equal(read('Cut.', { name: 'cut', rest: shared }).signature, undefined);
  });

  it('[BITE-2] takes a definition that is whole', () => {
    const definitionOf = (description: string) => read(description, { name: 'Options' }).definition;
    assert.equal(definitionOf('Add `Options { id: string; to?: Date }`.'), '{ id: string; to?: Date }');
    assert.equal(definitionOf('Add Options = { id: string }.'), '{ id: string }');
    assert.equal(definitionOf('Add `Options { id: string, ... }`.'), undefined);
    assert.equal(definitionOf('Add `Options { id: string, … }`.'), undefined);
    assert.equal(definitionOf('Add Options { id: the id }.'), undefined);
    assert.equal(definitionOf('`Options { id: string }` becomes `Options { id: number }`.'), undefined);
  });

  const members: readonly (readonly [description: string, members: readonly string[]])[] = [
    ['Add `Cart.add(item)` and Cart.size.', ['add()', 'size']],
    ['`Cart.items.length` counts.', ['items']],
    ['Add `Cart` with the methods `add()` and `remove(item)`, tested with `vitest`.', ['add()', 'remove()']],
    ['Add `Cart` with fields: `id`, `items`, and `total`.', ['id', 'items', 'total']],
    ['Implement `Cart` in src/Cart.ts and test `Cart` with `vitest`', []],
    ['Cart.ts and Cart.test.ts, Cart.vue, docs/Cart.size, ./Cart.size', []],
    ['`Cart` comes with no `Proxy`.', []],
    ['`Cart` with `id`.', []],
    ['Replace `Shop.Cart.size`.', []],
  ];
  for (const [description, found] of members) {
    it(`[BITE-2] finds ${found.length} members in "${description}"`, () =>
      assert.deepEqual(read(description, { name: 'Cart' }).members, found));
  }
});
