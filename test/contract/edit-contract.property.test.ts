import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import type { DataPath } from '../../src/contract/document.ts';
import { ContractEditError } from '../../src/contract/edit/contract-edit.ts';
import type { ContractEdit } from '../../src/contract/edit/contract-edit.ts';
import { editContract } from '../../src/contract/edit/edit-contract.ts';
import { randomContract } from './random-contract.ts';
import type { RandomContract } from './random-contract.ts';
import { read } from './read-sample.ts';
import '../random-seed.ts';

/** The data according to the parser libraries, independent of the tested code. */
function dataOf({ file, text }: RandomContract): unknown {
  return file.endsWith('.json') ? (parseJsonc(text) as unknown) : (parseYaml(text, { merge: true }) as unknown);
}

/** Every path in the data, with its value. */
function listNodes(data: unknown, path: DataPath = []): { path: DataPath; value: unknown }[] {
  const entries: [string | number, unknown][] = Array.isArray(data)
    ? data.map((item: unknown, index) => [index, item])
    : typeof data === 'object' && data !== null
      ? Object.entries(data)
      : [];
  return entries.flatMap(([step, value]) => [{ path: [...path, step], value }, ...listNodes(value, [...path, step])]);
}

type Change = (owner: Record<string, unknown> & unknown[], step: string | number) => void;

function applyChange(data: unknown, path: DataPath, change: Change): unknown {
  // An alias shares one object between several paths; the change applies to one path.
  const copy = JSON.parse(JSON.stringify(data)) as unknown;
  let owner = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) owner = owner[step] as Record<string | number, unknown>;
  change(owner as Record<string, unknown> & unknown[], path.at(-1) ?? '');
  return copy;
}

function attempt(contract: RandomContract, edit: ContractEdit): string | undefined {
  try {
    return editContract(contract, [edit]).text;
  } catch (thrown) {
    assert.ok(thrown instanceof ContractEditError, `rejected with ${String(thrown)}`);
    return undefined;
  }
}

function isSubsequence(part: string, whole: string): boolean {
  let matched = 0;
  for (let index = 0; index < whole.length; index++) if (whole[index] === part[matched]) matched++;
  return matched === part.length;
}

const someText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...Array.from('ab :#-\'"{}[],&*!|>%@`\\\n\t\r?~ é')), maxLength: 12 }),
  fc.constantFrom(
    '(options?: { a: string }) => Promise<void>',
    'null',
    'yes',
    '1e3',
    '- x',
    '---',
    '...',
    '<<',
    '=',
    ' ',
  ),
);
const someValue = fc.oneof(
  { weight: 6, arbitrary: someText },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: fc.array(someText, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.record({ name: someText, file: someText, definition: someText }, { noNullPrototype: true }),
  },
);
const pick = fc.nat({ max: 100_000 });
const options = { numRuns: 200 };

describe('editContract on random contracts', () => {
  it('[ENF-AMEND-4] changes exactly the addressed value and no other byte, or throws', () => {
    let applied = 0;
    let rejected = 0;
    fc.assert(
      fc.property(randomContract({ anchors: true }), pick, someValue, (contract, choice, value) => {
        const before = dataOf(contract);
        const nodes = listNodes(before);
        const { path } = nodes[choice % nodes.length] ?? { path: [] };
        const text = attempt(contract, { path, value });
        if (text === undefined) {
          rejected++;
          return;
        }
        applied++;
        const { start, end } = read(contract.text, contract.file).rangeOf(path);
        assert.ok(text.startsWith(contract.text.slice(0, start.offset)), 'the text before the value is unchanged');
        assert.ok(text.endsWith(contract.text.slice(end.offset)), 'the text after the value is unchanged');
        const expected = applyChange(before, path, (owner, step) => void (owner[step as number] = value));
        assert.deepEqual(dataOf({ ...contract, text }), expected);
      }),
      options,
    );
    assert.ok(applied > 2 * rejected, `${applied} applied, ${rejected} rejected`);
  });

  it('[ENF-AMEND-4] can always write a string if no value is shared', () => {
    fc.assert(
      fc.property(randomContract({ anchors: false }), pick, someText, (contract, choice, value) => {
        const nodes = listNodes(dataOf(contract)).filter((node) => typeof node.value === 'string');
        const { path } = nodes[choice % nodes.length] ?? { path: [] };
        assert.notEqual(attempt(contract, { path, value }), undefined);
      }),
      options,
    );
  });

  it('[ENF-AMEND-4] adds to a list and keeps all other bytes', () => {
    let applied = 0;
    let rejected = 0;
    fc.assert(
      fc.property(randomContract({ anchors: false }), pick, pick, someValue, (contract, choice, position, value) => {
        const before = dataOf(contract);
        const lists = listNodes(before).filter((node) => Array.isArray(node.value));
        const list = lists[choice % lists.length];
        if (!list) return;
        const index = position % ((list.value as unknown[]).length + 1);
        const path = [...list.path, index];
        const text = attempt(contract, { path, value, operation: 'insert' });
        if (text === undefined) {
          rejected++;
          return;
        }
        applied++;
        assert.ok(isSubsequence(contract.text, text), 'every byte is still there, in its order');
        const expected = applyChange(before, path, (owner) => void owner.splice(index, 0, value));
        assert.deepEqual(dataOf({ ...contract, text }), expected);
      }),
      options,
    );
    assert.ok(applied > 9 * rejected, `${applied} applied, ${rejected} rejected`);
  });

  it('[ENF-AMEND-4] adds a key and keeps all other bytes', () => {
    let applied = 0;
    let rejected = 0;
    fc.assert(
      fc.property(randomContract({ anchors: true }), pick, someValue, (contract, choice, value) => {
        const before = dataOf(contract) as { chunks: unknown[] };
        const path = ['chunks', choice % before.chunks.length, 'functions'];
        const text = attempt(contract, { path: [...path, 0], value });
        if (text === undefined) {
          rejected++;
          return;
        }
        applied++;
        assert.ok(isSubsequence(contract.text, text), 'every byte is still there, in its order');
        const expected = applyChange(before, path, (owner) => void (owner['functions'] = [value]));
        assert.deepEqual(dataOf({ ...contract, text }), expected);
      }),
      options,
    );
    assert.ok(applied > 9 * rejected, `${applied} applied, ${rejected} rejected`);
  });

  it('[ENF-AMEND-4] removes an item from a list and keeps the others', () => {
    let applied = 0;
    let rejected = 0;
    fc.assert(
      fc.property(randomContract({ anchors: true }), pick, (contract, choice) => {
        const before = dataOf(contract);
        const items = listNodes(before).filter((node) => typeof node.path.at(-1) === 'number');
        const item = items[choice % Math.max(1, items.length)];
        if (!item) return;
        const text = attempt(contract, { path: item.path, operation: 'remove' });
        if (text === undefined) {
          rejected++;
          return;
        }
        applied++;
        const withoutEmptyLists = text.replaceAll(' []', '');
        assert.ok(isSubsequence(withoutEmptyLists, contract.text), 'only an empty list was written');
        const expected = applyChange(before, item.path, (owner, step) => void owner.splice(step as number, 1));
        assert.deepEqual(dataOf({ ...contract, text }), expected);
      }),
      options,
    );
    assert.ok(applied > 4 * rejected, `${applied} applied, ${rejected} rejected`);
  });
});
