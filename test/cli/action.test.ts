import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { projectRoot } from '../scripts/project.ts';
import { action, runAction } from './support/action.ts';
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

/** A program with the name `holdfast` that says that it was called, in front of the one of the project. */
function addProgram(folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  const cli = join(projectRoot, 'dist', 'cli.js');
  writeFileSync(join(folder, 'holdfast'), `#!/bin/sh\necho "${name}" >&2\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(join(folder, 'holdfast'), 0o755);
}

describe('the GitHub Action', () => {
  it('[AGENT-7] annotates the change of a pull request, and writes the summary, SARIF and JUnit', async () => {
    using workspace = new Workspace(files);
    workspace.git('update-ref', 'refs/remotes/origin/main', 'main');
    workspace.git('switch', '-qc', 'work');
    workspace.write({ 'src/name.ts': 'export const other = 1;\n' });
    workspace.git('commit', '-qam', 'break it');
    const run = await runAction(workspace, {
      github: { base_ref: 'main', 'event.repository.default_branch': 'main' },
      inputs: { sarif: '../a.sarif', junit: '../a.xml' },
    });
    assert.equal(run.status, 1, run.stderr);
    assert.deepEqual(run.outputs, { verdict: 'failed' });
    assert.match(run.stdout, /^::error file=src\/name\.ts,line=1,/);
    assert.match(run.summary, /^## Holdfast: ❌/);
    assert.equal((JSON.parse(workspace.read('../a.sarif')) as { version: string }).version, '2.1.0');
    assert.match(workspace.read('../a.xml'), /^<\?xml/);
    workspace.git('switch', '-q', 'main');
    const passed = await runAction(workspace, { github: { base_ref: 'main' } });
    assert.deepEqual([passed.status, passed.outputs['verdict']], [0, 'passed'], passed.stderr);
    assert.match(passed.summary, /^## Holdfast: ✅/);
  });

  it('[AGENT-7] compares a push with the commit before it, and passes inputs as single arguments', async () => {
    using workspace = new Workspace(files);
    const before = workspace.git('rev-parse', 'HEAD');
    workspace.write({ 'names.contract.yaml': contract.replace('A name.', 'One name.') });
    workspace.git('commit', '-qam', 'a contract');
    const push = { 'event.before': before };
    const rejected = await runAction(workspace, { github: push });
    assert.equal(rejected.status, 1, rejected.stderr);
    assert.match(rejected.stdout, /change\/terms-changed/);
    const allowed = await runAction(workspace, { github: push, inputs: { 'may-change': 'terms files' } });
    assert.equal(allowed.status, 0, allowed.stdout + allowed.stderr);
    const injected = await runAction(workspace, { inputs: { since: 'HEAD; touch injected' } });
    assert.deepEqual([injected.status, injected.outputs['verdict']], [2, 'error']);
    assert.match(injected.stderr, /"HEAD; touch injected"/);
    assert.equal(existsSync(join(workspace.folder, 'injected')), false);
  });

  it('[AGENT-7] compares a new branch and a forced push with the default branch', async () => {
    using workspace = new Workspace(files);
    workspace.git('update-ref', 'refs/remotes/origin/main', 'main');
    workspace.git('switch', '-qc', 'work');
    workspace.write({ 'src/name.ts': 'export const other = 1;\n' });
    workspace.git('commit', '-qam', 'break it');
    // A program that prints its arguments: other tests show what it answers to them.
    const actionFolder = join(workspace.folder, '..', 'arguments');
    mkdirSync(join(actionFolder, 'dist'), { recursive: true });
    writeFileSync(join(actionFolder, 'dist', 'cli.js'), "console.log(process.argv.slice(2).join('\\n'));");
    const sinceOf = async (github: Readonly<Record<string, string>>) => {
      const run = await runAction(workspace, { actionFolder, github });
      assert.equal(run.status, 0, run.stderr);
      return run.stdout.split('\n').filter((argument) => argument.startsWith('--since'));
    };
    for (const before of ['0'.repeat(40), '1'.repeat(40)]) {
      const github = { 'event.before': before, 'event.repository.default_branch': 'main' };
      assert.deepEqual(await sinceOf(github), ['--since=origin/main'], before);
      // A push to the default branch without a commit before it is a plain check.
      assert.deepEqual(await sinceOf({ ...github, ref_name: 'main' }), []);
    }
    // A merge queue gives no branch and no commit before it.
    const queued = { 'event.merge_group.base_sha': '2'.repeat(40), 'event.repository.default_branch': 'main' };
    const ref_name = 'gh-readonly-queue/main/pr-7-2222';
    assert.deepEqual(await sinceOf({ ...queued, ref_name }), [`--since=${'2'.repeat(40)}`]);
    const withFacts = await runAction(workspace, { actionFolder, github: queued, inputs: { 'fail-on': 'fact' } });
    assert.ok(withFacts.stdout.split('\n').includes('--fail-on=fact'), withFacts.stdout);
    const clone = join(workspace.folder, '..', 'clone');
    workspace.git('clone', '-q', '--depth=1', '--branch=work', `file://${workspace.folder}`, clone);
    const shallow = await runAction(workspace, { folder: clone, github: { 'event.before': '1'.repeat(40) } });
    assert.equal(shallow.status, 2);
    assert.match(shallow.stderr, /fetch-depth: 0/);
  });

  it('[AGENT-7] uses the program of the project, else the one that npm installs, else its own', async () => {
    using workspace = new Workspace({ ...files, 'package.json': '{}' });
    const own = await runAction(workspace, { inputs: { since: 'HEAD' } });
    assert.equal(own.status, 0, own.stderr);
    assert.doesNotMatch(own.stderr, /program of/);

    addProgram(join(workspace.folder, 'node_modules/.bin'), 'program of the project');
    const ofProject = await runAction(workspace, { inputs: { since: 'HEAD' } });
    assert.match(ofProject.stderr, /program of the project/);

    // npm installs a package of this machine into a prefix of the test.
    const home = join(workspace.folder, '..');
    addProgram(join(home, 'package'), 'program of the package');
    writeFileSync(
      join(home, 'package/package.json'),
      '{ "name": "holdfast", "version": "9.9.9", "bin": { "holdfast": "holdfast" } }',
    );
    const prefix = join(home, 'prefix');
    const ofPackage = await runAction(workspace, {
      inputs: { since: 'HEAD', package: join(home, 'package') },
      variables: {
        npm_config_prefix: prefix,
        npm_config_offline: 'true',
        PATH: `${join(prefix, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      },
    });
    assert.equal(ofPackage.status, 0, ofPackage.stderr);
    assert.match(ofPackage.stderr, /program of the package/);
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
    workspace.git('update-ref', 'refs/remotes/origin/main', 'main');
    workspace.write({ 'src/name.ts': 'export const name = 2;\n' });
    workspace.git('commit', '-qam', 'change it');
    const github = { base_ref: 'main' };
    const inputs = { full: 'true', confinement: 'off' };
    // The shell of the action and the program of the project, which npx would start.
    for (const isInstalled of [false, true]) {
      if (isInstalled) addProgram(join(workspace.folder, 'node_modules/.bin'), 'program of the project');
      const run = await runAction(workspace, { github, inputs, variables: { HOLDFAST_API_KEY: secret } });
      assert.equal(run.status, 0, run.stdout + run.stderr);
      assert.match(workspace.read('../seen.txt'), NOTHING_FOUND);
      workspace.write({ '../seen.txt': '' });
    }
  });

  it('[CONF-5] passes the confinement on, or leaves the one that is configured', async () => {
    using workspace = new Workspace(files);
    const actionFolder = join(workspace.folder, '..', 'variables');
    mkdirSync(join(actionFolder, 'dist'), { recursive: true });
    writeFileSync(join(actionFolder, 'dist', 'cli.js'), 'console.log(String(process.env.HOLDFAST_CONFINEMENT));');
    for (const [confinement, expected] of [
      ['', 'undefined'],
      ['off', 'off'],
    ] as const) {
      const run = await runAction(workspace, { actionFolder, inputs: { confinement } });
      assert.equal(run.stdout.trim(), expected, run.stderr);
    }
  });

  it('[AGENT-7] is built from its sources if nothing installs the program', async () => {
    using workspace = new Workspace(files);
    const sources = join(workspace.folder, '..', 'action');
    mkdirSync(sources);
    // The build script of the copy places the program that this project has built.
    const script = "require('fs').symlinkSync(process.env.BUILT, 'dist')";
    writeFileSync(join(sources, 'package.json'), JSON.stringify({ scripts: { build: `node -e "${script}"` } }));
    const run = await runAction(workspace, {
      actionFolder: sources,
      inputs: { since: 'HEAD' },
      variables: { BUILT: join(projectRoot, 'dist') },
    });
    assert.equal(run.status, 0, run.stdout + run.stderr);
    assert.ok(existsSync(join(sources, 'dist/cli.js')));
  });

  it('is a composite action whose scripts contain no expression, and whose variables are inputs or events', () => {
    for (const { run, env } of action.runs.steps) {
      assert.doesNotMatch(run, /\$\{\{/, 'text of others must not become a part of a script');
      for (const value of Object.values(env)) assert.match(value, /^\$\{\{ (?:inputs|github|steps)\.[\w.-]+ \}\}$/);
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
