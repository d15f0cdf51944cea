import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { SECRET_VARIABLES } from '../../src/foundation/secret-variables.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import {
  createHealthContract,
  createHealthFiles,
  textReply,
  VALID_TYPES,
  writeFileReply,
} from './support/health-check.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const CANARY = 'canary-2f9c';
/** The model server receives the common key, and the URL of a database must be one, so they have other values. */
const KEYS = Object.fromEntries(
  SECRET_VARIABLES.filter((name) => name !== 'HOLDFAST_API_KEY' && name !== 'HOLDFAST_DATABASE_URL').map((name) => [
    name,
    `${CANARY}-${name}`,
  ]),
);

/** Notes which canary values a command can see: in its own environment, and in those of its ancestors. */
const SPY = `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const [, , label, seen] = process.argv;
const found = Object.entries(process.env).filter(([, value]) => value.includes('${CANARY}')).map(([name]) => name);
for (let pid = process.ppid; pid > 1 && process.platform === 'linux'; ) {
  try {
    const entries = readFileSync('/proc/' + pid + '/environ', 'latin1').split('\\0');
    found.push(...entries.filter((one) => one.includes('${CANARY}')).map((one) => pid + ':' + one.split('=')[0]));
    const stat = readFileSync('/proc/' + pid + '/stat', 'latin1');
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch { break; }
}
appendFileSync(seen, label + ' [' + found.join(' ') + ']\\n');
console.log('{}');
`;

function spyCommand(workspace: Workspace, label: string): string {
  return `node spy.mjs ${label} ${seenFile(workspace)}`;
}

/** A file outside of the tree, which the user permits commands to write. */
function seenFile(workspace: Workspace): string {
  return join(dirname(workspace.folder), 'seen.txt');
}

describe('The keys of models', () => {
  it('[TRUST-3] are invisible to setup, build, verify, step, acceptance and gate commands and to validators', async () => {
    using workspace = new Workspace({
      ...createHealthFiles(),
      'spy.mjs': SPY,
      '.holdfast/validators/spy.mjs': `import { execFileSync } from 'node:child_process';
export default { type: 'spy', supportedResourceTypes: ['*'], supports: () => true,
  validate: async (resource, assertion, context) => {
    execFileSync(process.execPath, [context.workingDir + '/spy.mjs', 'validator', process.env.HOLDFAST_SEEN]);
    return { passed: true };
  } };`,
    });
    workspace.write({
      'holdfast.config.yaml': 'environment: [HOLDFAST_SEEN]\n',
      'health.contract.yaml': createHealthContract({
        build: spyCommand(workspace, 'build'),
        more: `      - type: assert
        message: The step prints an object
        check: { type: schema_match, target: printed, schema: { type: object } }
      - type: assert
        message: The validator agrees
        check: { type: custom, validator: spy, target: src/main.ts }
    acceptanceCommands: ['${spyCommand(workspace, 'acceptance')}']
    gates: [spied]
attempt: { setup: ['${spyCommand(workspace, 'setup')}'] }
verify: { command: '${spyCommand(workspace, 'verify')}', requires: [] }
resources: [{ id: printed, type: data, metadata: { step: spied } }]
steps: [{ id: spied, command: '${spyCommand(workspace, 'step')}' }]
gates: [{ id: spied, severity: critical, command: '${spyCommand(workspace, 'gate')}' }]
`,
      }),
    });
    writeFileSync(seenFile(workspace), '');
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'second');
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    const run = await runHoldfast(workspace.folder, ['run', 'health.contract.yaml', '--chunk', 'types'], {
      ...workspace.environment(server),
      ...KEYS,
      HOLDFAST_API_KEY: `${CANARY}-common`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-token=${CANARY}`,
      HOLDFAST_SEEN: seenFile(workspace),
      HOLDFAST_CONFINEMENT_WRITE: seenFile(workspace),
    });
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.equal(server.requests[0]?.headers.authorization, `Bearer ${CANARY}-common`);
    const seen = new Set(readFileSync(seenFile(workspace), 'utf8').trim().split('\n').sort());
    assert.deepEqual(
      [...seen],
      [...['acceptance []', 'build []', 'gate []', 'setup []', 'step []', 'validator []', 'verify []']],
    );
    const database = join(workspace.folder, '.git', 'holdfast', 'history.db');
    const stored = ['', '-wal'].map((ending) => database + ending).filter((file) => existsSync(file));
    const texts = [run.stdout, run.stderr, ...stored.map((file) => readFileSync(file, 'latin1'))];
    for (const text of [...texts, ...server.requests.map((request) => request.text)]) {
      assert.ok(!text.includes(CANARY), text.slice(0, 400));
    }
  });

  it('[TRUST-3] are not sent in the headers of a check', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(String(request.headers.authorization));
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const check = (name: string) => `version: 1
spec: { id: api, title: The API }
chunks:
  - id: api
    title: The API answers
    assertions:
      - type: assert
        message: The API answers
        check: { type: http_status, target: 'http://127.0.0.1:${port}/', expectedStatus: 200, headers: { authorization: 'Bearer \${env:${name}}' } }
`;
      using workspace = new Workspace({ 'api.contract.yaml': check('HOLDFAST_API_KEY') });
      const environment = { ...workspace.environment(), HOLDFAST_API_KEY: CANARY, API_TOKEN: 'a token' };
      const refused = await callHoldfast(workspace.folder, ['check'], environment);
      assert.equal(refused.code, 1, refused.stderr);
      assert.match(refused.stdout + refused.stderr, /HOLDFAST_API_KEY contains a secret of Holdfast/);
      assert.deepEqual(received, []);
      workspace.write({ 'api.contract.yaml': check('API_TOKEN') });
      assert.equal((await callHoldfast(workspace.folder, ['check'], environment)).code, 0);
      assert.deepEqual(received, ['Bearer a token']);
    } finally {
      server.close();
    }
  });

  it('[TRUST-3] cannot be passed on by the configuration', async () => {
    using workspace = new Workspace(createHealthFiles());
    workspace.write({ 'holdfast.config.yaml': 'environment: [NPM_TOKEN, Openrouter_Api_Key]\n' });
    const check = await callHoldfast(workspace.folder, ['check'], workspace.environment());
    assert.equal(check.code, 2);
    assert.match(
      check.stderr,
      /holdfast\.config\.yaml:1: .*Openrouter_Api_Key contains a secret of Holdfast, which is never passed to commands/,
    );
  });
});

describe('The terminal', () => {
  it('[TRUST-3] receives no control characters from files, models and commands', async () => {
    const escape = '\\e]0;title\\a\\e[2J\\e[31mred\\u202e';
    using workspace = new Workspace({
      'a.contract.yaml': `version: 1
spec: { id: a, title: A }
build: { command: node build.mjs }
chunks:
  - id: a
    title: Write a file
    allowedFiles: [a.txt]
    maxAttempts: 1
    assertions: [{ type: assert, message: "Must ${escape} exist", check: { type: file_exists, target: a.txt } }]
`,
      'build.mjs': 'console.log("\\x1b]52;c;QQ==\\x07built"); process.exit(1);',
    });
    const check = await runHoldfast(workspace.folder, ['check']);
    await using server = await startOpenAiChatServer([textReply('\u001b[2JDone.\u001b]0;x\u0007')]);
    const flags = ['--chunk', 'a', '--verbose', '--allow-failing-build'];
    const run = await runHoldfast(
      workspace.folder,
      ['run', 'a.contract.yaml', ...flags],
      workspace.environment(server),
    );
    assert.match(check.stdout + check.stderr, /Must \\u001b\]0;title\\u0007\\u001b\[2Jred\\u202e exist/);
    assert.match(run.stdout + run.stderr, /\\u001b\[2JDone/);
    assert.match(run.stdout + run.stderr, /\\u001b\]52;c;QQ==\\u0007built/);
    for (const text of [check.stdout, check.stderr, run.stdout, run.stderr]) {
      assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });
});
