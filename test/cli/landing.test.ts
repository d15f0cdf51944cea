import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult, ContractRunResult } from '../../src/run/report/run-result.ts';
import type { ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply, writeFileReply } from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const MAIN = ['export const first = 1;', '', '// between', '', '// them', '', 'export const last = 9;', ''].join('\n');

const CONTRACT = `version: 1
spec: { id: numbers, title: Numbers }
chunks:
  - id: rename
    title: Rename first
    creates: [one]
    allowedFiles: [src/main.ts]
    assertions:
      - { message: last stays, check: { type: export_exists, target: last, file: src/main.ts } }
      - { message: other stays, check: { type: export_exists, target: other, file: src/other.ts } }
`;

const RUN = ['run', 'numbers.contract.yaml', '--format', 'json'];

const renameReply: ScriptedReply = {
  toolCalls: [
    {
      name: 'edit_file',
      input: { path: 'src/main.ts', oldText: 'export const first = 1;', newText: 'export const one = 1;' },
    },
  ],
  usage: { input: 10, output: 10 },
};

function createNumbersWorkspace(): Workspace {
  return new Workspace({
    'numbers.contract.yaml': CONTRACT,
    'src/main.ts': MAIN,
    'src/other.ts': 'export const other = 5;\n',
  });
}

/** Runs the chunk and edits files right before the model's last answer. */
async function runWhile(workspace: Workspace, edit: () => void, args = RUN) {
  await using server = await startOpenAiChatServer((_, index) => {
    if (index === 0) return renameReply;
    edit();
    return textReply('Done.');
  });
  const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
  return { run, result: JSON.parse(run.stdout) as ChunkRunResult };
}

describe('landing while the user edits the tree', () => {
  it('[ENF-RETRY-3] merges an edit of another line of the same file, and checks the merge', async () => {
    using workspace = createNumbersWorkspace();
    const edited = MAIN.replace('last = 9', 'last = 10');
    const { run, result } = await runWhile(workspace, () => workspace.write({ 'src/main.ts': edited }));
    assert.equal(run.code, 0, run.stderr);
    assert.equal(result.status, 'pass');
    assert.equal(workspace.read('src/main.ts'), edited.replace('first = 1', 'one = 1'));
    assert.equal(result.landed?.commit, undefined, 'a file with user changes is not committed');
    assert.ok(result.landed?.notes.some((note) => note.includes('src/main.ts')));
    assert.equal(workspace.git('log', '--format=%s'), 'first');
  });

  it('[ENF-RETRY-3] lands nothing if the same line was edited, and keeps both texts', async () => {
    using workspace = createNumbersWorkspace();
    const edited = MAIN.replace('first = 1', 'first = 100');
    const { run, result } = await runWhile(workspace, () => workspace.write({ 'src/main.ts': edited }));
    assert.equal(run.code, 1, run.stderr);
    assert.equal(result.status, 'conflict');
    assert.equal(result.landed?.conflicts[0]?.file, 'src/main.ts');
    assert.equal(workspace.read('src/main.ts'), edited);
    assert.equal(result.landed.keptRef, `refs/holdfast/results/${result.runId}`);
    assert.match(workspace.git('show', `refs/holdfast/results/${result.runId}:src/main.ts`), /export const one = 1;/);
    assert.equal(workspace.git('log', '--format=%s'), 'first');
  });

  it('[ENF-RETRY-3] lands nothing if the merge breaks an assert', async () => {
    using workspace = createNumbersWorkspace();
    const edited = 'export const another = 5;\n';
    const { run, result } = await runWhile(workspace, () => workspace.write({ 'src/other.ts': edited }));
    assert.equal(run.code, 1, run.stderr);
    assert.equal(result.status, 'conflict');
    assert.match(result.landed?.conflicts[0]?.reason ?? '', /other stays/);
    assert.equal(workspace.read('src/other.ts'), edited);
    assert.equal(workspace.read('src/main.ts'), MAIN);
  });

  it('writes without a commit with --apply working-tree', async () => {
    using workspace = createNumbersWorkspace();
    const { run, result } = await runWhile(workspace, () => undefined, [...RUN, '--apply', 'working-tree']);
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(result.landed?.files, ['src/main.ts']);
    assert.equal(workspace.git('status', '--porcelain'), 'M src/main.ts');
    assert.equal(workspace.git('log', '--format=%s'), 'first');
  });

  it('checks the chunk with its own edit of a workspace package that another package imports', async () => {
    using workspace = new Workspace({
      '.gitignore': 'node_modules\n',
      'package.json': '{ "private": true, "workspaces": ["packages/*"] }\n',
      'packages/a/package.json': '{ "name": "@w/a", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n',
      'packages/a/index.js': 'export const old = 1;\n',
      'packages/b/package.json': '{ "name": "@w/b", "version": "1.0.0", "type": "module" }\n',
      'packages/b/check.js': "import { fresh } from '@w/a';\nif (fresh !== 2) throw new Error('not fresh');\n",
      'packages.contract.yaml': `version: 1
spec: { id: packages, title: Packages }
build: { command: node packages/b/check.js }
chunks:
  - { id: fresh, title: Add fresh, creates: [fresh], allowedFiles: ['packages/a/**'] }
`,
    });
    mkdirSync(join(workspace.folder, 'node_modules', '@w'), { recursive: true });
    for (const name of ['a', 'b']) {
      symlinkSync(`../../packages/${name}`, join(workspace.folder, 'node_modules', '@w', name), 'dir');
    }
    await using server = await startOpenAiChatServer([
      writeFileReply('export const old = 1;\nexport const fresh = 2;\n', 'packages/a/index.js'),
      textReply('Done.'),
    ]);
    const args = ['run', 'packages.contract.yaml', '--allow-failing-build', '--format', 'json'];
    const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 0, run.stdout + run.stderr);
    const [attempt] = (JSON.parse(run.stdout) as ChunkRunResult).attempts;
    assert.equal(attempt!.validation.buildPassed, true);
  });

  it('[ENF-CTX-2] [ENF-CTX-3] [ENF-CTX-5] [ENF-ACC-4] bases each chunk of --all on the chunks before it', async () => {
    using workspace = new Workspace({
      'story.contract.yaml': `version: 1
spec: { id: story, title: Story }
chunks:
  - { id: one, title: One, creates: [One], allowedFiles: [src/one.ts] }
  - { id: two, title: Two, dependsOn: [one], consumes: [One], creates: [two()], allowedFiles: [src/two.ts] }
`,
      'src/main.ts': 'export {};\n',
    });
    await using server = await startOpenAiChatServer([
      writeFileReply('export type One = 1;\n', 'src/one.ts'),
      textReply('Done.'),
      writeFileReply(
        "import type { One } from './one.js';\nexport function two(one: One): number {\n  return one + 1;\n}\n",
        'src/two.ts',
      ),
      textReply('Done.'),
    ]);
    const args = ['run', 'story.contract.yaml', '--all', '--format', 'json'];
    const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 0, run.stdout + run.stderr);
    const result = JSON.parse(run.stdout) as ContractRunResult;
    assert.deepEqual(
      result.chunks.map((chunk) => [chunk.chunk, chunk.status]),
      [
        ['one', 'pass'],
        ['two', 'pass'],
      ],
    );
    assert.equal(workspace.git('log', '--format=%s'), 'chunk: Two\nchunk: One\nfirst');
    assert.match(server.requests[0]!.text, /DO NOT IMPORT[\s\S]*two/);
    assert.match(server.requests[2]!.text, /AVAILABLE IMPORTS[\s\S]*One \(type\)/);
    assert.match(server.requests[2]!.text, /src\/one\.ts/);
  });
});
