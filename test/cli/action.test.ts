import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../scripts/project.ts';
import { Workspace } from './support/workspace.ts';

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly { readonly name: string; readonly run: string }[] };
}

const action = parse(readFileSync(join(projectRoot, 'action.yml'), 'utf8')) as ActionFile;
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

/** Runs the step like a runner does: with bash, `-e` and the variables of the inputs. */
function runStep(workspace: Workspace, variables: Readonly<Record<string, string>>) {
  const programs = join(workspace.folder, '..', 'programs');
  mkdirSync(programs, { recursive: true });
  const cli = join(projectRoot, 'dist', 'cli.js');
  writeFileSync(join(programs, 'holdfast'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, { mode: 0o755 });
  const step = action.runs.steps.find(({ name }) => name === 'Check the change');
  assert.ok(step);
  const empty = {
    SINCE: '',
    BASE_BRANCH: '',
    BEFORE: '',
    FULL: 'false',
    STRICT: 'false',
    MAY_CHANGE: '',
    SARIF: '',
    JUNIT: '',
  };
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: workspace.folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...workspace.environment(),
      GITHUB_STEP_SUMMARY: join(workspace.folder, '..', 'summary.md'),
      ...empty,
      ...variables,
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  });
}

describe('the GitHub Action', () => {
  it('[AGENT-7] annotates the change of a pull request, and writes the summary, SARIF and JUnit', () => {
    using workspace = new Workspace({ 'names.contract.yaml': contract, 'src/name.ts': 'export const name = 1;\n' });
    workspace.git('update-ref', 'refs/remotes/origin/main', 'main');
    workspace.git('switch', '-qc', 'work');
    workspace.write({ 'src/name.ts': 'export const other = 1;\n' });
    workspace.git('commit', '-qam', 'break it');
    const run = runStep(workspace, { BASE_BRANCH: 'main', SARIF: '../a.sarif', JUNIT: '../a.xml' });
    assert.equal(run.status, 1, run.stderr);
    assert.match(run.stdout, /^::error file=src\/name\.ts,line=1,/);
    assert.match(workspace.read('../summary.md'), /^## Holdfast: ❌/);
    assert.equal((JSON.parse(workspace.read('../a.sarif')) as { version: string }).version, '2.1.0');
    assert.match(workspace.read('../a.xml'), /^<\?xml/);
  });

  it('[AGENT-7] compares a push with the commit before it, and passes inputs as single arguments', () => {
    using workspace = new Workspace({ 'names.contract.yaml': contract, 'src/name.ts': 'export const name = 1;\n' });
    const before = workspace.git('rev-parse', 'HEAD');
    workspace.write({ 'names.contract.yaml': contract.replace('A name.', 'One name.') });
    workspace.git('commit', '-qam', 'a contract');
    const rejected = runStep(workspace, { BEFORE: before });
    assert.equal(rejected.status, 1, rejected.stderr);
    assert.match(rejected.stdout, /change\/terms-changed/);
    const allowed = runStep(workspace, { BEFORE: before, MAY_CHANGE: 'terms files' });
    assert.equal(allowed.status, 0, allowed.stdout + allowed.stderr);
    assert.equal(runStep(workspace, { BEFORE: '0'.repeat(40) }).status, 0, 'the first push is a plain check');
    const injected = runStep(workspace, { SINCE: 'HEAD; touch injected' });
    assert.equal(injected.status, 2);
    assert.match(injected.stderr, /HEAD; touch injected/);
  });

  it('is a composite action whose variables are inputs or events', () => {
    assert.equal(action.runs.using, 'composite');
    assert.ok(Object.values(action.inputs).every((input) => typeof input.default === 'string'));
    for (const { run } of action.runs.steps) assert.doesNotMatch(run, /\$\{\{/, 'no expression is part of a script');
  });
});
