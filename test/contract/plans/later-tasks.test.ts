import assert from 'node:assert/strict';
import type { Contract } from '../../../src/contract/model.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';

function contractOf(file: string, text: string): Contract {
  const { contract, problems } = readContract({ file, text, checks: CHECKS });
  assert.ok(contract, JSON.stringify(problems));
  return contract;
}

function firstTask(
  file: string,
  text: string,
): { readonly names: readonly string[]; readonly paths: readonly string[] } {
  const [chunk] = contractOf(file, text).chunks;
  assert.ok(chunk);
  return {
    names: [
      ...chunk.functions.map(({ name, signature }) => `${name}${signature}`),
      ...chunk.assertions.flatMap(({ check }) =>
        'target' in check ? `${check.target}${'expected' in check ? String(check.expected) : ''}` : [],
      ),
    ],
    paths: chunk.postconditions.map(({ kind, path }) => `${kind} ${path}`),
  };
}

function plan(first: string, second: string): string {
  return `# Plan\n\n### Task 1: One\n\n${first}\n\n- [x] Do it\n\n### Task 2: Two\n\n${second}\n\n- [ ] Do it\n`;
}

const FILES = '**Files:**\n- Create: `src/a.ts`\n';
const LOAD = `${FILES}\n**Interfaces:**\n- Produces: \`export function load(id: string): Order\``;

describe('a task that is done, and later tasks', () => {
  it('[PLANS-4] does not need the signature that a later task changes, and needs the name', () => {
    const later = {
      '- Produces: `export function load(id: string, limit: number): Order` (gains `limit`)': ['load'],
      '- Produces: `load(id: string, limit: number): Order`': ['load'],
      '- Produces: `load(id: string): Order`': ['load(id: string) => Order'],
      '- Consumes: `load(id: string): Order`': ['load(id: string) => Order'],
      '- Produces: `load` is renamed': [],
    };
    for (const [line, expected] of Object.entries(later)) {
      const text = plan(LOAD, `**Files:**\n- Modify: \`src/a.ts\`\n\n**Interfaces:**\n${line}`);
      const { names } = firstTask('docs/superpowers/plans/p.md', text);
      assert.deepEqual(names, expected, line);
    }
  });

  it('[PLANS-4] does not need a file that a later task deletes or moves, and may have one that it creates again', () => {
    const cases: readonly (readonly [string, string, readonly string[]])[] = [
      [FILES, '**Files:**\n- Delete: `src/a.ts`', []],
      [FILES, '**Files:**\n- Delete: `src/`', []],
      [FILES, '**Files:**\n- Rename: `src/a.ts` → `src/b.ts`', []],
      [FILES, '**Files:**\n- Modify: `src/a.ts`', ['file_exists src/a.ts']],
      [FILES, '**Files:**\n- Delete: `src/b.ts`', ['file_exists src/a.ts']],
      ['**Files:**\n- Delete: `src/a.ts`', FILES, []],
      ['**Files:**\n- Delete: `src/a.ts`', '**Files:**\n- Create: `src/b.ts`', ['file_absent src/a.ts']],
    ];
    for (const [one, other, expected] of cases) {
      assert.deepEqual(firstTask('docs/superpowers/plans/p.md', plan(one, other)).paths, expected, other);
    }
    assert.deepEqual(
      firstTask('docs/superpowers/plans/p.md', plan(LOAD, '**Files:**\n- Delete: `src/a.ts`')).names,
      [],
    );
  });

  it('[PLANS-4] of a task list does not need a file that a later task deletes, moves or splits', () => {
    for (const later of ['Delete `src/a.ts`', 'Rename `src/a.ts` to `src/b.ts`', 'Split `src/a.ts` into `src/b.ts`']) {
      const { names } = firstTask(
        '.kiro/specs/a/tasks.md',
        `# Plan\n\n- [x] 1. Write \`src/a.ts\`\n- [ ] 2. ${later}\n`,
      );
      assert.deepEqual(names, [], later);
    }
    const { names } = firstTask(
      '.kiro/specs/a/tasks.md',
      '# Plan\n\n- [x] 1. Write `src/a.ts`\n- [ ] 2. Extend `src/a.ts`\n',
    );
    assert.deepEqual(names, ['**/src/a.ts']);
  });
});
