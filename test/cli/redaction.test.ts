import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { attemptReplies, CONTRACT, createChainFiles, PLAIN } from '../run/support/gate-fixtures.ts';
import { isFullRun } from '../scripts/full-run.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { write } from '../faults/adversary/task.ts';
import type { ScriptedReply } from '../servers/loopback-server.ts';
import { dumpHistory } from './support/dump-history.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const RUN = ['run', CONTRACT, '--chunk', 'one', '--format', 'json'];

describe('API keys and stored state', () => {
  // A value that also occurs in identifiers, contract texts and enumerated values of the stored state.
  const keys = ['k', 'none', 'EMPTY', 'ollama', 'commit', 'greetings', 'polite'];
  for (const key of isFullRun ? keys : ['k', 'commit', 'greetings']) {
    it(`[TRUST-3] keeps a waiting choice with the key ${key}, and carries it out`, async () => {
      using workspace = new Workspace(createChainFiles());
      await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(PLAIN)]);
      const environment = { ...workspace.environment(server), HOLDFAST_API_KEY: key };
      const run = await callHoldfast(workspace.folder, [...RUN, '--on-exhausted', 'skip'], environment);
      assert.equal(run.code, 0, run.stderr + run.stdout);
      const result = JSON.parse(run.stdout) as ChunkRunResult;
      assert.equal(result.status, 'pass');
      assert.equal(result.choice, 'skip');
      assert.equal(workspace.read('src/one.ts'), PLAIN);
      const database = dumpHistory(workspace);
      assert.match(database, /spec: \{ id: greetings, title: Greetings \}/);
      assert.match(database, /node polite\.mjs/);
    });
  }

  it('[TRUST-3] masks a real key that a command prints, in every output and in the history', async () => {
    const key = 'sk-live-4f9d2c7a';
    const gates = '  - { id: leak, severity: critical, command: node leak.mjs }\n';
    const leak =
      "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync('key.txt', 'utf8'));\nprocess.exit(1);\n";
    using workspace = new Workspace(createChainFiles({ gates, extraFiles: { 'leak.mjs': leak, 'key.txt': key } }));
    await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(PLAIN)]);
    const environment = { ...workspace.environment(server), HOLDFAST_API_KEY: key };
    const run = await callHoldfast(workspace.folder, RUN, environment);
    assert.equal(run.code, 1, run.stderr);
    assert.match(run.stdout, /\[redacted\]/);
    assert.doesNotMatch(run.stdout + run.stderr, new RegExp(key));
    assert.doesNotMatch(dumpHistory(workspace), new RegExp(key));
    for (const { text } of server.requests) assert.doesNotMatch(text, new RegExp(key));
    await using engine = openFolderEngine(workspace, { server });
    assert.doesNotMatch(JSON.stringify(await engine.history.list()), new RegExp(key));
    assert.equal(execFileSync('git', ['status', '--porcelain'], { cwd: workspace.folder, encoding: 'utf8' }), '');
  });

  it('[TRUST-3] masks a key that the model repeats, in the conversation of a waiting choice', async () => {
    const key = 'sk-live-4f9d2c7a';
    using workspace = new Workspace(createChainFiles());
    const replies: readonly ScriptedReply[] = [
      { text: `I write ${key}.`, toolCalls: [write('src/one.ts', `// ${key}\n`), write('src/one.ts', PLAIN)] },
      { text: `The key is ${key}.`, reasoning: `It is ${key}.` },
    ];
    await using server = await startOpenAiChatServer([...replies, ...replies]);
    const environment = { ...workspace.environment(server), HOLDFAST_API_KEY: key };
    const run = await callHoldfast(workspace.folder, RUN, environment);
    assert.equal(run.code, 1, run.stderr);
    const database = dumpHistory(workspace);
    assert.match(database, /The key is \[redacted\]\./);
    assert.doesNotMatch(run.stdout + run.stderr + database, new RegExp(key));
    for (const { text } of server.requests) assert.doesNotMatch(text, new RegExp(key));
  });

  it('[TRUST-3] [AGENT-9] masks a key that a command of check_contract prints, in the conversation', async () => {
    const key = 'sk-live-4f9d2c7a';
    const leak = `import { readFileSync } from 'node:fs';
if (readFileSync('src/one.ts', 'utf8').includes('wrong')) {
  console.log('The key is ' + readFileSync('key.txt', 'utf8'));
  process.exitCode = 1;
}
`;
    const chunkKeys = '    acceptanceCommands: [node leak.mjs]\n';
    using workspace = new Workspace(createChainFiles({ chunkKeys, extraFiles: { 'leak.mjs': leak, 'key.txt': key } }));
    const check = { name: 'check_contract', input: { build: true } };
    const replies: readonly ScriptedReply[] = [
      { toolCalls: [write('src/one.ts', '// wrong\n'), check] },
      ...attemptReplies(PLAIN),
    ];
    await using server = await startOpenAiChatServer([...replies, ...replies]);
    const environment = { ...workspace.environment(server), HOLDFAST_API_KEY: key };
    const run = await callHoldfast(workspace.folder, RUN, environment);
    assert.equal(run.code, 1, run.stderr);
    const database = dumpHistory(workspace);
    assert.match(database, /The key is \[redacted\]/, 'the stored conversation has the output');
    assert.match(server.requests[1]?.text ?? '', /The key is \[redacted\]/);
    assert.doesNotMatch(run.stdout + run.stderr + database, new RegExp(key));
    for (const { text } of server.requests) assert.doesNotMatch(text, new RegExp(key));
  });
});
