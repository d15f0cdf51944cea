import assert from 'node:assert/strict';
import { insertedAt, labelsAt, proposalsAt } from '../support/complete-at.ts';
import { gateSchema } from '../support/marked-text.ts';

const yaml = (...lines: readonly string[]): string => lines.join('\n');

describe('Completion of keys', () => {
  it('[EDIT-2] proposes the keys that a map does not have yet, required ones first, with their explanation', async () => {
    const proposals = await proposalsAt('version: 2\n¦\nchunks:\n  - id: a\n');
    const labels = proposals.map(({ label }) => label);
    assert.equal(labels[0], 'spec');
    assert.ok(labels.includes('build'));
    for (const present of ['version', 'chunks', 'id', '$schema']) assert.ok(!labels.includes(present), present);
    assert.match(proposals.find(({ label }) => label === 'build')?.documentation ?? '', /The build command/);
  });

  it('[EDIT-2] knows the keys of every place: of the specification, a chunk, a condition, an assertion', async () => {
    assert.deepEqual(await labelsAt('spec:\n  ¦'), ['id', 'title', 'description', 'protocol']);
    assert.deepEqual(await labelsAt('spec: { id: a, ¦'), ['title', 'description', 'protocol']);
    assert.deepEqual(await labelsAt('chunks:\n  - id: a\n    postconditions:\n      - { ¦ }'), ['kind', 'path']);
    const assertion = yaml('chunks:', '  - id: a', '    assertions:', '      - type: assert', '        ¦');
    assert.deepEqual(await labelsAt(assertion), ['message', 'check', 'condition']);
    const chunk = await labelsAt('chunks:\n  - id: a\n    dep¦\n    creates: [b]\n  - id: c\n');
    assert.ok(chunk.includes('dependsOn') && !chunk.includes('creates') && !chunk.includes('spec'));
  });

  it('[EDIT-2] knows the keys of a check by its type', async () => {
    const check = (text: string): Promise<readonly string[]> =>
      labelsAt(`chunks:\n  - id: a\n    assertions:\n      - message: m\n        check: ${text}`);
    assert.deepEqual(await check('{ type: pattern_match, ¦ }'), [
      'target',
      'pattern',
      'flags',
      'not',
      'every',
      'validator',
    ]);
    assert.deepEqual(await check('{ type: file_exists, ¦'), ['target', 'validator']);
    assert.deepEqual(await check('\n          type: creates\n          ¦'), ['target', 'function', 'validator']);
  });

  it('[EDIT-2] inserts the form of the value with tab stops, in block style, in braces and in JSON', async () => {
    assert.equal(await insertedAt('spec:\n  id: a\n  ¦', 'title'), 'spec:\n  id: a\n  title: $0');
    assert.equal(await insertedAt('¦', 'chunks'), 'chunks:\n  - id: $1\n    title: $2');
    const nested = yaml('chunks:', '  - id: a', '    fun¦');
    const written = yaml(
      'chunks:',
      '  - id: a',
      '    functions:',
      '      - name: $1',
      '        file: $2',
      '        signature: $3',
    );
    assert.equal(await insertedAt(nested, 'functions'), written);
    assert.equal(await insertedAt('chunks:\n  - ¦', 'dependsOn'), 'chunks:\n  - dependsOn:\n      - $0');
    assert.equal(await insertedAt('chunks: [{ ¦ }]', 'dependsOn'), 'chunks: [{ dependsOn: [$0] }]');
    const path = 'a.contract.json';
    assert.equal(
      await insertedAt('{ "chunks": [{ ¦ }] }', 'dependsOn', { path }),
      '{ "chunks": [{ "dependsOn": ["$0"] }] }',
    );
    assert.equal(await insertedAt('{ "¦" }', 'version', { path }), '{ "version": ${1|1,2,3|} }');
    assert.equal(
      await insertedAt('{ ¦\n "version": 2 }', 'network', { path }),
      '{ "network": ${1|true,false|},\n "version": 2 }',
      'a comma before the next key',
    );
  });

  it('[EDIT-2] replaces only the key if its colon is there', async () => {
    assert.equal(
      await insertedAt('chunks:\n  - id: a\n    cre¦: [b]', 'creates'),
      'chunks:\n  - id: a\n    creates: [b]',
    );
    assert.equal(await insertedAt('{ "sp¦": {} }', 'spec', { path: 'a.contract.json' }), '{ "spec": {} }');
  });

  it('[EDIT-2] proposes whole items, and adds a dash that is not typed', async () => {
    const labels = await labelsAt('chunks:\n  ¦');
    assert.equal(labels[0], 'chunk');
    assert.match(await insertedAt('chunks:\n  ¦', 'chunk'), /^chunks:\n {2}- id: \$1\n {4}title: \$2\n {4}description/);
    assert.equal(await insertedAt('chunks:\n  - id: a\n  ¦', 'id'), 'chunks:\n  - id: a\n  - id: $0');
    const item = await insertedAt('chunks:\n  - id: a\n    postconditions:\n      - ¦', 'file_exists');
    assert.match(item, /- kind: file_exists\n {8}path: \$1$/);
  });

  it('[EDIT-2] proposes the test command of the repository as the verify command', async () => {
    const [command] = (await proposalsAt('spec: { id: a }\n¦')).filter(({ label }) => label === 'verify: npm test');
    assert.equal(command?.insert, 'verify: { command: npm test }');
    assert.deepEqual(await labelsAt('verify:\n  command: ¦'), ['npm test', 'npm run build']);
  });

  it('[EDIT-2] uses the keys of a manifest in a manifest, and those of a gate in a gate file', async () => {
    const manifest = await labelsAt('work_orders:\n  - id: a\n    ¦', { path: 'plan.yaml' });
    assert.ok(manifest.includes('allowed_files') && manifest.includes('intent') && !manifest.includes('allowedFiles'));
    const options = { path: 'a.gate.yaml', kind: 'gate', schema: gateSchema } as const;
    for (const text of ['id: a\n¦', 'gates:\n  - id: a\n    ¦', '- id: a\n  ¦']) {
      const labels = await labelsAt(text, options);
      assert.ok(labels.includes('criteria') && labels.includes('retry'), text);
      assert.ok(!labels.includes('id') && !labels.includes('retry_config'), text);
    }
  });

  it('[EDIT-2] proposes nothing in comments, block texts, titles and after an alias', async () => {
    for (const text of [
      '# ¦',
      'version: 2 # ¦',
      'chunks:\n  - id: a\n    description: >\n      some ¦',
      'chunks:\n  - id: a\n    description: |\n      title: ¦\n    title: b',
      'chunks:\n  - id: a\n    title: some ¦ text',
      'chunks:\n¦  - id: a\n',
      'spec: &a { id: b }\nbuild: *¦',
    ])
      assert.deepEqual(await labelsAt(text), [], text);
  });

  it('[EDIT-2] keeps its keys back where a file names a schema for another language service', async () => {
    const text = 'chunks:\n  - id: a\n  - id: b\n    ¦';
    assert.deepEqual(await labelsAt(text, { includeSchema: false }), []);
    assert.deepEqual(await labelsAt(`${text.slice(0, -1)}dependsOn: [¦`, { includeSchema: false }), ['a']);
  });
});
