import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { projectRoot } from '../scripts/project.ts';
import { createHealthFiles, INVALID_TYPES, TYPES_FILE, VALID_TYPES } from './support/health-check.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { ConnectedClient } from './support/mcp-client.ts';
import { Workspace } from './support/workspace.ts';

const CLI = join(projectRoot, 'dist', 'cli.js');
const CONTRACT = 'health.contract.yaml';

describe('holdfast mcp', () => {
  for (const mode of ['legacy', 'auto'] as const) {
    it(`[AGENT-5] lists its tools to a client with the negotiation "${mode}"`, async () => {
      using workspace = new Workspace(createHealthFiles());
      await using server = await ConnectedClient.connect(workspace, { mode });
      const { tools } = await server.client.listTools();
      assert.deepEqual(
        tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
        [
          ['list_contracts', true],
          ['list_chunks', true],
          ['start_chunk', false],
          ['chunk_context', true],
          ['verified_imports', true],
          ['impact', true],
          ['check', true],
          ['explain_violation', true],
          ['check_change', true],
          ['check_plan', true],
          ['propose_amendment', false],
          ['open_comments', true],
          ['answer_comment', false],
        ],
      );
      for (const { name, inputSchema, outputSchema } of tools) {
        assert.equal(inputSchema.type, 'object', name);
        assert.equal(outputSchema?.['type'], 'object', name);
      }
      const { contracts } = await server.call('list_contracts');
      assert.deepEqual(contracts, [
        { file: CONTRACT, id: 'health-check', title: 'Health checks', chunks: 1, problems: [] },
      ]);
      assert.equal(server.stderr, '');
    });
  }

  it('[AGENT-5] serves only the named tools, and describes no other', async () => {
    using workspace = new Workspace(createHealthFiles());
    const args = ['--tools', 'check,impact', '--chunk', 'types'];
    await using server = await ConnectedClient.connect(workspace, { args });
    const { tools } = await server.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['check', 'impact'],
    );
    assert.match(server.client.getInstructions() ?? '', /Call check before/);
    assert.doesNotMatch(server.client.getInstructions() ?? '', /start_chunk|propose_amendment/);
    const unknown = await runHoldfast(workspace.folder, ['mcp', '--tools', 'check,chek']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /Failed to serve the tool "chek".*\n.*explain_violation/);
  });

  it('[AGENT-5] takes an agent from the list of chunks to a satisfied chunk', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await ConnectedClient.connect(workspace);
    const { chunks } = await server.call('list_chunks');
    assert.deepEqual(chunks, [
      {
        contract: CONTRACT,
        id: 'types',
        title: 'Health check types',
        dependsOn: [],
        creates: ['HealthCheckResult'],
        allowedFiles: [TYPES_FILE],
        active: false,
      },
    ]);
    const started = await server.call('start_chunk', { chunk: 'types' });
    assert.match(String(started['task']), /# Task: Health check types/);

    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    const failing = await server.call('check');
    assert.equal(failing['ok'], false);
    const { explanations } = await server.call('explain_violation', { requirement: 'chunks[0].assertions[0]' });
    const explanation = z
      .array(z.looseObject({ similar: z.string(), fixes: z.array(z.looseObject({ title: z.string() })) }))
      .length(1)
      .parse(explanations)[0];
    assert.equal(explanation?.similar, 'HealthCheckStatus');
    assert.ok(explanation.fixes.some(({ title }) => title === 'Rename HealthCheckStatus to HealthCheckResult'));

    // The server sees a file that was written after its first answer.
    workspace.write({ [TYPES_FILE]: VALID_TYPES });
    assert.equal((await server.call('check'))['ok'], true);
    assert.equal((await server.call('check_change'))['ok'], true);
    workspace.write({
      'other.contract.yaml': 'version: 2\nspec: { id: other, title: Other }\nchunks: [{ id: a, title: A }]\n',
    });
    const { contracts } = await server.call('list_contracts');
    assert.deepEqual(
      z
        .array(z.looseObject({ file: z.string() }))
        .parse(contracts)
        .map(({ file }) => file),
      [CONTRACT, 'other.contract.yaml'],
    );
    workspace.write({ 'src/other.ts': 'export const other = 1;\n' });
    const { violations } = await server.call('check_change');
    assert.deepEqual(
      z
        .array(z.looseObject({ file: z.string() }))
        .parse(violations)
        .map(({ file }) => file),
      ['src/other.ts'],
    );
  });

  it('[AGENT-1] [AGENT-5] makes the started chunk the one that the stop hook judges', async () => {
    using workspace = new Workspace(createHealthFiles());
    const hook = (event: string) =>
      callHoldfast(
        workspace.folder,
        // The end of the time would end the process of the tests.
        ['hook', event, '--timeout', '120'],
        workspace.environment(),
        JSON.stringify({ session_id: 's1', cwd: workspace.folder }),
      );
    assert.equal((await hook('session-start')).code, 0);
    assert.equal((await hook('stop')).code, 0);
    await using server = await ConnectedClient.connect(workspace);
    await server.call('start_chunk', { chunk: `${CONTRACT}#types` });
    const stopped = await hook('stop');
    assert.equal(stopped.code, 2, stopped.stderr);
    assert.match(stopped.stderr, /HealthCheckResult/);
  });

  it('[AGENT-5] answers a call of every tool with data of the shape that it states', async () => {
    using workspace = new Workspace(createHealthFiles());
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    const comment = await callHoldfast(
      workspace.folder,
      ['comment', `${TYPES_FILE}:1`, 'Why?'],
      workspace.environment(),
    );
    await using server = await ConnectedClient.connect(workspace);
    const inputs: Readonly<Record<string, Record<string, unknown>>> = {
      start_chunk: { chunk: 'types' },
      verified_imports: { names: ['HealthCheckStatus'] },
      impact: { file: TYPES_FILE },
      check_plan: { contract: CONTRACT },
      propose_amendment: { reason: 'The status is what callers use.' },
      open_comments: {},
      answer_comment: { comment: comment.stdout.slice(0, 8), status: 'blocked', text: 'It is the name of the type.' },
    };
    const { tools } = await server.client.listTools();
    assert.equal(tools.length, 13);
    // The client validates the data with the schema of the tool.
    for (const { name } of tools) assert.ok(Object.keys(await server.call(name, inputs[name])).length > 0, name);
    assert.equal(server.stderr, '');
  });

  it('[AGENT-5] ends a call that the client cancels, explains calls that fail, and continues', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await ConnectedClient.connect(workspace);
    const cancellation = new AbortController();
    const call = server.client.callTool({ name: 'check', arguments: {} }, { signal: cancellation.signal });
    cancellation.abort();
    await assert.rejects(call);
    assert.equal((await server.call('check', { chunk: 'types' }))['ok'], false);
    const unknown = await server.fail('start_chunk', { chunk: 'typs' });
    assert.equal(unknown.code, 'not-found');
    assert.match(unknown.text, /Available chunks: types/);
    const none = await server.fail('chunk_context', {});
    assert.match(none.text, /start_chunk/);
    assert.match((await server.fail('check', { chunck: 'types' })).text, /chunck/);
    assert.equal((await server.fail('impact', { file: 'src/missing.ts' })).code, 'not-found');
    assert.equal((await server.call('check', { chunk: 'types' }))['ok'], false);
  });

  it('[AGENT-5] takes the chunk of the session from its options, and proposes an amendment without a change of the contract', async () => {
    using workspace = new Workspace(createHealthFiles());
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    const before = workspace.read(CONTRACT);
    await using server = await ConnectedClient.connect(workspace, { args: ['--chunk', 'types'] });
    assert.match(String((await server.call('chunk_context'))['task']), /# Task: Health check types/);
    const proposal = await server.call('propose_amendment', {
      requirement: 'chunks[0].assertions[0]',
      reason: 'The status is what callers use.',
    });
    assert.equal(proposal['status'], 'pending');
    assert.deepEqual(
      z
        .array(z.looseObject({ path: z.string(), newValue: z.unknown() }))
        .parse(proposal['changes'])
        .at(-1),
      { path: 'chunks[0].assertions[0].check.target', oldValue: 'HealthCheckResult', newValue: 'HealthCheckStatus' },
    );
    assert.equal(workspace.read(CONTRACT), before);
    const shown = await callHoldfast(
      workspace.folder,
      ['amendments', 'show', String(proposal['id'])],
      workspace.environment(),
    );
    assert.match(shown.stdout, /The status is what callers use\./);
    assert.match(shown.stdout, /^Proposed by an agent\.$/m);
  });

  it('[AGENT-5] writes only the protocol to standard output, and ends with its client', async () => {
    using workspace = new Workspace({
      ...createHealthFiles(),
      // Problems and a broken contract are what a command would print.
      'broken.contract.yaml': 'version: 1\nchunks: [\n',
    });
    const child = spawn(process.execPath, [CLI, 'mcp'], {
      cwd: workspace.folder,
      stdio: 'pipe',
      env: { ...process.env, ...workspace.environment() },
    });
    const closed = once(child, 'close');
    let stdout = '';
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('"id":2')) child.stdin.end();
    });
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'test', version: '1.0.0' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    send({ id: 1, method: 'initialize', params });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'check', arguments: {} } });
    assert.deepEqual(await closed, [0, null], stderr);
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.map(
        (line) =>
          z.object({ jsonrpc: z.literal('2.0'), id: z.number(), result: z.unknown() }).parse(JSON.parse(line)).id,
      ),
      [1, 2],
    );
    assert.match(lines[0] ?? '', /"protocolVersion":"2025-06-18"/);
    assert.equal(stderr, '');
  });

  it('[AGENT-5] ends when it is terminated, although its input stays open', async () => {
    using workspace = new Workspace(createHealthFiles());
    const child = spawn(process.execPath, [CLI, 'mcp'], {
      cwd: workspace.folder,
      stdio: 'pipe',
      env: { ...process.env, ...workspace.environment() },
    });
    const closed = once(child, 'close');
    child.stdout.once('data', () => child.kill('SIGTERM'));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    assert.deepEqual(await closed, [0, null]);
  });

  it('[AGENT-5] says which folder does not exist', async () => {
    using workspace = new Workspace(createHealthFiles());
    const { code, stdout, stderr } = await callHoldfast(workspace.folder, ['mcp', '--folder', 'missing']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /Folder not found: missing/);
  });

  it('[AGENT-5] runs no command of the workspace', async () => {
    const more = `      - type: assert
        message: The step prints an object
        check: { type: schema_match, target: printed, schema: { type: object } }
resources: [{ id: printed, type: data, metadata: { step: print } }]
steps: [{ id: print, command: node print.mjs }]
`;
    using workspace = new Workspace({
      ...createHealthFiles({ more }),
      'print.mjs': "import { writeFileSync } from 'node:fs';\nwriteFileSync('ran.txt', 'yes');\nconsole.log('{}');\n",
    });
    await using server = await ConnectedClient.connect(workspace, { args: ['--chunk', 'types'] });
    const { explanations } = await server.call('explain_violation');
    const notEvaluated = z
      .array(z.looseObject({ message: z.string(), notEvaluated: z.boolean().optional() }))
      .parse(explanations)
      .filter((one) => one.notEvaluated === true);
    assert.deepEqual(
      notEvaluated.map(({ message }) => message),
      ['The step prints an object'],
    );
    assert.ok(!existsSync(join(workspace.folder, 'ran.txt')));
  });
});
