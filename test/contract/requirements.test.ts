import assert from 'node:assert/strict';
import fc from 'fast-check';
import '../random-seed.ts';
import { formatDataPath } from '../../src/contract/data-path.ts';
import { exportName, requirementsOf } from '../../src/contract/requirements.ts';
import { createPathMatcher } from '../../src/contract/globs/path-matcher.ts';
import { read } from './read-sample.ts';

const text = `spec: { id: a, title: A }
functions: [{ name: checkHealth, file: src/check.ts, signature: "() => void" }]
types:
  - { name: Result, file: src/.types/result.ts, definition: "{ ok: boolean }" }
  - { name: Unassigned, file: other.ts, definition: "{}" }
chunks:
  - id: types
    title: Types
    creates: [Result]
    allowedFiles: ["src/.types/*.ts"]
    assertions:
      - { type: suggest, message: m, check: { type: file_exists, target: a.ts } }
  - id: check
    title: Check
    creates: [checkHealth()]
    functions: [{ name: helper, file: src/check.ts, signature: "() => 1" }]
  - id: last
    title: Last
`;

describe('requirementsOf', () => {
  const contract = read(text).contract;
  assert.ok(contract);
  const describeRequirements = (index: number): string[] =>
    requirementsOf(contract, contract.chunks[index]!).map(
      ({ assertion, origin }) =>
        `${formatDataPath(origin)} ${assertion.type} ${assertion.check.type} ${String(assertion.check.target)}`,
    );

  it('[ENF-VAL-15] lists the assertions of a chunk and the implied asserts of creates, with their paths', () => {
    assert.deepEqual(describeRequirements(0), [
      'chunks[0].assertions[0] suggest file_exists a.ts',
      'chunks[0].creates[0] assert creates Result',
      'types[0] assert type_matches Result',
    ]);
  });

  it('assigns top-level declarations to the chunk that creates them, may write them, or is last', () => {
    assert.deepEqual(describeRequirements(1), [
      'chunks[1].creates[0] assert creates checkHealth',
      'chunks[1].functions[0] assert signature_match helper',
      'functions[0] assert signature_match checkHealth',
    ]);
    assert.deepEqual(describeRequirements(2), ['types[1] assert type_matches Unassigned']);
  });

  it('[ENF-VAL-15] assigns declarations as a search of each chunk does, for all lists of files', () => {
    const lists = [
      '[]',
      '[a.ts]',
      '["./a.ts", b.ts]',
      '["src/**"]',
      '[src/, a.ts]',
      '["!b.ts"]',
      '["*.ts", "!a.ts"]',
      '[src/a.ts]',
    ];
    const files = ['a.ts', 'b.ts', 'src/a.ts', 'src/.b/c.ts', 'c.md'];
    const chunk = fc.record({
      allowedFiles: fc.constantFrom(...lists),
      creates: fc.constantFrom('[]', '[]', '["f0()"]', '[f1]', '[f2]'),
    });
    const functions = files.map((file, index) => `  - { name: f${index}, file: ${file}, signature: '() => void' }\n`);
    const property = fc.property(fc.array(chunk, { minLength: 1, maxLength: 6 }), (parts) => {
      const chunks = parts.map(
        ({ allowedFiles, creates }, index) =>
          `  - { id: c${index}, title: T, allowedFiles: ${allowedFiles}, creates: ${creates} }\n`,
      );
      const text = `spec: { id: a, title: A }\nfunctions:\n${functions.join('')}chunks:\n${chunks.join('')}`;
      const { contract: made } = read(text);
      assert.ok(made);
      for (const [index, { name, file }] of made.functions.entries()) {
        const owner: object | undefined =
          made.chunks.find(({ creates }) => creates.some((item) => exportName(item) === name)) ??
          made.chunks.find(({ allowedFiles }) => createPathMatcher(allowedFiles)(file)) ??
          made.chunks.at(-1);
        for (const one of made.chunks) {
          const isOwn = requirementsOf(made, one).some(
            ({ origin }) => formatDataPath(origin) === `functions[${index}]`,
          );
          assert.equal(isOwn, one === owner, `${name} ${file} ${one.id}`);
        }
      }
    });
    fc.assert(property);
  });

  it('treats name() as a function', () => {
    assert.equal(exportName(' checkHealth() '), 'checkHealth');
    assert.equal(exportName('run(options: Options)'), 'run');
    assert.equal(exportName('Result'), 'Result');
  });
});
