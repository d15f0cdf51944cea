import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import {
  createHealthContract,
  createHealthFiles,
  textReply,
  TYPES_FILE,
  VALID_TYPES,
  writeFileReply,
} from '../cli/support/health-check.ts';
import { runHoldfast } from '../cli/support/holdfast.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';

const ORIGINAL = 'module.exports = 1;\n';
/** Replaces one character of a package's file and restores the times that it had. */
const CHANGE_IN_PLACE = `import fs from 'node:fs';
const file = 'node_modules/dep/index.js';
const { atime, mtime } = fs.statSync(file);
fs.writeFileSync(file, 'module.exports = 2;\\n');
fs.utimesSync(file, atime, mtime);
`;
/** Adds a package next to the real folder of a linked one. */
const ADD_PACKAGE = `import fs from 'node:fs';
const folder = fs.realpathSync('node_modules/dep') + '/../evil';
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(folder + '/index.js', '');
`;
const WRITE_OWN_FILES = `import fs from 'node:fs';
fs.mkdirSync('node_modules/.cache/tool', { recursive: true });
fs.writeFileSync('node_modules/.cache/tool/state', String(Date.now()));
fs.mkdirSync('node_modules/generated', { recursive: true });
fs.writeFileSync('node_modules/generated/index.js', '');
`;

async function runWithBuild(
  build: string,
  confinement: string,
): Promise<{ readonly workspace: Workspace; readonly code: number | null; readonly result: ChunkRunResult }> {
  const workspace = new Workspace({
    ...createHealthFiles(),
    'build.mjs': `if ((await import('node:fs')).existsSync('${TYPES_FILE}')) await import('./attack.mjs');\n`,
    'attack.mjs': build,
    'health.contract.yaml': createHealthContract({ build: 'node build.mjs', maxAttempts: 3 }),
    'node_modules/dep/package.json': '{ "name": "dep", "version": "1.0.0" }',
    'node_modules/dep/index.js': ORIGINAL,
  });
  await using server = await startOpenAiChatServer((_, index) =>
    index % 2 === 0 ? writeFileReply(VALID_TYPES) : textReply('Done.'),
  );
  const flags = ['--chunk', 'types', '--format', 'json'];
  const run = await runHoldfast(workspace.folder, ['run', 'health.contract.yaml', ...flags], {
    ...workspace.environment(server),
    HOLDFAST_CONFINEMENT: confinement,
  });
  return { workspace, code: run.code, result: JSON.parse(run.stdout) as ChunkRunResult };
}

describe('Writes to installed packages', () => {
  for (const [name, build, file] of [
    ['in place, with the old size and time', CHANGE_IN_PLACE, 'dep/index.js'],
    ['next to a linked package', ADD_PACKAGE, 'evil/index.js'],
  ] as const) {
    it(`[TRUST-8] fail the chunk without a sandbox and end its attempts: ${name}`, async () => {
      const run = await runWithBuild(build, 'off');
      using workspace = run.workspace;
      assert.equal(run.code, 1, JSON.stringify(run.result));
      assert.equal(run.result.status, 'fail');
      assert.equal(run.result.attempts.length, 1);
      const changed = run.result.attempts[0]?.validation.changedPackages;
      assert.deepEqual(changed, [join(workspace.folder, 'node_modules', file)]);
      assert.match(run.result.reason ?? '', /Installed packages changed .* Install the packages again/);
      assert.equal(existsSync(join(workspace.folder, TYPES_FILE)), false);
    });
  }

  it('[TRUST-8] are allowed in the folders that belong to the attempt', async () => {
    const run = await runWithBuild(WRITE_OWN_FILES, 'off');
    using workspace = run.workspace;
    assert.equal(run.code, 0, JSON.stringify(run.result));
    assert.equal(run.result.attempts[0]?.validation.changedPackages, undefined);
    assert.equal(existsSync(join(workspace.folder, 'node_modules/generated')), false);
    assert.equal(existsSync(join(workspace.folder, 'node_modules/.cache')), false);
  });

  it('[TRUST-8] are impossible in a sandbox', async function () {
    if ('reason' in (await findSandbox())) this.skip();
    const run = await runWithBuild(CHANGE_IN_PLACE, 'auto');
    using workspace = run.workspace;
    assert.equal(run.result.status, 'fail');
    assert.equal(workspace.read('node_modules/dep/index.js'), ORIGINAL);
  });
});
