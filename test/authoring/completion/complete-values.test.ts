import assert from 'node:assert/strict';
import { insertedAt, labelsAt, proposalsAt } from '../support/complete-at.ts';
import { gateSchema, sampleFacts } from '../support/marked-text.ts';

const head = `chunks:
  - id: types
    title: The types
    creates: [Result, parse()]
  - id: check
    title: The check
`;

describe('Completion of values', () => {
  it('[EDIT-2] proposes the other chunks, the nearest first, without those that are there', async () => {
    const text = `${head}  - id: end\n    dependsOn: [types, ¦]\n`;
    assert.deepEqual(await labelsAt(text), ['check']);
    assert.deepEqual(await labelsAt(`${head}    dependsOn:\n      - ¦\n  - id: later\n`), ['types', 'later']);
    assert.deepEqual(await labelsAt(`${head}    supersedes: [¦`), ['types']);
    const [proposal] = await proposalsAt(`${head}    dependsOn: [t¦]`);
    assert.equal(proposal?.detail, 'The types');
  });

  it('[EDIT-2] writes a list where none was begun', async () => {
    assert.match(await insertedAt(`${head}    dependsOn: ¦\n`, 'types'), /dependsOn: \[types\]\n$/);
    assert.match(await insertedAt(`${head}    dependsOn:¦\n`, 'types'), /dependsOn: \[types\]\n$/);
    assert.match(await insertedAt(`${head}    dependsOn:\n      ¦\n`, 'types'), /dependsOn:\n {6}- types\n$/);
    assert.match(
      await insertedAt(`${head}    dependsOn:\n      - types\n      ¦\n  - id: x\n`, 'x'),
      /- types\n {6}- x\n/,
    );
  });

  it('[EDIT-2] proposes exports: of other chunks, of the code, and what the chunk states itself', async () => {
    assert.deepEqual(await labelsAt(`${head}    consumes: [¦]`), ['Result', 'parse()', 'listOrders', 'Order']);
    assert.match(await insertedAt(`${head}    consumes: [li¦]`, 'listOrders'), /consumes: \[listOrders\(\)\]/);
    const check = `${head}    functions: [{ name: ping, file: src/a.ts }]\n    assertions:\n      - check: { type: export_exists, target: ¦ }`;
    assert.deepEqual(await labelsAt(check), ['ping', 'Result', 'parse', 'listOrders', 'Order']);
    assert.deepEqual(await labelsAt(`${head}    functions: [{ name: ping }]\n    creates: [¦`), [
      'ping',
      'listOrders',
      'Order',
    ]);
  });

  it('[EDIT-2] proposes files step by step', async () => {
    assert.deepEqual(await labelsAt(`${head}    allowedFiles: [¦`), ['src/', 'README.md']);
    assert.deepEqual(await labelsAt(`${head}    contextFiles:\n      - src/¦`), ['src/orders/', 'src/index.ts']);
    assert.deepEqual(await labelsAt(`${head}    postconditions: [{ kind: file_exists, path: src/orders/¦ }]`), [
      'src/orders/store.ts',
      'src/orders/types.ts',
    ]);
    const [folder] = await proposalsAt(`${head}    allowedFiles: ["¦"]`);
    assert.deepEqual([folder?.insert, folder?.continues], ['"src/$0"', true]);
    assert.deepEqual(await labelsAt(`${head}    allowedFiles: ["src/**/¦"]`), [], 'a glob');
  });

  it('[EDIT-2] proposes check types with their explanation, and inserts the keys that they need', async () => {
    const at = (check: string): string => `${head}    assertions:\n      - message: m\n        check: ${check}`;
    const proposals = await proposalsAt(at('{ type: ¦ }'));
    const signature = proposals.find(({ label }) => label === 'signature_match');
    assert.equal(signature?.insert, 'signature_match, target: $1, expected: $2');
    assert.match(signature.documentation ?? '', /A function has a signature.*```yaml\ncheck: \{/s);
    assert.match(
      await insertedAt(at('\n          type: ¦'), 'file_exists'),
      /\n {10}type: file_exists\n {10}target: \$1$/,
    );
    assert.match(await insertedAt(at('{ type: ¦, target: a }'), 'file_exists'), /\{ type: file_exists, target: a \}$/);
    assert.match(
      await insertedAt(at('¦'), 'pattern_match'),
      /check: \{ type: pattern_match, target: \$1, pattern: \$2 \}$/,
    );
    assert.match(
      await insertedAt('{ "chunks": [{ "assertions": [{ "check": { "type": "¦" } }] }] }', 'creates', {
        path: 'a.contract.json',
      }),
      /\{ "type": "creates", "target": "\$1" \}/,
    );
  });

  it('[EDIT-2] takes a signature from the code of the named function', async () => {
    const text = `${head}    functions:\n      - { name: listOrders, file: src/orders/store.ts, signature: ¦ }`;
    assert.match(
      await insertedAt(text, '(limit: number) => Order[]'),
      /signature: '\(limit: number\) => Order\[\]' \}$/,
    );
    const check = `${head}    assertions:\n      - check:\n          type: signature_match\n          target: listOrders\n          expected: ¦`;
    assert.deepEqual(await labelsAt(check), ['(limit: number) => Order[]']);
    assert.deepEqual(await labelsAt(text.replace('name: listOrders', 'name: unknown')), []);
  });

  it('[EDIT-2] proposes gates, resources, steps, commands and listed values', async () => {
    assert.deepEqual(await labelsAt(`gates:\n  - id: own\n    name: Own\n${head}    gates: [¦]`), ['own', 'quality']);
    const subject = `resources:\n  - id: api\nsteps:\n  - id: list\n${head}    assertions:\n      - check: { type: contains, target: ¦ }`;
    assert.deepEqual(await labelsAt(subject), ['api', 'list', 'src/', 'README.md']);
    assert.deepEqual(await labelsAt(`${head}    acceptanceCommands:\n      - ¦`), [
      'npm test',
      'npm run build',
      'command',
      'redFirst',
    ]);
    assert.deepEqual(await labelsAt(`${head}    postconditions:\n      - kind: ¦`), ['file_exists', 'file_absent']);
    assert.deepEqual(await labelsAt(`${head}    mayChange: [tests, ¦]`), ['tests', 'scripts', 'tooling']);
    const gate = { path: 'a.gate.yaml', kind: 'gate', schema: gateSchema } as const;
    assert.deepEqual(await labelsAt('id: a\ncommand: ¦', gate), ['npm test', 'npm run build']);
    assert.deepEqual(await labelsAt('id: a\nseverity: ¦', gate), ['critical', 'high', 'medium', 'low']);
  });

  it('[EDIT-2] works in JSON and in manifests, and keeps the quotes that were typed', async () => {
    const json = '{ "chunks": [{ "id": "a", "title": "A" }, { "id": "b", "dependsOn": ["¦"';
    assert.equal(await insertedAt(json, 'a', { path: 'a.contract.json' }), json.replace('"¦"', '"a"'));
    const open = '{ "chunks": [{ "id": "a" }, { "id": "b", "dependsOn": [¦] }] }';
    assert.match(await insertedAt(open, 'a', { path: 'a.contract.json' }), /"dependsOn": \["a"\]/);
    const manifest = 'work_orders:\n  - id: a\n  - id: b\n    depends_on:\n      - ¦';
    assert.deepEqual(await labelsAt(manifest, { path: 'plan.yaml' }), ['a']);
    assert.deepEqual(await labelsAt('{"work_orders":[{"allowed_files":["src/¦"]}]}', { path: 'plan.json' }), [
      'src/orders/',
      'src/index.ts',
    ]);
    assert.match(await insertedAt(`${head}    allowedFiles: ['R¦']`, 'README.md'), /\['README\.md'\]$/);
  });

  it('[EDIT-2] works with CRLF, tabs, comments, unclosed brackets and errors elsewhere', async () => {
    const crlf = `${head}    dependsOn: [¦]\n`.replaceAll('\n', '\r\n');
    assert.deepEqual(await labelsAt(crlf), ['types']);
    assert.deepEqual(await labelsAt(`${head}    # which ones?\n    dependsOn: [ # all\n      ¦`), ['types']);
    assert.deepEqual(await labelsAt(`spec: { id: a\n${head}    dependsOn: [¦\n    title: "open\n  - id: next\n`), [
      'types',
      'next',
    ]);
    assert.deepEqual(await labelsAt(`: : [\n\tbroken\n${head}    dependsOn: [¦`), ['types']);
    assert.deepEqual(await labelsAt(`${head}    dependsOn:\n    - ¦`), ['types'], 'a list in the column of its key');
  });

  it('[EDIT-2] reads the workspace only for the value that needs it', async () => {
    const unused = (): never => assert.fail('not needed');
    const facts = {
      ...sampleFacts,
      files: unused,
      searchExports: unused,
      signatureOf: unused,
      gates: unused,
      commands: unused,
    };
    assert.deepEqual(await labelsAt(`${head}    dependsOn: [¦`, { facts }), ['types']);
  });
});
