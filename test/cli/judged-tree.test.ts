/** What is judged is what lands: the commit of the result, not what commands left on disk. */
import assert from 'node:assert/strict';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import type { ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { createHealthFiles, textReply, TYPES_FILE, VALID_TYPES } from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

/** Leaves an ignored file, and a module that only a new .gitignore hides. */
const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs';
writeFileSync('ignored.txt', 'left by the build\\n');
mkdirSync('generated', { recursive: true });
writeFileSync('generated/extra.ts', 'export const extra = 1;\\n');
`;

const HIDE_GENERATED = 'node_modules/\nignored.txt\ngenerated/\n';

async function runChunk(chunkKeys: string, contractKeys = ''): Promise<ChunkRunResult> {
  using workspace = new Workspace({
    ...createHealthFiles(),
    'build.mjs': BUILD,
    'setup.mjs': `import { cpSync, existsSync } from 'node:fs';
if (existsSync('${TYPES_FILE}')) cpSync('${TYPES_FILE}', 'ignored.txt');
`,
    'health.contract.yaml': `version: 1
spec: { id: health-check, title: Health checks }
${contractKeys}chunks:
  - id: types
    title: Health check types
    creates: [HealthCheckResult]
    allowedFiles: [${TYPES_FILE}, .gitignore, ignored.txt]
    maxAttempts: 1
${chunkKeys}`,
  });
  const write: ScriptedReply = {
    toolCalls: [
      { name: 'write_file', input: { path: TYPES_FILE, content: VALID_TYPES } },
      { name: 'write_file', input: { path: '.gitignore', content: HIDE_GENERATED } },
    ],
  };
  await using server = await startOpenAiChatServer([write, textReply('Done.')]);
  const args = ['run', 'health.contract.yaml', '--format', 'json'];
  const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
  return JSON.parse(run.stdout) as ChunkRunResult;
}

const BUILD_KEY = 'build: { command: node build.mjs }\n';

describe('the judged tree', () => {
  it('[DONE-6] contains no file that the build left and that git ignores', async () => {
    const result = await runChunk(
      `    acceptanceCommands: [node -e "require('node:fs').readFileSync('ignored.txt')"]
    assertions:
      - { message: ignored exists, check: { type: file_exists, target: ignored.txt } }
      - { message: ignored has text, check: { type: contains, target: ignored.txt, expected: left } }
      - { message: extra is exported, check: { type: export_exists, target: extra, file: generated/extra.ts } }
      - { message: the folder exists, check: { type: exists, target: generated } }
`,
      BUILD_KEY,
    );
    assert.equal(result.status, 'fail');
    const { validation } = result.attempts[0] ?? assert.fail('no attempt');
    assert.deepEqual(
      validation.assertResults.filter(({ passed }) => !passed).map(({ assertion }) => assertion.message),
      ['ignored exists', 'ignored has text', 'extra is exported', 'the folder exists'],
    );
    assert.deepEqual(
      validation.commands.map(({ stage, passed }) => `${stage} ${passed}`),
      ['build true', 'acceptance true'],
      'commands see the output of the build',
    );
  });

  it('[DONE-6] decides postconditions and gates without the output of commands', async () => {
    const gated = await runChunk(
      '',
      `${BUILD_KEY}gates:
  - id: left
    severity: critical
    assertions: [{ message: extra, check: { type: export_exists, target: extra, file: generated/extra.ts } }]
`,
    );
    assert.deepEqual(
      gated.gates.map(({ id, verdict }) => `${id} ${verdict}`),
      ['left FAIL'],
    );
    const setup = 'attempt: { setup: [node build.mjs] }\n';
    const conditional = await runChunk('    postconditions: [{ kind: file_exists, path: ignored.txt }]\n', setup);
    assert.equal(conditional.status, 'fail');
    assert.deepEqual(
      conditional.attempts[0]?.validation.postconditionResults.map(({ passed }) => passed),
      [false],
    );
  });

  it('[DONE-6] runs setup again on the result, so that commands see its output', async () => {
    const compare = `node -e "const { readFileSync } = require('node:fs'); if (readFileSync('ignored.txt', 'utf8') !== readFileSync('${TYPES_FILE}', 'utf8')) process.exit(1)"`;
    const result = await runChunk(
      `    acceptanceCommands: [${JSON.stringify(compare)}]\n`,
      'attempt: { setup: [node setup.mjs] }\n',
    );
    assert.equal(result.status, 'pass', JSON.stringify(result.attempts[0]?.validation));
  });
});
