import assert from 'node:assert/strict';
import { attemptReplies, CONTRACT, createChainFiles, PLAIN } from '../run/support/gate-fixtures.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { PostgresServer } from '../servers/postgres-server.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const PASSWORD = 'canary/2f9c p@ss';
const ENCODED = 'canary%2F2f9c%20p%40ss';
const RUN = ['run', CONTRACT, '--chunk', 'one', '--format', 'json'];

/** Prints the password as other programs write it, and whether this process or an ancestor has it in its environment. */
const SPY = `import { readFileSync } from 'node:fs';
const seen = ['own ' + ('HOLDFAST_DATABASE_URL' in process.env)];
for (let pid = process.ppid; pid > 1 && process.platform === 'linux'; ) {
  try {
    seen.push('ancestor ' + readFileSync('/proc/' + pid + '/environ', 'latin1').includes('canary'));
    const stat = readFileSync('/proc/' + pid + '/stat', 'latin1');
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch { break; }
}
console.log('spied: ' + [...new Set(seen)].join(', '));
console.log(readFileSync('database.txt', 'utf8'));
process.exit(1);
`;

describe('The URL of the shared history', function () {
  this.timeout(120_000);
  let server: PostgresServer;

  before(async () => {
    server = await PostgresServer.start();
  });
  after(() => server[Symbol.asyncDispose]());

  /** Everything in the schemas of Holdfast, as text. */
  async function dumpServer(): Promise<string> {
    const tables = await server.query(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema like 'holdfast_%'",
    );
    assert.ok(tables.length > 5);
    const texts: string[] = [];
    for (const { name } of tables) {
      texts.push(JSON.stringify(await server.query(`select row_to_json(one) from ${String(name)} one`)));
    }
    return texts.join('\n');
  }

  it('[TRUST-3] is invisible to commands, and its password is masked in outputs, prompts and the history', async () => {
    const url = server.urlWithPassword(ENCODED);
    const gates = '  - { id: leak, severity: critical, command: node spy.mjs }\n';
    const texts = `decoded ${PASSWORD}\nencoded ${ENCODED}\nurl ${url}\n`;
    using workspace = new Workspace(
      createChainFiles({
        gates,
        extraFiles: { 'spy.mjs': SPY, 'database.txt': texts },
        chunkKeys: '    maxAttempts: 2\n',
      }),
    );
    await using model = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(PLAIN)]);
    const environment = { ...workspace.environment(model), HOLDFAST_DATABASE_URL: url };
    const run = await runHoldfast(workspace.folder, RUN, environment);
    assert.equal(run.code, 1, run.stderr);
    assert.match(run.stdout, /spied: own false(?:, ancestor false)?\b(?!, )/);
    assert.match(run.stdout, /decoded \[redacted\]\\nencoded \[redacted\]\\nurl \[redacted\]/);
    const stored = await dumpServer();
    assert.match(stored, /decoded \[redacted\]/);
    const requests = model.requests.map(({ text }) => text).join('\n');
    assert.match(requests, /decoded \[redacted\]/);
    for (const text of [run.stdout, run.stderr, stored, requests]) {
      assert.ok(!text.includes('canary'), text.slice(Math.max(0, text.indexOf('canary') - 200)).slice(0, 400));
    }
  });

  it('[TRUST-3] cannot be passed to commands by the configuration or sent by a check', async () => {
    using workspace = new Workspace(createChainFiles());
    workspace.write({ 'holdfast.config.yaml': 'environment: [NPM_TOKEN, HOLDFAST_DATABASE_URL]\n' });
    const check = await callHoldfast(workspace.folder, ['check'], workspace.environment());
    assert.equal(check.code, 2);
    assert.match(
      check.stderr,
      /holdfast\.config\.yaml:1: .*HOLDFAST_DATABASE_URL contains a secret of Holdfast, which is never passed to commands/,
    );
  });
});
