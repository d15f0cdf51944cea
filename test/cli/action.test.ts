import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { projectRoot } from '../scripts/project.ts';
import { action, runAction, type ActionRun } from './support/action.ts';
import { createSecretSpy, NOTHING_FOUND } from './support/secret-spy.ts';
import { Workspace } from './support/workspace.ts';

const contract = `version: 2
spec: { id: names, title: Names, description: The names. }
chunks:
  - id: name
    title: Name
    description: A name.
    allowedFiles: [src/name.ts]
    assertions:
      - message: Must export a name
        check: { type: export_exists, target: name, file: src/name.ts }
`;
const files = { 'names.contract.yaml': contract, 'src/name.ts': 'export const name = 1;\n' };

/** A repository with a branch that breaks the contract, as the runner checks it out. */
function createBrokenBranch(): Workspace & { readonly base: string; readonly head: string } {
  const workspace = new Workspace(files);
  const base = workspace.git('rev-parse', 'HEAD');
  workspace.git('update-ref', 'refs/remotes/origin/main', 'main');
  workspace.git('switch', '-qc', 'work');
  workspace.write({ 'src/name.ts': 'export const other = 1;\n' });
  workspace.git('commit', '-qam', 'break it');
  return Object.assign(workspace, { base, head: workspace.git('rev-parse', 'HEAD') });
}

function pullRequest({
  base,
  head,
}: {
  readonly base: string;
  readonly head: string;
}): Readonly<Record<string, unknown>> {
  return { pull_request: { number: 7, base: { sha: base, ref: 'main' }, head: { sha: head, ref: 'work' } } };
}

const repository = { repository: { default_branch: 'main' } };

describe('the GitHub Action', () => {
  it('[AGENT-7] [CHANGE-7] annotates the change of a pull request, and writes the summary, SARIF and JUnit', async () => {
    using workspace = createBrokenBranch();
    const event = { ...repository, ...pullRequest(workspace) };
    const inputs = { sarif: '../a.sarif', junit: '../a.xml', comment: 'false' };
    const run = await runAction(workspace, { name: 'pull_request', event, inputs });
    assert.equal(run.status, 1, run.stderr);
    assert.deepEqual(run.outputs, { verdict: 'failed' });
    assert.match(run.stdout, /^::error file=src\/name\.ts,line=1,/);
    assert.match(run.summary, /^## Holdfast: ❌/);
    assert.equal((JSON.parse(workspace.read('../a.sarif')) as { version: string }).version, '2.1.0');
    assert.match(workspace.read('../a.xml'), /^<\?xml/);
    workspace.write({ 'src/name.ts': 'export const name = 2;\n' });
    workspace.git('commit', '-qam', 'repair it');
    const repaired = pullRequest({ base: workspace.base, head: workspace.git('rev-parse', 'HEAD') });
    const passed = await runAction(workspace, { name: 'pull_request', event: repaired, inputs: { comment: 'false' } });
    assert.deepEqual([passed.status, passed.outputs['verdict']], [0, 'passed'], passed.stderr);
    assert.match(passed.summary, /^## Holdfast: ✅/);
  });

  it('[CHANGE-7] judges the merge that GitHub makes for a pull request against its first parent', async () => {
    using workspace = createBrokenBranch();
    // The base has moved on since: its later commits are not part of the change.
    workspace.git('switch', '-q', 'main');
    workspace.write({ 'src/elsewhere.ts': 'export const elsewhere = 1;\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'elsewhere');
    workspace.git('merge', '-q', '--no-edit', 'work');
    const event = pullRequest(workspace);
    const run = await runAction(workspace, { name: 'pull_request', event, inputs: { comment: 'false' } });
    assert.equal(run.status, 1, run.stderr);
    assert.doesNotMatch(run.stdout, /elsewhere/);
    // The commit and its parents are enough.
    const clone = join(workspace.folder, '..', 'clone');
    workspace.git('clone', '-q', '--depth=2', '--branch=main', `file://${workspace.folder}`, clone);
    const shallow = await runAction(workspace, {
      folder: clone,
      name: 'pull_request',
      event,
      inputs: { comment: 'false' },
    });
    assert.deepEqual([shallow.status, shallow.outputs['verdict']], [1, 'failed'], shallow.stdout + shallow.stderr);
  });

  it('[CHANGE-7] passes no pull request whose change is not checked out', async () => {
    using workspace = createBrokenBranch();
    const { base, head } = workspace;
    const inputs = { comment: 'false', sarif: '../a.sarif' };
    workspace.git('switch', '-q', 'main');
    // What pull_request_target checks out, and what a fork has whose base branch is the head of its pull request.
    for (const [name, range] of [
      ['pull_request_target', { base, head }],
      ['pull_request', { base, head: '1'.repeat(40) }],
      ['pull_request', { base, head: base }],
    ] as const) {
      const run = await runAction(workspace, { name, event: pullRequest(range), inputs });
      assert.deepEqual([run.status, run.outputs['verdict']], [2, 'error'], run.stdout + run.stderr);
      assert.match(run.stdout, /^::error title=Holdfast could not run::Failed to judge the /m);
    }
    workspace.write({ 'src/later.ts': 'export const later = 1;\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'later');
    const moved = await runAction(workspace, {
      name: 'pull_request_target',
      event: pullRequest({ base, head }),
      inputs,
    });
    assert.equal(moved.outputs['verdict'], 'error', 'the base has a commit that the event does not know');
  });

  it('[CHANGE-7] executes nothing of a pull request with the secrets of the base, and says so', async () => {
    using workspace = new Workspace({
      ...files,
      '.holdfast/validators/names.mjs': "console.error('validator executed');\nexport default {};\n",
    });
    const base = workspace.git('rev-parse', 'HEAD');
    workspace.git('switch', '-qc', 'work');
    workspace.write({
      'src/name.ts': 'export const other = 1;\n',
      'node_modules/typescript/package.json':
        '{ "name": "typescript", "version": "5.9.0", "main": "lib/typescript.js" }',
      'node_modules/typescript/lib/typescript.js': "console.error('compiler executed');\n",
    });
    workspace.git('add', '-Af');
    workspace.git('commit', '-qm', 'break it');
    const event = pullRequest({ base, head: workspace.git('rev-parse', 'HEAD') });
    const run = await runAction(workspace, { name: 'pull_request_target', event, inputs: { comment: 'false' } });
    assert.deepEqual([run.status, run.outputs['verdict']], [1, 'failed'], run.stdout + run.stderr);
    assert.match(run.stdout, /^::notice title=Holdfast::pull_request_target: .*nothing of them is executed/m);
    assert.doesNotMatch(run.stdout + run.stderr, /(?:validator|compiler) executed/);
    const full = await runAction(workspace, {
      name: 'pull_request_target',
      event,
      inputs: { comment: 'false', full: 'true' },
    });
    assert.deepEqual([full.status, full.outputs['verdict']], [2, 'error']);
    assert.match(full.stdout, /"full" does not work with pull_request_target/);
  });

  it('[AGENT-7] compares a push with the commit before it, and passes inputs as single arguments', async () => {
    using workspace = new Workspace(files);
    const before = workspace.git('rev-parse', 'HEAD');
    workspace.write({ 'names.contract.yaml': contract.replace('A name.', 'One name.') });
    workspace.git('commit', '-qam', 'a contract');
    const push = { name: 'push', event: { ...repository, before } };
    const rejected = await runAction(workspace, push);
    assert.equal(rejected.status, 1, rejected.stderr);
    assert.match(rejected.stdout, /change\/terms-changed/);
    const allowed = await runAction(workspace, { ...push, inputs: { 'may-change': 'terms files' } });
    assert.equal(allowed.status, 0, allowed.stdout + allowed.stderr);
    const injected = await runAction(workspace, { inputs: { since: 'HEAD; touch injected' } });
    assert.deepEqual([injected.status, injected.outputs['verdict']], [2, 'error']);
    assert.match(injected.stderr, /"HEAD; touch injected"/);
    assert.equal(existsSync(join(workspace.folder, 'injected')), false);
  });

  it('[AGENT-7] [CHANGE-7] finds the base of a new branch, a forced push, a merge queue and a manual start', async () => {
    using workspace = createBrokenBranch();
    const baseOf = async (run: ActionRun): Promise<unknown> => {
      const { outputs, summary, stdout } = await runAction(workspace, run);
      assert.deepEqual([outputs['verdict'], /src\/name\.ts/.test(stdout)], ['failed', true], stdout + summary);
      return undefined;
    };
    const { base, head } = workspace;
    for (const before of ['0'.repeat(40), '1'.repeat(40)]) {
      await baseOf({ name: 'push', event: { ...repository, before } });
    }
    // A push that takes a commit back: what was before it contains the checkout.
    workspace.write({ 'src/more.ts': 'export const more = 1;\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'more');
    const before = workspace.git('rev-parse', 'HEAD');
    workspace.git('reset', '-q', '--hard', head);
    await baseOf({ name: 'push', event: { ...repository, before } });
    await baseOf({ name: 'workflow_dispatch', event: repository });
    await baseOf({ name: 'merge_group', event: { ...repository, merge_group: { base_sha: base, head_sha: head } } });
    const queued = await runAction(workspace, {
      name: 'merge_group',
      event: { ...repository, merge_group: { base_sha: head, head_sha: head } },
    });
    assert.equal(queued.outputs['verdict'], 'error', 'nothing is in the queue');
    // On the default branch, only the contracts are checked.
    workspace.git('switch', '-q', 'main');
    const plain = await runAction(workspace, { event: repository, variables: { GITHUB_REF_NAME: 'main' } });
    assert.deepEqual([plain.status, plain.outputs['verdict']], [0, 'passed'], plain.stderr);
    assert.match(plain.summary, /1 of 1 chunk satisfied/);
    const clone = join(workspace.folder, '..', 'clone');
    workspace.git('clone', '-q', '--depth=1', '--branch=work', `file://${workspace.folder}`, clone);
    const shallow = await runAction(workspace, {
      folder: clone,
      name: 'push',
      event: { ...repository, before: '1'.repeat(40) },
    });
    assert.equal(shallow.status, 2);
    assert.match(shallow.stdout, /fetch-depth: 0/);
  });

  it('[CHANGE-7] reports a check that could not run as an annotation, a summary, and valid SARIF', async () => {
    using workspace = new Workspace(files);
    const expectFailure = async (run: ActionRun, reason: RegExp): Promise<void> => {
      rmSync(join(workspace.folder, '../a.sarif'), { force: true });
      const result = await runAction(workspace, { ...run, inputs: { ...run.inputs, sarif: '../a.sarif' } });
      assert.equal(result.outputs['verdict'], 'error', result.stdout);
      assert.notEqual(result.status, 0);
      assert.match(result.stdout, /^::error title=Holdfast could not run::.+$/m);
      assert.match(result.stdout, reason);
      assert.match(result.summary, /^## Holdfast: ⛔ the check could not run\n/);
      const [log] = sarifSchema.parse(JSON.parse(workspace.read('../a.sarif'))).runs;
      assert.deepEqual([log?.results, log?.invocations[0]?.executionSuccessful], [[], false]);
      assert.match(log?.invocations[0]?.toolExecutionNotifications[0]?.message.text ?? '', reason);
    };
    await expectFailure({ inputs: { since: 'no-such-branch' } }, /no-such-branch/);
    await expectFailure({ inputs: { 'may-change': 'test' } }, /"test" is not an area/);
    await expectFailure({ inputs: { 'fail-on': 'facts' } }, /"facts" is unknown/);
    await expectFailure({ name: 'pull_request', event: { pull_request: 7 } }, /pull_request/);
    // A tree without the built program.
    const actionFolder = join(workspace.folder, '..', 'sources');
    mkdirSync(actionFolder);
    await expectFailure({ actionFolder }, /Use a release tag/);
  });

  it('[CONF-5] leaves no process above a command that has the secrets of the job', async function () {
    if (process.platform !== 'linux') this.skip();
    const secret = 'canary-of-the-job';
    using workspace = new Workspace({ ...files, 'spy.mjs': createSecretSpy({ secret }) });
    const command = `node spy.mjs ${join(workspace.folder, '..', 'seen.txt')}`;
    workspace.write({
      'names.contract.yaml': contract.replace(
        '    assertions:',
        `    acceptanceCommands: ['${command}']\n    assertions:`,
      ),
    });
    workspace.git('commit', '-qam', 'run a command');
    const base = workspace.git('rev-parse', 'HEAD');
    workspace.write({ 'src/name.ts': 'export const name = 2;\n' });
    workspace.git('commit', '-qam', 'change it');
    const run = await runAction(workspace, {
      name: 'push',
      event: { ...repository, before: base },
      inputs: { full: 'true', confinement: 'off', token: secret },
      variables: { HOLDFAST_API_KEY: secret },
    });
    assert.equal(run.status, 0, run.stdout + run.stderr);
    assert.match(workspace.read('../seen.txt'), NOTHING_FOUND);
  });

  it('[CONF-5] passes the confinement on', async () => {
    using workspace = createBrokenBranch();
    const event = { ...repository, before: workspace.base };
    const run = await runAction(workspace, { name: 'push', event, inputs: { confinement: 'none' } });
    assert.match(run.stdout, /Failed to read the input confinement: "none" is unknown/);
  });

  it('is a composite action whose scripts contain no expression, and whose variables are inputs or results', () => {
    for (const { run, env } of action.runs.steps) {
      assert.doesNotMatch(run, /\$\{\{/, 'text of others must not become a part of a script');
      for (const value of Object.values(env)) assert.match(value, /^\$\{\{ (?:inputs|steps)\.[\w.-]+ \}\}$/);
    }
  });

  it('is used in the documentation with inputs that exist', () => {
    const page = readFileSync(join(projectRoot, 'docs/how-to/use-in-ci.md'), 'utf8');
    const workflows = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
    const steps = workflows.flatMap((text) => [...listSteps(parse(text))]);
    const uses = steps.filter(({ uses: name }) => name?.startsWith('holdfast-dev/holdfast@') === true);
    assert.ok(uses.length > 0);
    for (const { with: inputs = {} } of uses) {
      for (const name of Object.keys(inputs)) assert.ok(name in action.inputs, name);
    }
    const checkouts = steps.filter(({ uses: name }) => name?.startsWith('actions/checkout@') === true);
    assert.ok(checkouts.length > 0);
    for (const { with: inputs } of checkouts) assert.equal(inputs?.['fetch-depth'], 0);
  });

  it('[CONF-5] workflows of the documentation pin actions, keep no token in git, and give secrets to no shell', () => {
    const pages = ['how-to/use-in-ci.md', 'review.md'].map((page) =>
      readFileSync(join(projectRoot, 'docs', page), 'utf8'),
    );
    for (const line of pages.flatMap((page) => page.match(/^.*\buses:.*$/gm) ?? [])) {
      assert.match(line, /@(?:[0-9a-f]{40} # v\d+\.\d+\.\d+|<commit> # <tag>)$/);
    }
    const workflows = pages.flatMap((page) => [...page.matchAll(/```yaml\n([^]*?)```/g)]);
    const steps = workflows.flatMap(([, text = '']) => [...listSteps(parse(text))]);
    for (const { uses, with: inputs, run = '', env } of steps) {
      if (uses?.startsWith('actions/checkout@') === true) assert.equal(inputs?.['persist-credentials'], false);
      assert.doesNotMatch(run, /\$\{\{/);
      if (JSON.stringify(env ?? {}).includes('secrets.')) {
        assert.match(run, /\nexec holdfast .*\n$/);
        assert.equal(env?.['HOLDFAST_CONFINEMENT'], 'strict');
      }
    }
    assert.ok(steps.some(({ env }) => env !== undefined));
  });
});

const sarifSchema = z.object({
  version: z.literal('2.1.0'),
  runs: z.array(
    z.object({
      tool: z.object({ driver: z.object({ name: z.string() }) }),
      results: z.array(z.unknown()),
      invocations: z.array(
        z.object({
          executionSuccessful: z.boolean(),
          toolExecutionNotifications: z.array(z.object({ message: z.object({ text: z.string() }) })),
        }),
      ),
    }),
  ),
});

const stepSchema = z.object({
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const workflowSchema = z.object({ jobs: z.record(z.string(), z.object({ steps: z.array(stepSchema) })) });

/** The steps of a workflow. Other YAML has none. */
function listSteps(value: unknown): readonly z.infer<typeof stepSchema>[] {
  const workflow = workflowSchema.safeParse(value);
  return workflow.success ? Object.values(workflow.data.jobs).flatMap(({ steps }) => steps) : [];
}
