import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRequest } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply } from './support/health-check.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

interface CompileReport {
  readonly ok: boolean;
  readonly out: string | null;
  readonly tries: readonly { readonly number: number; readonly stage: string; readonly errors: readonly string[] }[];
  readonly plan?: {
    readonly order: readonly string[];
    readonly findings: readonly unknown[];
    readonly verifyExempt: readonly string[];
  };
}

const fileExists = (path: string) => ({ kind: 'file_exists', path });
const planReply = (contract: unknown, reasons: Record<string, string>) =>
  textReply(JSON.stringify({ reasons, contract }));
const approvalReply = textReply('{"errors": []}');

/** Joins all messages of a request. */
function messageText(request: RecordedRequest | undefined): string {
  const messages = (request?.body['messages'] ?? []) as { content: unknown }[];
  return messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n');
}

async function compilePlan(
  workspace: Workspace,
  server: Awaited<ReturnType<typeof startOpenAiChatServer>>,
  ...more: string[]
) {
  const args = ['plan', 'compile', 'spec.md', '--format', 'json', ...more];
  const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
  assert.notEqual(run.stdout, '', run.stderr);
  return { ...run, compiled: JSON.parse(run.stdout) as CompileReport };
}

describe('holdfast plan compile', () => {
  it('[COMP-LOOP] proposes the test command of the repository to the model, and warns if nothing checks behavior', async () => {
    using workspace = new Workspace({
      'spec.md': '# Slugs\nA function `slug(text)`.\n',
      'package.json': '{ "name": "slugs", "type": "module", "scripts": { "test": "node --test" } }\n',
      'pnpm-lock.yaml': '',
    });
    const chunk = { id: 'slug', title: 'slug()', creates: ['slug()'], allowedFiles: ['src/slug.ts'] };
    const contract = { version: 2, spec: { id: 'slugs', title: 'Slugs' }, chunks: [chunk] };
    await using server = await startOpenAiChatServer([
      planReply(contract, { slug: 'The specification needs it.' }),
      approvalReply,
    ]);
    const run = await runHoldfast(workspace.folder, ['plan', 'compile', 'spec.md'], workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.match(messageText(server.requests[0]), /Use it as the verify command.*<test-command-data.*pnpm test/s);
    assert.match(run.stdout, /warning behavior-check spec\.contract\.yaml:\d+:\d+ Nothing in this contract checks/);
    assert.match(run.stdout, /satisfied by: Add a verify contract that runs the tests \(pnpm test\)/);
  });

  it('[COMP-LOOP] a TypeScript library: the second answer replaces one that is not a plan', async () => {
    using workspace = new Workspace({
      'spec.md': '# Slugs\nA function `slug(text)` that makes a URL part of a title, with tests.\n',
      'package.json': '{ "name": "slugs", "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/text.ts': 'export function words(text: string): string[] {\n  return text.split(" ");\n}\n',
    });
    const contract = {
      version: 1,
      spec: { id: 'slugs', title: 'Slugs' },
      verify: { command: 'npm test', requires: [fileExists('test/slug.test.ts')] },
      chunks: [
        {
          id: 'slug',
          title: 'slug()',
          description: 'Write slug(text).',
          consumes: ['words'],
          creates: ['slug()'],
          allowedFiles: ['src/slug.ts'],
          preconditions: [{ kind: 'file_absent', path: 'src/slug.ts' }],
          postconditions: [fileExists('src/slug.ts')],
          acceptanceCommands: ['node -e "import(\'./src/slug.ts\')"'],
          verify_exempt: false,
        },
        {
          id: 'tests',
          title: 'Tests of slug()',
          dependsOn: ['slug'],
          consumes: ['slug'],
          allowedFiles: ['test/slug.test.ts'],
          postconditions: [fileExists('test/slug.test.ts')],
        },
      ],
    };
    const reasons = { slug: 'Everything else depends on it.', tests: 'They check its examples.' };
    await using server = await startOpenAiChatServer([
      textReply('I would first write slug().'),
      planReply(contract, reasons),
      approvalReply,
    ]);
    const { code, compiled, stderr } = await compilePlan(workspace, server);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      compiled.tries.map(({ stage }) => stage),
      ['form', 'accepted'],
    );
    assert.equal(compiled.out, 'spec.contract.yaml');
    assert.deepEqual(compiled.plan?.order, ['slug', 'tests']);
    assert.deepEqual(compiled.plan.verifyExempt, ['slug']);

    const text = workspace.read('spec.contract.yaml');
    assert.match(text, /# Everything else depends on it\.\n\s*- id: slug/);
    assert.doesNotMatch(text, /verify_exempt/);
    const checked = await callHoldfast(
      workspace.folder,
      ['plan', 'check', 'spec.contract.yaml'],
      workspace.environment(),
    );
    assert.equal(checked.code, 0, checked.stdout);

    const first = messageText(server.requests[0]);
    for (const text of [
      'src/text.ts',
      'function words',
      '"test": "node --test"',
      'A function `slug(text)`',
      'allowedFiles',
      'R7',
    ]) {
      assert.ok(first.includes(text), text);
    }
    assert.match(messageText(server.requests[1]), /The answer contains no valid JSON object/);
    assert.match(messageText(server.requests[2]), /node -e/);
  });

  it('[COMP-LOOP] a server with a small window: the prompt and the correction fit it, and what is left out is reported', async () => {
    using workspace = new Workspace({ 'spec.md': 'A function `slug(text)`.\n', 'README.md': 'Words. '.repeat(2_000) });
    const chunk = {
      id: 'slug',
      title: 'slug()',
      allowedFiles: ['src/slug.ts'],
      postconditions: [fileExists('src/slug.ts')],
    };
    const plan = { version: 2, spec: { id: 'slugs', title: 'Slugs' }, chunks: [chunk] };
    const answers = ['a long answer that is no plan '.repeat(200), JSON.stringify({ reasons: {}, contract: plan })];
    let index = 0;
    await using server = await startOpenAiChatServer(({ text }) =>
      text.length > 6_000
        ? {
            status: 400,
            body: { error: { code: 400, message: 'the request exceeds the available context size', n_ctx: 2_048 } },
          }
        : { text: answers[index++] ?? '' },
    );
    const { code, compiled, stderr } = await compilePlan(workspace, server);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      compiled.tries.map(({ stage }) => stage),
      ['form', 'accepted'],
    );
    assert.match(
      stderr,
      /The prompt does not fit the context window of openai-compatible:test-model\. It is shortened/,
    );
    assert.match(stderr, /a context window of 2048 tokens, the prompt leaves out: the JSON Schema.*README\.md/);
    assert.match(stderr, /leaves out: .*the previous answer/);
    assert.equal(server.requests.length, 3);
    const correction = messageText(server.requests[2]);
    assert.match(correction, /A function `slug\(text\)`.*does not fit the context window.*no valid JSON object/s);
    assert.doesNotMatch(correction, /a long answer/);
  });

  it('[TRUST-3] a plan that contains the API key is not accepted, stored or printed', async () => {
    using workspace = new Workspace({ 'spec.md': 'A file notes.txt.\n' });
    const leaking = planReply(
      {
        version: 1,
        spec: { id: 'notes', title: 'Notes' },
        chunks: [{ id: 'notes', title: 'Notes', description: 'sk-loopback-key', allowedFiles: ['notes.txt'] }],
      },
      {},
    );
    await using server = await startOpenAiChatServer([leaking, leaking]);
    const { code, compiled, stdout, stderr } = await compilePlan(workspace, server, '--tries', '2');
    assert.notEqual(code, 0);
    assert.deepEqual(
      compiled.tries.map(({ stage }) => stage),
      ['form', 'form'],
    );
    assert.match(compiled.tries[1]?.errors.join() ?? '', /contains an API key/);
    assert.equal(compiled.out, null);
    const log = await runHoldfast(workspace.folder, ['plan', 'log', '--format', 'json'], workspace.environment());
    const written = [stdout, stderr, log.stdout, messageText(server.requests[1])].join('\n');
    assert.ok(!written.includes('sk-loopback-key'));
  });

  it('[COMP-LOOP] a new Python program: the second answer fixes the broken rules of the first', async () => {
    using workspace = new Workspace({ 'spec.md': 'A command line that solves sudokus, in a package "solver".\n' });
    const verify = {
      command: 'bash scripts/verify.sh',
      requires: [fileExists('scripts/verify.sh'), fileExists('tests/test_solver.py')],
    };
    const chunk = (id: string, files: string[], commands: string[]) => ({
      id,
      title: `Chunk ${id}`,
      allowedFiles: files,
      postconditions: files.map(fileExists),
      acceptanceCommands: commands,
    });
    const plan = (chunks: unknown[]) => ({ spec: { id: 'solver', title: 'Solver' }, verify, chunks });
    const bad = plan([chunk('WO-01', ['scripts/verify.sh'], ['bash scripts/verify.sh'])]);
    const good = plan([
      chunk('WO-01', ['scripts/verify.sh'], ['bash -n scripts/verify.sh']),
      chunk('WO-02', ['solver/__init__.py', 'tests/test_solver.py'], ['python -c "import solver"']),
    ]);
    await using server = await startOpenAiChatServer([
      planReply(bad, {}),
      textReply(`Here it is:\n\`\`\`json\n${JSON.stringify({ contract: good })}\n\`\`\`\n`),
      approvalReply,
    ]);
    const { code, compiled, stderr } = await compilePlan(workspace, server, '--out', 'plans/solver.contract.yaml');
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      compiled.tries.map(({ stage }) => stage),
      ['rules', 'accepted'],
    );
    const second = messageText(server.requests[1]);
    assert.match(second, /error R6: The verify contract is never fully satisfied/);
    assert.match(second, /error R7 \(chunk WO-01\)/);
    assert.ok(existsSync(join(workspace.folder, 'plans/solver.contract.yaml')));
  });

  it('[COMP-REVIEW] a change of existing code: the planner fixes the objections of the reviewer', async () => {
    using workspace = new Workspace({
      'spec.md': 'Grid takes rows and columns instead of one size.\n',
      'src/grid.js': 'export class Grid { constructor(size) { this.size = size; } }\n',
      'package.json': '{ "name": "grid", "type": "module" }\n',
    });
    const plan = (command: string) => ({
      spec: { id: 'grid', title: 'Grid' },
      chunks: [
        {
          id: 'grid',
          title: 'Grid of two sizes',
          allowedFiles: ['src/grid.js'],
          postconditions: [fileExists('src/grid.js')],
          acceptanceCommands: [command],
        },
      ],
    });
    const load = (call: string): string => `node -e "import('./src/grid.js').then(({ Grid }) => ${call})"`;
    const objection = {
      chunk: 'grid',
      command: load('new Grid([])'),
      problem: 'The constructor takes rows and columns, not a list.',
    };
    await using server = await startOpenAiChatServer([
      planReply(plan(load('new Grid([])')), {}),
      textReply(JSON.stringify({ errors: [objection] })),
      planReply(plan(load('new Grid(2, 3)')), {}),
      approvalReply,
    ]);
    const { code, compiled, stderr } = await compilePlan(workspace, server);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      compiled.tries.map(({ stage }) => stage),
      ['review', 'accepted'],
    );
    assert.match(messageText(server.requests[2]), /takes rows and columns, not a list/);
    assert.match(workspace.read('spec.contract.yaml'), /new Grid\(2, 3\)/);
  });

  it('[COMP-LOOP] an answer that was cut off is named as such, and not by what it lacks', async () => {
    using workspace = new Workspace({ 'spec.md': 'Anything.\n' });
    await using server = await startOpenAiChatServer(() => ({
      text: '{ "spec": { "id": "x",',
      finishReason: 'length',
    }));
    const run = await callHoldfast(
      workspace.folder,
      ['plan', 'compile', 'spec.md', '--tries', '2'],
      workspace.environment(server),
    );
    assert.equal(run.code, 1);
    assert.match(run.stdout, /The answer was cut off at the limit of output tokens/);
    assert.match(messageText(server.requests[1]), /cut off at the limit of output tokens/);
  });

  it('[COMP-LOOP] a model without a valid answer writes no file, and the report and the log contain the errors', async () => {
    using workspace = new Workspace({ 'spec.md': 'Anything.\n' });
    const before = workspace.state();
    const bad = {
      spec: { id: 'x', title: 'X' },
      chunks: [{ id: 'a', title: 'A', dependsOn: ['b'] }, { id: 'b', title: 'B', dependsOn: ['a'] }, 7],
    };
    await using server = await startOpenAiChatServer(() => planReply(bad, {}));
    const run = await callHoldfast(
      workspace.folder,
      ['plan', 'compile', 'spec.md', '--tries', '3'],
      workspace.environment(server),
    );
    assert.equal(run.code, 1);
    assert.equal(server.requests.length, 3);
    assert.match(run.stdout, /No valid plan after 3 tries\. Nothing was written/);
    assert.match(run.stdout, /a → b → a/);
    assert.match(run.stdout, /chunks\[2\] must be a map/);
    assert.deepEqual(workspace.state(), before);
    const log = await callHoldfast(workspace.folder, ['plan', 'log', '--format', 'json'], workspace.environment());
    const { compilations } = JSON.parse(log.stdout) as {
      compilations: { status: string; specification: string; tries: { errors: string[] }[] }[];
    };
    assert.equal(compilations[0]?.status, 'invalid');
    assert.equal(compilations[0].specification, 'spec.md');
    assert.equal(compilations[0].tries.length, 3);
    assert.ok(compilations[0].tries.every(({ errors }) => errors.length > 0));
  });

  it('[COMP-LOOP] rejects an unusable output file before it calls the model', async () => {
    using workspace = new Workspace({
      'spec.md': 'Anything.\n',
      'spec.contract.yaml': 'existing\n',
      'empty.md': ' \n',
    });
    await using server = await startOpenAiChatServer([]);
    const environment = workspace.environment(server);
    for (const args of [
      ['spec.md'],
      ['spec.md', '--out', '../x.contract.yaml'],
      ['spec.md', '--out', 'x.txt'],
      ['empty.md'],
      ['none.md'],
    ]) {
      const run = await callHoldfast(workspace.folder, ['plan', 'compile', ...args], environment);
      assert.equal(run.code, 2, args.join(' '));
      assert.match(run.stderr, /^Failed to /m);
    }
    assert.equal(server.requests.length, 0);
    assert.equal(workspace.read('spec.contract.yaml'), 'existing\n');
  });

  it('[COMP-COMPAT] [COMP-LOOP] writes a manifest of work orders for another folder', async () => {
    using workspace = new Workspace({
      'specs/solver.md': 'A module `solver` with a test script.\n',
      'app/holdfast.config.yaml': 'jobs: 1\n',
      'app/package.json': '{}',
    });
    const contract = {
      version: 1,
      spec: { id: 'solver', title: 'Solver', description: 'Solves.\nQuickly.' },
      verify: { command: 'bash scripts/verify.sh', requires: [fileExists('scripts/verify.sh')], timeoutSeconds: 60 },
      chunks: [
        {
          id: 'WO-01',
          title: 'Solver',
          description: 'Write the solver.',
          allowedFiles: ['solver.js'],
          preconditions: [fileExists('package.json')],
          postconditions: [fileExists('solver.js')],
          acceptanceCommands: ['node solver.js'],
        },
        {
          id: 'WO-02',
          title: 'Script',
          dependsOn: ['WO-01'],
          allowedFiles: ['scripts/verify.sh'],
          postconditions: [fileExists('scripts/verify.sh')],
        },
      ],
    };
    await using server = await startOpenAiChatServer([planReply(contract, { 'WO-01': 'First.' }), approvalReply]);
    const args = ['plan', 'compile', 'specs/solver.md', '--form', 'manifest', '--repo', 'app', '--format', 'json'];
    const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.equal((JSON.parse(run.stdout) as CompileReport).out, 'solver.manifest.json');
    const written = JSON.parse(workspace.read('app/solver.manifest.json')) as Record<string, unknown>;
    assert.deepEqual(Object.keys(written), ['id', 'title', 'system_overview', 'verify_contract', 'work_orders']);
    assert.deepEqual(written['system_overview'], ['Solves.', 'Quickly.']);
    const [first, second] = written['work_orders'] as Record<string, unknown>[];
    assert.deepEqual(first, {
      id: 'WO-01',
      title: 'Solver',
      intent: 'Write the solver.',
      preconditions: [fileExists('package.json')],
      postconditions: [fileExists('solver.js')],
      allowed_files: ['solver.js'],
      forbidden: [],
      acceptance_commands: ['node solver.js'],
      context_files: [],
      notes: 'First.',
      verify_exempt: true,
    });
    assert.deepEqual([second?.['depends_on'], second?.['verify_exempt']], [['WO-01'], false]);
    const check = await runHoldfast(workspace.folder, ['plan', 'check', 'app/solver.manifest.json'], {});
    assert.equal(check.code, 0, check.stdout);
  });

  it('[COMP-REVIEW] reviews a plan that was written by hand', async () => {
    const chunk = {
      id: 'solver',
      title: 'Solver',
      allowedFiles: ['solver.js'],
      postconditions: [fileExists('solver.js')],
      acceptanceCommands: ['node -e "require(\'./solver.js\').solve(1)"'],
    };
    const contract = (more: object) =>
      JSON.stringify({ spec: { id: 'solver', title: 'Solver' }, chunks: [{ ...chunk, ...more }] });
    using workspace = new Workspace({
      'solver.contract.json': contract({}),
      'broken.contract.json': contract({ id: 'other', preconditions: [fileExists('gone.js')] }).replace(
        '"solver"',
        '"o"',
      ),
      'spec.md': 'solve takes a list.\n',
    });
    const objection = { chunk: 'solver', command: chunk.acceptanceCommands[0], problem: 'solve takes a list.' };
    await using server = await startOpenAiChatServer([
      textReply(JSON.stringify({ errors: [objection] })),
      approvalReply,
    ]);
    const check = (...args: string[]) =>
      callHoldfast(workspace.folder, ['plan', 'check', ...args, '--review'], workspace.environment(server));
    const refused = await check('solver.contract.json', '--spec', 'spec.md', '--format', 'json');
    const report = JSON.parse(refused.stdout) as { ok: boolean; review: unknown };
    assert.deepEqual([refused.code, report.ok, report.review], [1, false, [objection]]);
    assert.match(messageText(server.requests[0]), /solve takes a list\./);
    const accepted = await check('solver.contract.json');
    assert.deepEqual([accepted.code, accepted.stdout.includes('no objections')], [0, true], accepted.stdout);
    const invalid = await check('broken.contract.json');
    assert.deepEqual([invalid.code, server.requests.length], [1, 2]);
    assert.match(invalid.stdout, /Not reviewed/);
  });
});
