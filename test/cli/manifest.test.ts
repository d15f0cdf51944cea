import assert from 'node:assert/strict';
import type { ChunkRunResult, ContractRunResult } from '../../src/run/report/run-result.ts';
import type { LoopbackServer } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply, writeFileReply } from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const fileExists = (path: string) => ({ kind: 'file_exists', path });

/** A work order with every key of the plan compiler's form. */
function workOrder(id: string, file: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    title: `Create ${file}`,
    intent: `Create ${file}.`,
    preconditions: [],
    postconditions: [fileExists(file)],
    allowed_files: [file],
    forbidden: [],
    acceptance_commands: ['node -e "0"'],
    context_files: [file],
    notes: null,
    ...more,
  };
}

const manifest = (orders: readonly unknown[], more: Record<string, unknown> = {}): string =>
  JSON.stringify({ system_overview: ['A sample.'], ...more, work_orders: orders }, null, 2);

async function runAll(workspace: Workspace, server: LoopbackServer): Promise<ContractRunResult> {
  const args = ['run', 'plan.json', '--all', '--max-attempts', '1', '--format', 'json'];
  const { stdout, stderr } = await callHoldfast(workspace.folder, args, workspace.environment(server));
  assert.ok(stdout.startsWith('{'), stderr);
  return JSON.parse(stdout) as ContractRunResult;
}

const verifyCommands = ({ attempts }: ChunkRunResult): readonly (readonly [string, boolean])[] =>
  (attempts[0]?.validation.commands ?? [])
    .filter(({ stage }) => stage === 'verify')
    .map(({ command, passed }) => [command, passed]);

describe('a manifest of the plan compiler', () => {
  it('[COMP-COMPAT] runs its verify script as soon as the script exists', async () => {
    const orders = [
      workOrder('WO-01', 'scripts/verify.sh'),
      workOrder('WO-02', 'src/good.js'),
      workOrder('WO-03', 'src/bad.js'),
    ];
    using workspace = new Workspace({ 'plan.json': manifest(orders), 'readme.md': 'A sample.\n' });
    await using server = await startOpenAiChatServer([
      writeFileReply('set -e\ntest ! -e src/bad.js\n', 'scripts/verify.sh'),
      textReply('Done.'),
      writeFileReply('exports.good = 1;\n', 'src/good.js'),
      textReply('Done.'),
      writeFileReply('exports.bad = 1;\n', 'src/bad.js'),
      textReply('Done.'),
    ]);
    const { chunks } = await runAll(workspace, server);
    assert.deepEqual(
      chunks.map((result) => [result.status, verifyCommands(result)]),
      [
        ['pass', [['bash scripts/verify.sh', true]]],
        ['pass', [['bash scripts/verify.sh', true]]],
        ['fail', [['bash scripts/verify.sh', false]]],
      ],
    );
    assert.match(server.requests[0]?.text ?? '', /Once the file scripts\/verify\.sh exists, the verification succeeds/);
  });

  it('[COMP-COMPAT] [COMP-EXEMPT] runs the command of the verify contract and the script when the contract is satisfied', async () => {
    const verify_contract = {
      command: 'node check.mjs',
      requires: [fileExists('scripts/verify.sh'), fileExists('tests/placeholder.js')],
    };
    const orders = [workOrder('WO-01', 'scripts/verify.sh'), workOrder('WO-02', 'tests/placeholder.js')];
    using workspace = new Workspace({ 'plan.json': manifest(orders, { verify_contract }), 'check.mjs': '' });
    await using server = await startOpenAiChatServer([
      writeFileReply('exit 3\n', 'scripts/verify.sh'),
      textReply('Done.'),
      writeFileReply('exports.ok = 1;\n', 'tests/placeholder.js'),
      textReply('Done.'),
    ]);
    const { chunks } = await runAll(workspace, server);
    assert.deepEqual(
      chunks.map((result) => [result.status, verifyCommands(result)]),
      [
        ['pass', []],
        [
          'fail',
          [
            ['node check.mjs', true],
            ['bash scripts/verify.sh', false],
          ],
        ],
      ],
    );
  });

  it('[COMP-COMPAT] [TRUST-2] keeps the verification due if a work order deletes the script', async () => {
    const order = workOrder('WO-01', 'src/a.js', { allowed_files: ['src/a.js', 'scripts/verify.sh'] });
    using workspace = new Workspace({ 'plan.json': manifest([order]), 'scripts/verify.sh': 'exit 1\n' });
    await using server = await startOpenAiChatServer([
      { toolCalls: [{ name: 'delete_file', input: { path: 'scripts/verify.sh' } }] },
      writeFileReply('exports.a = 1;\n', 'src/a.js'),
      textReply('Done.'),
    ]);
    const { chunks } = await runAll(workspace, server);
    assert.equal(chunks[0]?.status, 'fail');
    assert.match(JSON.stringify(chunks[0].attempts[0]?.validation.problems), /The verification is due/);
  });

  it('[COMP-COMPAT] is found by check under its usual names, and a file of another tool is ignored', async () => {
    using workspace = new Workspace({
      'plan.json': manifest([workOrder('WO-01', 'a.js')]),
      'services/api.manifest.yaml': 'work_orders:\n  - { id: WO-01, title: Create a, intent: Create a. }\n',
      'infra/plan.json': '{"format_version": "1.2", "planned_values": {}}',
      'web/site.manifest.json': '{"name": "A site"}',
    });
    const files = async (): Promise<readonly string[]> => {
      const { stdout } = await callHoldfast(workspace.folder, ['check', '--format', 'json'], {});
      return (JSON.parse(stdout) as { contracts: { file: string }[] }).contracts.map(({ file }) => file);
    };
    assert.deepEqual(await files(), ['plan.json', 'services/api.manifest.yaml']);
    workspace.write({ 'holdfast.config.yaml': 'contracts: services/*.yaml\n' });
    assert.deepEqual(await files(), ['services/api.manifest.yaml']);
  });

  it('[COMP-R1] [DONE-2] has a warning of R1 for a work order that is satisfied without a record, and an error if it is not', async () => {
    const order = workOrder('WO-01', 'a.js', { preconditions: [{ kind: 'file_absent', path: 'a.js' }] });
    using workspace = new Workspace({ 'plan.json': manifest([order]), 'a.js': 'exports.a = 1;\n' });
    const check = () => callHoldfast(workspace.folder, ['plan', 'check', 'plan.json'], {});
    const satisfied = await check();
    assert.equal(satisfied.code, 0, satisfied.stdout);
    assert.match(
      satisfied.stdout,
      /R1[\s\S]*no record says that the chunk did that[\s\S]*holdfast record plan\.json --chunk WO-01/,
    );
    const failing = workOrder('WO-01', 'a.js', {
      preconditions: [{ kind: 'file_absent', path: 'a.js' }],
      acceptance_commands: ['test -f gone.js'],
    });
    workspace.write({ 'plan.json': manifest([failing]) });
    const refused = await check();
    assert.equal(refused.code, 1, refused.stdout);
  });

  it('[COMP-COMPAT] [DONE-5] has a spec id that differs from that of a manifest in another folder', async () => {
    const text = manifest([workOrder('WO-01', 'a.js')]);
    using workspace = new Workspace({ 'plan.json': text, 'api/plan.json': text, 'web/plan.json': text });
    const { stdout } = await callHoldfast(workspace.folder, ['check', '--format', 'json'], {});
    const { contracts } = JSON.parse(stdout) as { contracts: { spec: string; problems: unknown[] }[] };
    assert.deepEqual(
      contracts.map(({ spec, problems }) => [spec, problems]),
      [
        ['api-plan', []],
        ['plan', []],
        ['web-plan', []],
      ],
    );
  });

  it('[COMP-COMPAT] is suggested if the path of a contract is misspelled', async () => {
    using workspace = new Workspace({ 'plans/health.contract.yaml': 'spec: {}\n', 'plan.json': manifest([]) });
    const hint = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await callHoldfast(workspace.folder, args, workspace.environment());
      assert.equal(code, 2, stderr);
      return stderr;
    };
    assert.match(
      await hint('run', 'plan.jsn', '--all'),
      /Contract not found: plan\.jsn[\s\S]*Did you mean "plan\.json"\?/,
    );
    assert.match(await hint('check', 'helth.contract.yaml'), /Did you mean "plans\/health\.contract\.yaml"\?/);
    assert.match(await hint('check', 'something-else'), /The contracts of this folder are plan\.json, plans\/health\./);
  });
});
