import assert from 'node:assert/strict';
import { fingerprintOf } from '../../src/contract/fingerprint.ts';
import { read } from './read-sample.ts';

const BASE = `spec: { id: demo, title: Demo }
build: { command: npm run build }
verify: { command: npm test, requires: [{ kind: file_exists, path: test/one.test.ts }] }
steps: [{ id: listing, command: node list.mjs }, { id: unused, command: node other.mjs }]
gates: [{ id: tidy, severity: critical, criteria: [It is tidy, It is short] }]
types: [{ name: Shape, file: src/one.ts, definition: '{ a: string }' }]
chunks:
  - id: one
    title: One
    description: Do the work.
    creates: [a, b]
    functions: [{ name: f, file: src/one.ts, signature: '() => void' }]
    allowedFiles: [src/one.ts]
    forbiddenFiles: [src/two.ts]
    preconditions: [{ kind: file_absent, path: src/one.ts }]
    postconditions: [{ kind: file_exists, path: src/one.ts }]
    acceptanceCommands: [node check.mjs]
    contextFiles: [README.md]
    assertions:
      - { message: Must list a, check: { type: file_exists, target: listing } }
      - { type: suggest, message: Should be short, check: { type: file_exists, target: src/three.ts } }
`;

function fingerprint(text: string, contents: Readonly<Record<string, string>> = {}): string {
  const document = read(text);
  const { contract } = document;
  assert.ok(contract, JSON.stringify(document.problems));
  const [chunk] = contract.chunks;
  assert.ok(chunk);
  return fingerprintOf({ contract, chunk, gates: contract.gates }, new Map(Object.entries(contents)));
}

function change(from: string, to: string): string {
  assert.ok(BASE.includes(from), from);
  return BASE.replace(from, to);
}

describe('the fingerprint of a chunk', () => {
  const unchanged: readonly (readonly [what: string, text: string])[] = [
    ['comments', `# A comment.\n${BASE}`],
    ['the title', change('title: One', 'title: Another')],
    ['the title of the specification', change('title: Demo', 'title: Another')],
    ['the plan that it was imported from', `source: { file: plan.md, hash: ${'a'.repeat(64)}, reader: kiro }\n${BASE}`],
    ['the order of a set', change('creates: [a, b]', 'creates: [b, a]')],
    ['the order of criteria', change('[It is tidy, It is short]', '[It is short, It is tidy]')],
    ['the order of keys', change('{ name: f, file: src/one.ts,', '{ file: src/one.ts, name: f,')],
    ['a default', change('- { message: Must list a,', '- { type: assert, message: Must list a,')],
    ['an empty list', change('contextFiles: [README.md]', 'contextFiles: []\n    consumes: []')],
    ['the style of a text', change('description: Do the work.', 'description: |\n      Do the work.')],
    ['a suggest', change('Should be short', 'Should be very short')],
    ['context files', change('contextFiles: [README.md]', 'contextFiles: [NOTES.md]')],
    ['limits', change('title: One', 'title: One\n    maxAttempts: 5')],
    ['the time limit of the build', change('npm run build }', 'npm run build, timeoutSeconds: 5 }')],
    ['the retries of a gate', change('severity: critical,', 'severity: critical, retry: { maxAttempts: 4 },')],
    ['a step that no assert names', change('node other.mjs', 'node another.mjs')],
    ['dependencies', `${change('title: One', 'title: One\n    dependsOn: [two]')}  - { id: two, title: Two }\n`],
  ];
  for (const [what, text] of unchanged) {
    it(`[DONE-2] does not change with ${what}`, () => {
      assert.equal(fingerprint(text), fingerprint(BASE));
    });
  }

  const changed: readonly (readonly [what: string, text: string])[] = [
    ['the description', change('Do the work.', 'Do other work.')],
    ['creates', change('creates: [a, b]', 'creates: [a, b, c]')],
    ['a function', change("'() => void'", "'() => string'")],
    ['a type of the contract that the chunk is responsible for', change('{ a: string }', '{ a: number }')],
    ['an assert', change('target: listing', 'target: src/list.ts')],
    ['a precondition', change('kind: file_absent', 'kind: file_exists')],
    ['a postcondition', change('{ kind: file_exists, path: src/one.ts }]', '{ kind: file_exists, path: src/1.ts }]')],
    ['allowed files', change('allowedFiles: [src/one.ts]', 'allowedFiles: [src/**]')],
    ['forbidden files', change('forbiddenFiles: [src/two.ts]', 'forbiddenFiles: []')],
    ['an acceptance command', change('node check.mjs', 'node check.mjs --strict')],
    ['the build', change('npm run build', 'npm run compile')],
    ['the verify command', change('command: npm test', 'command: npm run verify')],
    ['a condition of the verify command', change('test/one.test.ts', 'test/two.test.ts')],
    ['the severity of a gate', change('severity: critical', 'severity: low')],
    ['a criterion of a gate', change('It is tidy', 'It is neat')],
    ['a step that an assert names', change('node list.mjs', 'node list.mjs --all')],
  ];
  for (const [what, text] of changed) {
    it(`[DONE-2] changes with ${what}`, () => {
      assert.notEqual(fingerprint(text), fingerprint(BASE));
    });
  }

  it('[DONE-2] changes with the content of a schema or validator', () => {
    assert.notEqual(fingerprint(BASE, { 'a.schema.json': '1' }), fingerprint(BASE, { 'a.schema.json': '2' }));
  });

  it('[DONE-2] keeps the values of a check as they are written', () => {
    const expecting = (expected: string): string =>
      change('type: file_exists, target: listing }', `type: contains, target: listing, expected: ${expected} }`);
    assert.notEqual(fingerprint(expecting("' a'")), fingerprint(expecting('a')));
  });
});
