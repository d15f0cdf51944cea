/** A passed result is never lost, independent of the fault that its landing meets. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import {
  createHealthContract,
  createHealthFiles,
  textReply,
  TYPES_FILE,
  VALID_TYPES,
  writeFileReply,
} from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const RUN = ['run', 'health.contract.yaml', '--format', 'json'];

/** Runs the chunk and calls `interfere` right before the model's last answer. */
async function runWhile(workspace: Workspace, interfere: () => void, file = TYPES_FILE) {
  await using server = await startOpenAiChatServer((_, index) => {
    if (index === 0) return writeFileReply(VALID_TYPES, file);
    interfere();
    return textReply('Done.');
  });
  const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
  assert.notEqual(run.stdout, '', run.stderr);
  return { run, result: JSON.parse(run.stdout) as ChunkRunResult };
}

function listKeptRefs(workspace: Workspace): string {
  return workspace.git('for-each-ref', '--format=%(refname)', 'refs/holdfast');
}

describe('a landing that fails', () => {
  const faults: readonly { name: string; hint: RegExp; interfere: (workspace: Workspace) => void }[] = [
    {
      name: 'the index is locked by an open commit editor',
      hint: /index\.lock/,
      interfere: (workspace) => {
        writeFileSync(join(workspace.folder, '.git/index.lock'), '');
      },
    },
    {
      name: 'the branch is locked',
      hint: /lock file/,
      interfere: (workspace) => {
        writeFileSync(join(workspace.folder, '.git/refs/heads/main.lock'), '');
      },
    },
    {
      name: 'git cannot encode the file',
      hint: /cherry-pick/,
      interfere: (workspace) => {
        workspace.write({ '.gitattributes': '*.ts working-tree-encoding=NO-SUCH-ENCODING\n' });
      },
    },
    {
      name: 'the journal cannot be written',
      hint: /cherry-pick/,
      interfere: (workspace) => {
        mkdirSync(join(workspace.folder, '.git/holdfast'), { recursive: true });
        rmSync(join(workspace.folder, '.git/holdfast/landing'), { recursive: true, force: true });
        writeFileSync(join(workspace.folder, '.git/holdfast/landing'), 'not a folder');
      },
    },
  ];
  for (const { name, hint, interfere } of faults) {
    it(`[TRUST-5] keeps the result, prints JSON and a hint: ${name}`, async () => {
      using workspace = new Workspace(createHealthFiles());
      const head = workspace.git('rev-parse', 'HEAD');
      const { run, result } = await runWhile(workspace, () => {
        interfere(workspace);
      });
      assert.equal(run.code, 2, run.stderr);
      assert.equal(result.status, 'aborted');
      assert.equal(result.attempts[0]?.validation.passed, true);
      assert.notEqual(result.error?.code, 'internal', result.error?.message);
      assert.match(result.error?.hint ?? '', hint);
      assert.equal(result.landed?.keptRef, `refs/holdfast/results/${result.runId}`);
      assert.equal(`${workspace.git('show', `${result.landed.keptRef}:${TYPES_FILE}`)}\n`, VALID_TYPES);
      assert.equal(existsSync(join(workspace.folder, TYPES_FILE)), false);
      assert.equal(workspace.git('rev-parse', 'HEAD'), head);
    });
  }

  it('[TRUST-5] keeps nothing after a landing that succeeds', async () => {
    using workspace = new Workspace(createHealthFiles());
    const { run, result } = await runWhile(workspace, () => undefined);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(result.landed?.keptRef, undefined);
    assert.equal(listKeptRefs(workspace), '');
  });

  it('[TRUST-5] lands nothing on another branch that the user switched to, and says so', async () => {
    using workspace = new Workspace(createHealthFiles());
    const { run, result } = await runWhile(workspace, () => workspace.git('switch', '-q', '-c', 'hotfix'));
    assert.equal(run.code, 1, run.stderr);
    assert.equal(result.status, 'conflict');
    assert.match(result.reason ?? '', /switched from the branch main to the branch hotfix/);
    assert.equal(workspace.git('log', '--format=%s', 'hotfix'), 'first');
    assert.equal(listKeptRefs(workspace), `refs/holdfast/results/${result.runId}`);
  });

  it('[TRUST-5] lands a file that the model names through a linked folder', async () => {
    using workspace = new Workspace(createHealthFiles());
    mkdirSync(join(workspace.folder, 'src/health'), { recursive: true });
    workspace.write({
      'src/health/index.ts': 'export {};\n',
      'health.contract.yaml': createHealthContract().replace(`[${TYPES_FILE}]`, `[${TYPES_FILE}, linked/types.ts]`),
    });
    symlinkSync('src/health', join(workspace.folder, 'linked'));
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'link');
    const { run, result } = await runWhile(workspace, () => undefined, 'linked/types.ts');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.deepEqual(result.landed?.files, [TYPES_FILE]);
  });
});
