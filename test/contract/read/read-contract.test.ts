import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { readDataFile } from '../../../src/contract/read/read-data-file.ts';
import { readGateFile } from '../../../src/contract/read/read-gate-file.ts';
import { coveredText, minimal, problemLines, read } from '../read-sample.ts';

const story = `# The health checks
version: 1
spec:
  id: health-check
  title: Health checks
build: { command: npm run build, timeoutSeconds: 60 }
verify:
  command: npm test
  requires:
    - { kind: file_exists, path: test/health.test.ts }
chunks:
  - id: types   # first
    title: Health check types
    creates: [HealthCheckResult]
    allowedFiles: [src/health/types.ts]
    assertions:
      - message: Must export the HealthCheckResult type
        check: { type: export_exists, target: HealthCheckResult, file: src/health/types.ts }
  - id: check
    title: checkHealth
    dependsOn: [types]
    consumes: [HealthCheckResult]
    functions:
      - name: checkHealth
        file: src/health/check.ts
        signature: "(options?: Options) => Promise<HealthCheckResult>"
`;

describe('readContract', () => {
  it('reads a contract and adds default values', () => {
    const document = read(story, 'contracts/health.contract.yaml');
    assert.deepEqual(document.problems, []);
    assert.equal(document.form, 'contract');
    assert.equal(document.file, 'contracts/health.contract.yaml');
    assert.equal(document.contentHash, createHash('sha256').update(story).digest('hex'));
    const { contract } = document;
    assert.equal(contract?.build?.timeoutSeconds, 60);
    assert.deepEqual(
      contract.chunks.map((chunk) => chunk.id),
      ['types', 'check'],
    );
    assert.equal(contract.chunks[0]?.assertions[0]?.type, 'assert');
    assert.deepEqual(contract.chunks[1]?.creates, []);
  });

  it('[ENF-PLUG-6] reads assertions of the file-only form', () => {
    const text = JSON.stringify({
      spec: { id: 'orc', title: 'Orc' },
      chunks: [
        {
          id: 'types',
          title: 'Types',
          creates: ['HealthCheckResult'],
          assertions: [
            {
              type: 'assert',
              condition: 'exports HealthCheckResult from @specwright/shared',
              message: 'Must export HealthCheckResult type',
              check: { type: 'export_exists', target: 'HealthCheckResult', file: 'packages/shared/src/types.ts' },
            },
            {
              type: 'suggest',
              condition: 'follows existing error handling patterns',
              message: 'Should use try/catch with typed errors',
              check: { type: 'pattern_match', target: 'packages/a.ts', pattern: 'try\\s*\\{[\\s\\S]*catch' },
            },
          ],
        },
      ],
    });
    const document = read(text, 'orc.contract.json');
    assert.deepEqual(document.problems, []);
    assert.equal(document.contract?.chunks[0]?.assertions[1]?.type, 'suggest');
    assert.equal(document.contract.resources.length, 0);
  });

  it('returns the range of every node', () => {
    const document = read(story);
    const { start, end } = document.rangeOf(['chunks', 1, 'functions', 0, 'signature']);
    assert.deepEqual([start.line, start.column, end.line], [26, 20, 26]);
    assert.equal(coveredText(document, ['chunks', 0, 'creates', 0]), 'HealthCheckResult');
    assert.equal(coveredText(document, ['chunks', 0, 'id']), 'types');
    assert.equal(coveredText(document, ['build', 'command']), 'npm run build');
    const key = document.keyRangeOf(['chunks', 1, 'consumes']);
    assert.equal(story.slice(key.start.offset, key.end.offset), 'consumes');
    assert.equal(key.start.line, 22);
  });

  it('falls back to the range of the nearest existing ancestor', () => {
    const document = read(story);
    assert.deepEqual(document.rangeOf(['chunks', 0, 'gates', 3]), document.rangeOf(['chunks', 0]));
    assert.deepEqual(document.rangeOf(['nothing']), document.rangeOf([]));
    assert.deepEqual(document.rangeOfPathText('chunks[0].title'), document.rangeOf(['chunks', 0, 'title']));
    assert.equal(document.rangeOfPathText('chunks[one]'), undefined);
    assert.deepEqual(document.keyRangeOf(['chunks', 0]), document.rangeOf(['chunks', 0]));
  });

  it('finds the path at an offset, in keys and in values', () => {
    const document = read(story);
    assert.deepEqual(document.pathAt(story.indexOf('src/health/check.ts')), ['chunks', 1, 'functions', 0, 'file']);
    assert.deepEqual(document.pathAt(story.indexOf('allowedFiles') + 2), ['chunks', 0, 'allowedFiles']);
    assert.deepEqual(document.pathAt(story.indexOf('HealthCheckResult')), ['chunks', 0, 'creates', 0]);
    assert.deepEqual(document.pathAt(0), []);
  });

  it('handles CRLF and a byte order mark in positions', () => {
    const windows = `\ufeff${story.replaceAll('\n', '\r\n')}`;
    const document = read(windows);
    assert.deepEqual(document.problems, []);
    const { start } = document.rangeOf(['chunks', 1, 'functions', 0, 'signature']);
    assert.deepEqual([start.line, start.column], [26, 20]);
    assert.equal(coveredText(document, ['version']), '1');
    const json = `\ufeff${JSON.stringify({ spec: { id: 'a', title: 'A' }, chunks: [{ id: 'b', title: 'B' }] }, null, 2)}`;
    assert.deepEqual(problemLines(read(json.replaceAll('\n', '\r\n'), 'a.contract.json')), []);
  });

  it('reads JSON with comments and trailing commas', () => {
    const text = `// why
{
  "spec": { "id": "a", "title": "A" }, /* here */
  "chunks": [
    { "id": "b", "title": "B", },
  ],
}
`;
    const document = read(text, 'a.contract.json');
    assert.deepEqual(document.problems, []);
    assert.deepEqual(document.rangeOf(['chunks', 0, 'title']).start, {
      line: 5,
      column: 27,
      offset: text.indexOf('"B"'),
    });
  });

  it('reads anchors, aliases and merge keys, with the range of the alias', () => {
    const text = `spec: { id: a, title: &title Shared }
chunks:
  - &base
    id: one
    title: One
    forbidden: &rules [No any, No casts]
  - <<: *base
    id: two
    description: *title
    forbidden: *rules
`;
    const document = read(text);
    assert.deepEqual(document.problems, []);
    assert.equal(document.contract?.chunks[1]?.title, 'One');
    assert.equal(document.contract.chunks[1].description, 'Shared');
    assert.deepEqual(document.contract.chunks[1].forbidden, ['No any', 'No casts']);
    assert.equal(coveredText(document, ['chunks', 1, 'forbidden']), '*rules');
    assert.equal(coveredText(document, ['chunks', 1, 'forbidden', 1]), 'No casts');
    assert.equal(coveredText(document, ['chunks', 1, 'title']), 'One');
    assert.deepEqual(document.pathAt(text.indexOf('*rules') + 2), ['chunks', 1, 'forbidden']);
    assert.deepEqual(document.pathAt(text.indexOf('No casts')), ['chunks', 0, 'forbidden', 1]);
  });

  it('does not read the keys x-… at the top of any file, whose values other keys can repeat', () => {
    const chunk = 'chunks: [{ id: b, title: B, assertions: *all }]\n';
    const spec = 'spec: { id: a, title: A }\n';
    const list = '[{ message: M, check: { type: file_exists, target: a.ts } }]\n';
    for (const text of [
      `x-all: &all ${list}${spec}${chunk}`,
      `${spec}x-a: 1\nx-All_2: &all ${list}${chunk}`,
      `x-: { deep: &all ${list.trim()} }\n${spec}${chunk}`,
    ]) {
      const document = read(text);
      assert.deepEqual(problemLines(document), [], text);
      assert.equal(document.contract?.chunks[0]?.assertions.length, 1);
    }
    const json = read(
      '{"x-note": {"any": [1]}, "spec": {"id": "a", "title": "A"}, "chunks": [{"id": "b", "title": "B"}]}',
      'a.contract.json',
    );
    assert.deepEqual(problemLines(json), []);
    assert.deepEqual(problemLines(read(`${spec}chunks: [{ id: b, title: B, x-note: 1 }]\nx_note: 1\nX-note: 1\n`)), [
      '2:29 error unknown-key chunks[0]["x-note"]',
      '3:1 error unknown-key x_note',
      '4:1 error unknown-key ["X-note"]',
    ]);
    const pipeline = readDataFile({
      file: 'p.yaml',
      text: 'x-a: &a 1\nvalue: *a\n',
      schema: z.strictObject({ value: z.int() }),
      findProblems: () => [],
    });
    assert.deepEqual([pipeline.problems, pipeline.value], [[], { value: 1 }]);
    const gates = readGateFile({
      file: 'g.yaml',
      text: 'x-a: &a [Good.]\ngates: [{ id: g, criteria: *a }]\n',
      checks: [],
    });
    assert.deepEqual([gates.problems, gates.gates.length], [[], 1]);
  });

  it('uses the core schema regardless of directives', () => {
    const document = read(`%YAML 1.1\n---\n${minimal}    description: yes\n`);
    assert.deepEqual(document.problems, []);
    assert.equal(document.contract?.chunks[0]?.description, 'yes');
  });

  it('ignores an empty document after the contract', () => {
    assert.deepEqual(problemLines(read(`---\n${minimal}---\n# nothing\n`)), []);
    assert.deepEqual(problemLines(read(`${minimal}...\n`)), []);
  });

  it('reads 200 chunks quickly', () => {
    const chunks = Array.from({ length: 200 }, (_, index) =>
      [
        `  - id: c${index}`,
        `    title: Chunk ${index}`,
        `    dependsOn: [${index > 0 ? `c${index - 1}` : ''}]`,
        '    assertions:',
        `      - { message: m, check: { type: export_exists, target: A${index}, file: src/a${index}.ts } }`,
      ].join('\n'),
    );
    const started = performance.now();
    const document = read(`spec: { id: a, title: A }\nchunks:\n${chunks.join('\n')}\n`);
    assert.deepEqual(document.problems, []);
    // It takes tens of milliseconds. The limit allows for a busy machine.
    assert.ok(performance.now() - started < 2_000);
  });
});
