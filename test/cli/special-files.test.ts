import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { createHealthFiles, textReply, VALID_TYPES, writeFileReply } from './support/health-check.ts';
import { runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const CONTRACT = 'health.contract.yaml';
/** Pipes that are no part of what a run reads. */
const IN_PACKAGES = [
  'node_modules/pipe',
  'node_modules/.prisma/client/engine',
  'node_modules/.bin/tool',
  'node_modules/@types/dep/index.d.ts',
  'node_modules/dep/package.json',
  'node_modules/typescript/package.json',
];

function makePipe(workspace: Workspace, file: string): void {
  mkdirSync(dirname(join(workspace.folder, file)), { recursive: true });
  execFileSync('mkfifo', [join(workspace.folder, file)]);
}

describe('Named pipes in a workspace', () => {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('does not wait for pipes among the packages or for a context file that is one, and names a configuration that is one', async () => {
    const more = `      - type: assert
        message: Must have the agreed type
        check: { type: type_matches, target: HealthCheckResult, file: src/health/types.ts, expected: '{ ok: boolean }' }
    contextFiles: [notes.txt]
`;
    using workspace = new Workspace(createHealthFiles({ more }));
    for (const file of [...IN_PACKAGES, 'notes.txt']) makePipe(workspace, file);
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    // Reading a pipe would block the process.
    const run = await runHoldfast(
      workspace.folder,
      ['run', CONTRACT, '--chunk', 'types', '--format', 'json'],
      workspace.environment(server),
    );
    assert.equal(run.code, 0, run.stdout + run.stderr);
    makePipe(workspace, 'holdfast.config.yaml');
    const check = await runHoldfast(workspace.folder, ['check', CONTRACT], workspace.environment());
    assert.equal(check.code, 2);
    assert.match(check.stderr, /Failed to read holdfast\.config\.yaml: it is a named pipe, not a file/);
  });
});
