import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse as parseYaml } from 'yaml';
import type { ContractDocument, DataPath } from '../../src/contract/document.ts';
import { editContract } from '../../src/contract/edit/edit-contract.ts';
import { HoldfastError } from '../../src/foundation/errors.ts';
import { randomContract } from './random-contract.ts';
import { minimal, read } from './read-sample.ts';
import '../random-seed.ts';

/** Asserts the invariants of every document, regardless of its text. */
function assertSound(document: ContractDocument): void {
  const { text, problems } = document;
  let before = -1;
  for (const { range, message } of problems) {
    assert.ok(
      range.start.offset >= 0 && range.start.offset <= range.end.offset && range.end.offset <= text.length,
      message,
    );
    assert.ok(range.start.line >= 1 && range.start.column >= 1);
    assert.ok(range.start.offset >= before, 'the problems are sorted by position');
    before = range.start.offset;
  }
  if (!document.contract)
    assert.ok(
      problems.some((problem) => problem.severity === 'error'),
      'an error explains the missing contract',
    );
  for (const offset of [0, Math.floor(text.length / 2), text.length]) document.rangeOf(document.pathAt(offset));
}

const file = fc.constantFrom('a.contract.yaml', 'a.contract.json', 'a.gate.yaml');
const syntax = fc.string({
  unit: fc.constantFrom(
    ...Array.from('abc :-\n\t\r#"\'{}[],&*!|>%@`?\\01~'),
    '\n  ',
    '\n- ',
    ': ',
    'chunks',
    'spec',
    'work_orders',
    '<<',
    '&a ',
    '*a',
    '---\n',
    '\0',
    '\ufeff',
  ),
  maxLength: 80,
});

describe('readContract on random texts', () => {
  it('never throws, and reports a problem if it returns no contract', () => {
    fc.assert(
      fc.property(file, fc.oneof(syntax, fc.string({ unit: 'binary', maxLength: 200 })), (name, text) => {
        assertSound(read(text, name));
      }),
      { numRuns: 800 },
    );
  });

  it('never throws on a damaged contract', () => {
    const damage = fc.tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 20 }), syntax);
    fc.assert(
      fc.property(randomContract({ anchors: true }), damage, (contract, [at, length, inserted]) => {
        const start = at % (contract.text.length + 1);
        const text = contract.text.slice(0, start) + inserted + contract.text.slice(start + length);
        assertSound(read(text, contract.file));
        try {
          editContract({ file: contract.file, text }, [{ path: ['spec', 'title'], value: 'x' }]);
        } catch (thrown) {
          assert.ok(thrown instanceof HoldfastError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never throws on values of any type at any path', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom('chunks', 'work_orders', 'gates', 'spec', 'verify', 'steps', 'resources'),
        (value, key) => {
          assertSound(
            read(
              JSON.stringify({ spec: { id: 'a', title: 'A' }, chunks: [{ id: 'b', title: 'B' }], [key]: value }),
              'a.json',
            ),
          );
          assertSound(
            read(JSON.stringify({ work_orders: [value], verify_contract: value, system_overview: value }), 'a.json'),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('returns the range of every scalar', () => {
    fc.assert(
      fc.property(randomContract({ anchors: false }), ({ file: name, text }) => {
        const document = read(text, name);
        const check = (value: unknown, path: DataPath): void => {
          if (typeof value === 'object' && value !== null) {
            for (const [key, item] of Object.entries(value))
              check(item, [...path, Array.isArray(value) ? Number(key) : key]);
            return;
          }
          const { start, end } = document.rangeOf(path);
          const source = text.slice(start.offset, end.offset);
          if (!/^[|>]/.test(source)) assert.deepEqual(parseYaml(source), value, `${path.join('.')}: ${source}`);
          assert.deepEqual(document.pathAt(start.offset), path);
        };
        const uncommented = text.replace(/ (?:\/\/ why|\/\* why \*\/)|^\/\/ contract/gm, '');
        check(parseYaml(name.endsWith('.json') ? uncommented : text), []);
      }),
      { numRuns: 150 },
    );
  });

  it('is fast with thousands of unknown ids', () => {
    const count = 4_000;
    const chunks = Array.from({ length: count }, (_, index) => ({
      id: `c${index}`,
      title: 'C',
      dependsOn: [`x${index}`],
    }));
    const started = performance.now();
    const document = read(JSON.stringify({ spec: { id: 'a', title: 'A' }, chunks }), 'a.json');
    assert.equal(document.problems.length, 501);
    // Comparing every id with every other id would take minutes.
    assert.ok(performance.now() - started < 8_000);
  });

  it('takes time proportional to the length of the text', () => {
    const time = (count: number): number => {
      const text =
        minimal +
        Array.from({ length: count }, (_, index) => `  - { id: c${index}, title: C, dependsOn: [one] }\n`).join('');
      const started = performance.now();
      assert.equal(read(text).problems.length, 0);
      return performance.now() - started;
    };
    time(500);
    const small = Math.min(time(500), time(500));
    const large = Math.min(time(4_000), time(4_000));
    assert.ok(large < small * 8 * 4, `${small} ms for 500 chunks, ${large} ms for 4,000`);
  });
});
