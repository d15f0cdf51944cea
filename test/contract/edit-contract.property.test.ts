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

/** The data by the parsers themselves, past everything that is tested here. */
function dataOf({ file, text }: RandomContract): unknown {
  return file.endsWith('.json') ? (parseJsonc(text) as unknown) : (parseYaml(text, { merge: true }) as unknown);
}

/** Every path of the data, with the value there. */
function placesOf(data: unknown, path: DataPath = []): { path: DataPath; value: unknown }[] {
  const entries: [string | number, unknown][] = Array.isArray(data)
    ? data.map((item: unknown, index) => [index, item])
    : typeof data === 'object' && data !== null
      ? Object.entries(data)
      : [];
  return entries.flatMap(([step, value]) => [{ path: [...path, step], value }, ...placesOf(value, [...path, step])]);
}

type Change = (owner: Record<string, unknown> & unknown[], step: string | number) => void;

function changedAt(data: unknown, path: DataPath, change: Change): unknown {
  // Aliases make one object of several places; the change is of one.
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
    assert.ok(thrown instanceof ContractEditError, `refused with ${String(thrown)}`);
    return undefined;
  }
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (let index = 0; index < whole.length; index++) if (whole[index] === part[at]) at++;
  return at === part.length;
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

describe('editContract, over random contracts', () => {
  it('[ENF-AMEND-4] changes exactly the addressed value and no other byte, or is refused', () => {
    let made = 0;
    let refused = 0;
    fc.assert(
      fc.property(randomContract({ anchors: true }), pick, someValue, (contract, choice, value) => {
        const before = dataOf(contract);
        const places = placesOf(before);
        const { path } = places[choice % places.length] ?? { path: [] };
        const text = attempt(contract, { path, value });
        if (text === undefined) {
          refused++;
          return;
        }
        made++;
        const { start, end } = read(contract.text, contract.file).rangeOf(path);
        assert.ok(text.startsWith(contract.text.slice(0, start.offset)), 'what stands before is unchanged');
        assert.ok(text.endsWith(contract.text.slice(end.offset)), 'what stands after is unchanged');
        const expected = changedAt(before, path, (owner, step) => void (owner[step as number] = value));
        assert.deepEqual(dataOf({ ...contract, text }), expected);
      }),
      options,
    );
    assert.ok(made > 2 * refused, `${made} made, ${refused} refused`);
  });

  it('[ENF-AMEND-4] always finds a way to write text where nothing is shared', () => {
    fc.assert(
      fc.property(randomContract({ anchors: false }), pick, someText, (contract, choice, value) => {
        const places = placesOf(dataOf(contract)).filter((place) => typeof place.value === 'string');
        const { path } = places[choice % places.length] ?? { path: [] };
        assert.notEqual(attempt(contract, { path, value }), undefined);
      }),
      options,
    );
  });

  it('[ENF-AMEND-4] adds to a list and keeps every byte that was there', () => {
    let made = 0;
    let refused = 0;
    fc.assert(
      fc.property(randomContract({ anchors: false }), pick, pick, someValue, (contract, choice, where, value) => {
        const before = dataOf(contract);
        const lists = placesOf(before).filter((place) => Array.isArray(place.value));
        const list = lists[choice % lists.length];
        if (!list) return;
        const index = where % ((list.value as unknown[]).length + 1);
        const path = [...list.path, index];
        const text = attempt(contract, { path, value, operation: 'insert' });
        if (text === undefined) {
          refused++;
          return;
        }
        made++;
        assert.ok(isSubsequence(contract.text, text), 'every byte is still there, in its order');
        const expected = changedAt(before, path, (owner) => void owner.splice(index, 0, value));
        assert.deepEqual(dataOf({ ...contract, text }), expected);
      }),
      options,
    );
    assert.ok(made > 9 * refused, `${made} made, ${refused} refused`);
  });

  it('[ENF-AMEND-4] adds a key that was not there and keeps every byte that was', () => {
    let made = 0;
    let refused = 0;
    fc.assert(
      fc.property(randomContract({ anchors: true }), pick, someValue, (contract, choice, value) => {
        const before = dataOf(contract) as { chunks: unknown[] };
        const path = ['chunks', choice % before.chunks.length, 'functions'];
        const text = attempt(contract, { path: [...path, 0], value });
        if (text === undefined) {
          refused++;
          return;
        }
        made++;
        assert.ok(isSubsequence(contract.text, text), 'every byte is still there, in its order');
        const expected = changedAt(before, path, (owner) => void (owner['functions'] = [value]));
        assert.deepEqual(dataOf({ ...contract, text }), expected);
      }),
      options,
    );
    assert.ok(made > 9 * refused, `${made} made, ${refused} refused`);
  });

  it('[ENF-AMEND-4] takes an item out of a list and leaves the others as they were', () => {
    let made = 0;
    let refused = 0;
    fc.assert(
      fc.property(randomContract({ anchors: true }), pick, (contract, choice) => {
        const before = dataOf(contract);
        const items = placesOf(before).filter((place) => typeof place.path.at(-1) === 'number');
        const item = items[choice % Math.max(1, items.length)];
        if (!item) return;
        const text = attempt(contract, { path: item.path, operation: 'remove' });
        if (text === undefined) {
          refused++;
          return;
        }
        made++;
        const withoutEmptyLists = text.replaceAll(' []', '');
        assert.ok(isSubsequence(withoutEmptyLists, contract.text), 'nothing was written but an empty list');
        const expected = changedAt(before, item.path, (owner, step) => void owner.splice(step as number, 1));
        assert.deepEqual(dataOf({ ...contract, text }), expected);
      }),
      options,
    );
    assert.ok(made > 4 * refused, `${made} made, ${refused} refused`);
  });
});
