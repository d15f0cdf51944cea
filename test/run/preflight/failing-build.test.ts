import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import {
  createHealthContract,
  createHealthFiles,
  textReply,
  VALID_TYPES,
  writeFileReply,
} from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'health.contract.yaml';
const NEEDS_PACKAGES = JSON.stringify({ name: 'service', dependencies: { 'left-pad': '1' }, type: 'module' });
const BUILD = "import 'left-pad';\n";
const SECOND = `  - id: other
    title: Another chunk
    creates: [other]
    allowedFiles: [src/other.ts]
`;

function createFiles(): Record<string, string> {
  return {
    ...createHealthFiles({ build: 'node build.mjs', more: SECOND }),
    'package.json': NEEDS_PACKAGES,
    'build.mjs': BUILD,
  };
}

describe('A build that fails before the first attempt', () => {
  it('[EDIT-8] stops the run before the model is called, once, with the cause and the error of the build', async () => {
    using workspace = new Workspace(createFiles());
    await using server = await startOpenAiChatServer([]);
    await using engine = openFolderEngine(workspace, { server });
    const events: RunEvent[] = [];
    const run = await engine.runs.runAll({ contract: CONTRACT, onEvent: (event) => events.push(event) });
    assert.equal(run.status, 'blocked');
    assert.equal(server.requests.length, 0);
    assert.equal(run.chunks.length, 1, 'no other chunk starts');
    const [blocker] = run.chunks[0]?.blockedBy ?? [];
    assert.equal(blocker?.type, 'failing_build');
    assert.equal(blocker.item, 'node build.mjs');
    assert.match(
      blocker.details,
      /^Dependencies are not installed: node_modules has no left-pad\. Run "npm install"\./,
    );
    assert.match(blocker.details, /build command "node build\.mjs" exited with 1: .*Cannot find package 'left-pad'/);
    assert.doesNotMatch(blocker.details, /Node\.js v| {4}at /);
    assert.equal(events.filter(({ type }) => type === 'command').length, 1, 'the build ran once');
    assert.equal(
      events.some(({ type }) => type === 'attempt-started'),
      false,
    );
  });

  it('[EDIT-8] does not name dependencies as the cause if they are installed', async () => {
    using workspace = new Workspace(createFiles());
    workspace.write({ 'node_modules/left-pad/package.json': '{ "name": "left-pad", "main": "gone.js" }' });
    await using server = await startOpenAiChatServer([]);
    await using engine = openFolderEngine(workspace, { server });
    const run = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'types' });
    const [blocker] = run.blockedBy ?? [];
    assert.equal(blocker?.type, 'failing_build');
    assert.match(blocker.details, /^The build fails before the first attempt/);
  });

  it('[EDIT-8] is reported, and the run continues, if the person allows it', async () => {
    using workspace = new Workspace({
      ...createHealthFiles(),
      [CONTRACT]: createHealthContract({ build: 'node build.mjs' }),
      'build.mjs':
        "import { existsSync } from 'node:fs';\nconst isReady = existsSync('src/health/types.ts');\nif (!isReady) throw new Error('not ready');\n",
    });
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    await using engine = openFolderEngine(workspace, { server });
    const messages: string[] = [];
    const run = await engine.runs.runChunk({
      contract: CONTRACT,
      chunk: 'types',
      allowFailingBuild: true,
      landing: 'none',
      onEvent: (event) => event.type === 'note' && messages.push(event.message),
    });
    assert.equal(run.status, 'pass');
    assert.match(messages.join('\n'), /The build was already failing before this run/);
  });

  it('[EDIT-8] a verify command whose program is not installed stops the run before the model is called', async () => {
    using workspace = new Workspace({
      ...createHealthFiles({ more: SECOND }),
      [CONTRACT]: `${createHealthContract({ more: SECOND })}verify: { command: no-such-program test }\n`,
    });
    await using server = await startOpenAiChatServer([]);
    await using engine = openFolderEngine(workspace, { server });
    const run = await engine.runs.runAll({ contract: CONTRACT });
    assert.equal(run.status, 'blocked');
    assert.equal(server.requests.length, 0);
    assert.equal(run.chunks.length, 1, 'no other chunk starts');
    const [blocker] = run.chunks[0]?.blockedBy ?? [];
    assert.equal(blocker?.item, 'no-such-program test');
    assert.match(
      blocker.details,
      /^The verify command "no-such-program test" cannot start: no-such-program is neither/,
    );
  });

  it('[EDIT-8] a verify command whose program a setup command can install does not stop the run', async () => {
    const lines = 'verify: { command: no-such-program }\nattempt: { setup: "node --version" }\n';
    const contract = `${createHealthContract({ maxAttempts: 1 })}${lines}`;
    using workspace = new Workspace({ ...createHealthFiles(), [CONTRACT]: contract });
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    await using engine = openFolderEngine(workspace, { server });
    const run = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'types' });
    assert.equal(run.status, 'fail');
    assert.match(run.reason ?? '', /no-such-program/);
  });
});
