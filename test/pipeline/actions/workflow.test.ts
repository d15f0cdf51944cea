import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { createWorkflow } from '../../../src/pipeline/actions/workflow.ts';

interface Job {
  readonly if: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly queue: string };
  readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly with?: Record<string, unknown> }[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: { readonly find: Job; readonly step: Job };
}

const text = createWorkflow({ labelPrefix: 'holdfast', packageSpec: "./o'clock.tgz" });
const workflow = parse(text) as Workflow;
const { find, step } = workflow.jobs;

describe('the workflow of GitHub Actions', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-workflow-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the script of a job with its last step, with replaced programs in front of the others. */
  function runScript(job: Job, environment: NodeJS.ProcessEnv, programs: Readonly<Record<string, string>> = {}) {
    for (const [name, body] of Object.entries(programs)) {
      writeFileSync(join(folder, name), `#!/bin/bash\n${body}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    const output = join(folder, 'output');
    writeFileSync(output, '');
    const script = job.steps.at(-1)?.run ?? '';
    const { status, stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      encoding: 'utf8',
      cwd: folder,
      env: {
        PATH: `${folder}${delimiter}${process.env.PATH ?? ''}`,
        GITHUB_OUTPUT: output,
        RUNNER_TEMP: folder,
        ...environment,
      },
    });
    return { status, stdout, output: readFileSync(output, 'utf8').trim() };
  }

  it('[PIPE-7] grants nothing by default and lists what each job needs', () => {
    assert.deepEqual(workflow.permissions, {});
    assert.deepEqual(find.permissions, { issues: 'read' });
    assert.deepEqual(Object.keys(step.permissions).sort(), [
      'actions',
      'contents',
      'issues',
      'pull-requests',
      'statuses',
    ]);
  });

  it('lets the runs of an item wait for each other, without replacing one that waits', () => {
    assert.deepEqual(step.concurrency, { group: 'holdfast-item-${{ matrix.item }}', queue: 'max' });
  });

  it('checks the base branch out, without credentials for the commands of a contract', () => {
    const checkout = step.steps.find(({ uses }) => uses?.startsWith('actions/checkout'));
    assert.equal(checkout?.with?.ref, '${{ github.event.repository.default_branch }}');
    assert.equal(checkout.with['persist-credentials'], false);
  });

  it('no text of an event becomes part of a script', () => {
    for (const { run } of [...find.steps, ...step.steps]) assert.ok(run?.includes('${{') !== true, run);
  });

  it('starts nothing for comments and reviews of people without access', () => {
    assert.equal(find.if.split('fromJSON(\'["OWNER", "MEMBER", "COLLABORATOR"]\')').length, 3);
  });

  it('writes the package and the label prefix as they are configured', () => {
    assert.ok(text.includes("HOLDFAST_PACKAGE: './o''clock.tgz'"));
    const other = createWorkflow({ labelPrefix: 'cogworks', packageSpec: 'x' });
    assert.ok(other.includes("startsWith(github.event.label.name, 'cogworks:')") && other.includes("'/cogworks '"));
  });

  for (const [event, environment, expected] of [
    ['an issue', { EVENT: 'issues', ISSUE: '12' }, 'items=["12"]'],
    ['a comment', { EVENT: 'issue_comment', ISSUE: '7' }, 'items=["7"]'],
    ['a review', { EVENT: 'pull_request_review', BRANCH: 'holdfast/31/2/sub/parser' }, 'items=["31"]'],
    ['a closed pull request', { EVENT: 'pull_request_target', BRANCH: 'holdfast/4/1/planning' }, 'items=["4"]'],
    ['a dispatch', { EVENT: 'workflow_dispatch', ISSUE: '5' }, 'items=["5"]'],
  ] as const) {
    it(`finds the item of ${event}`, () => {
      const { status, output } = runScript(find, environment);
      assert.deepEqual({ status, output }, { status: 0, output: expected });
    });
  }

  it('finds the items with the run label on the schedule, also if there is none', () => {
    const environment = { EVENT: 'schedule', GITHUB_REPOSITORY: 'o/r' };
    assert.equal(runScript(find, environment, { gh: `echo '["3","9"]'` }).output, 'items=["3","9"]');
    assert.equal(runScript(find, environment, { gh: `echo '[]'` }).output, 'items=[]');
  });

  it('refuses a branch or an input that names no item', () => {
    for (const BRANCH of ['holdfast/x"],"a":["/1/planning', 'holdfast/$(touch pwned)/1/x', 'holdfast']) {
      const { status, output } = runScript(find, { EVENT: 'pull_request_review', BRANCH });
      assert.deepEqual({ status, output }, { status: 1, output: '' }, BRANCH);
    }
  });

  /** A program that answers with the outcomes one after the other. `75` and `1` are exit codes. */
  const holdfast = (...outcomes: readonly string[]): string => `
echo "$@" >> calls
number=$(wc -l < calls)
outcomes=(${outcomes.join(' ')})
outcome=\${outcomes[$((number - 1))]}
case $outcome in 75|1|2) exit $outcome;; esac
echo "{\\"outcome\\": \\"$outcome\\"}"`;

  const calls = (): readonly string[] => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

  it('[PIPE-7] repeats the steps until the item waits, and stays green if it must try again later', () => {
    assert.equal(runScript(step, { ITEM: '12' }, { holdfast: holdfast('advanced', 'advanced', 'nothing') }).status, 0);
    assert.deepEqual(calls(), Array(3).fill('step 12 --jobs 2 --format json'));
    rmSync(join(folder, 'calls'));
    assert.equal(runScript(step, { ITEM: '12' }, { holdfast: holdfast('advanced', '75') }).status, 0);
    assert.equal(calls().length, 2);
  });

  for (const code of ['1', '2']) {
    it(`fails if a step ends with ${code}`, () => {
      assert.equal(runScript(step, { ITEM: '12' }, { holdfast: holdfast('advanced', code) }).status, Number(code));
    });
  }

  it('starts the workflow again near the time limit', () => {
    const limited = { ...step, steps: [{ run: (step.steps.at(-1)?.run ?? '').replace('3 * 3600', '0') }] };
    const { status } = runScript(
      limited,
      { ITEM: '12', GITHUB_REPOSITORY: 'o/r', DISPATCH_TOKEN: 't' },
      { holdfast: holdfast('advanced', 'advanced'), gh: 'echo "$GH_TOKEN $@" > dispatched' },
    );
    assert.equal(status, 0);
    const dispatched = readFileSync(join(folder, 'dispatched'), 'utf8').trim();
    assert.equal(dispatched, 't workflow run holdfast.yml --repo o/r -f item=12');
    assert.equal(calls().length, 1);
  });
});
