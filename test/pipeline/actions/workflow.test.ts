import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createWorkflow } from '../../../src/pipeline/actions/workflow.ts';
import { evaluateCondition, type Value } from './expressions.ts';
import { parseWorkflow, runJob, type JobResult, type Workflow, type WorkflowStep } from './workflow-runner.ts';

const text = createWorkflow({ labelPrefix: 'holdfast', packageSpec: "./o'clock.tgz" });
const workflow = parseWorkflow(text);
const [find, step, again] = ['find', 'step', 'again'].map((name) => workflow.jobs[name]) as [Job, Job, Job];
type Job = Workflow['jobs'][string];

const SECRET = /\bsecrets\.|\bgithub\.token\b|\.outputs\.token\b/;
/** The token as an alternative decides only how long the job repeats. */
const secretVariables = ({ env }: WorkflowStep): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => (SECRET.test(value.replace(/\S+\.token && /, '')) ? [name] : []));

describe('the workflow of GitHub Actions', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-workflow-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  interface Scene {
    readonly contexts?: Readonly<Record<string, Value>>;
    /** Programs in front of the others, by name. */
    readonly programs?: Readonly<Record<string, string>>;
    /** Default: the PATH of this process. */
    readonly path?: string;
  }

  /** Runs a job with stand-ins for programs and actions. */
  async function run(job: Job, { contexts = {}, programs = {}, path = process.env['PATH'] ?? '' }: Scene = {}) {
    for (const [name, body] of Object.entries(programs)) {
      await writeFile(join(folder, name), `#!/bin/bash\n${body}\n`);
      await chmod(join(folder, name), 0o755);
    }
    const used: Record<string, Readonly<Record<string, string>>> = {};
    const result = await runJob(job, {
      folder,
      temporary: join(folder, 'temporary'),
      environment: { PATH: `${folder}${delimiter}${path}`, GITHUB_REPOSITORY: 'o/r' },
      contexts: { vars: {}, secrets: { HOLDFAST_APP_KEY: 'k' }, matrix: { item: '12' }, ...contexts },
      actions: {
        'actions/checkout': () => Promise.resolve({}),
        'actions/setup-node': () => Promise.resolve({}),
        'actions/create-github-app-token': (inputs) => {
          used['app'] = inputs;
          return Promise.resolve({ token: 'token-of-the-app' });
        },
      },
    });
    return { ...result, used };
  }

  const findItems = (contexts: Readonly<Record<string, Value>>, gh = 'exit 1') =>
    run(find, { contexts, programs: { gh } });

  const output = ({ steps }: JobResult): string => steps.map(({ stdout, stderr }) => stdout + stderr).join('');

  it('[PIPE-7] [CONF-5] grants nothing by default and lists what each job needs', () => {
    assert.deepEqual(workflow.permissions, {});
    assert.deepEqual(find.permissions, { issues: 'read' });
    assert.deepEqual(step.permissions, {
      contents: 'write',
      issues: 'write',
      'pull-requests': 'write',
      statuses: 'write',
      actions: 'read',
    });
    assert.deepEqual(again.permissions, { actions: 'write' });
  });

  it('lets the runs of an item wait for each other, without replacing one that waits', () => {
    assert.deepEqual(step.concurrency, { group: 'holdfast-item-${{ matrix.item }}', queue: 'max' });
  });

  it('checks the base branch out, without credentials for the commands of a contract', () => {
    const checkouts = Object.values(workflow.jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith('actions/checkout') === true);
    assert.deepEqual(
      checkouts.map(({ with: inputs }) => inputs),
      [{ ref: '${{ github.event.repository.default_branch }}', 'fetch-depth': '0', 'persist-credentials': 'false' }],
    );
  });

  it('[CONF-5] gives the secrets to the step that is replaced by Holdfast, after all other programs were installed', () => {
    const withSecrets = step.steps.filter((one) => secretVariables(one).length > 0);
    assert.deepEqual(
      withSecrets.map(({ name }) => name),
      ['Perform the steps'],
    );
    const [perform = assert.fail()] = withSecrets;
    assert.deepEqual(secretVariables(perform), ['GITHUB_TOKEN', 'HOLDFAST_API_KEY', 'HOLDFAST_DATABASE_URL']);
    assert.equal(perform.env['HOLDFAST_CONFINEMENT'], 'strict');
    const commands = (perform.run ?? '').split('\n').filter((line) => !/^(?:#|$)/.test(line));
    assert.equal(commands.length, 2);
    assert.match(commands[0] ?? '', /^echo "::stop-commands::\$STOP"$/);
    assert.match(commands[1] ?? '', /^exec "\$NODE" "\$PROGRAM" step /);
    const names = step.steps.map(({ name }) => name);
    assert.deepEqual(names.slice(names.indexOf('Perform the steps') + 1), ['Read the result']);
    for (const { uses, with: inputs } of step.steps) {
      if (uses?.startsWith('actions/create-github-app-token') !== true)
        assert.doesNotMatch(JSON.stringify(inputs), SECRET);
    }
  });

  it('[CONF-5] pins each action to a commit, with its version', () => {
    const uses = text.match(/^.*\buses:.*$/gm) ?? [];
    assert.ok(uses.length >= 3);
    for (const line of uses) assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('[CONF-5] no text of an event becomes part of a script', () => {
    for (const { steps } of Object.values(workflow.jobs)) {
      for (const { run: script } of steps) assert.ok(script?.includes('${{') !== true, script);
    }
  });

  const trusted = { author_association: 'MEMBER' };
  const stranger = { author_association: 'CONTRIBUTOR' };
  const ownBranch = { repo: { full_name: 'o/r' }, ref: 'holdfast/4/1/planning' };
  const labels = [{ name: 'holdfast:run' }];
  const events = [
    [true, 'issue_comment', { comment: { body: '/holdfast approve', ...trusted }, issue: {} }],
    [false, 'issue_comment', { comment: { body: '/holdfast approve', ...stranger }, issue: {} }],
    [false, 'issue_comment', { comment: { body: '/holdfast approve', ...trusted }, issue: { pull_request: 'p' } }],
    [false, 'issue_comment', { comment: { body: 'thanks', ...trusted }, issue: {} }],
    [true, 'pull_request_review', { review: trusted, pull_request: { head: ownBranch } }],
    [false, 'pull_request_review', { review: stranger, pull_request: { head: ownBranch } }],
    [
      false,
      'pull_request_review',
      { review: trusted, pull_request: { head: { ...ownBranch, repo: { full_name: 'x/r' } } } },
    ],
    [true, 'pull_request_target', { pull_request: { head: ownBranch } }],
    [false, 'pull_request_target', { pull_request: { head: { ...ownBranch, repo: { full_name: 'x/r' } } } }],
    [false, 'pull_request_target', { pull_request: { head: { ...ownBranch, ref: 'main' } } }],
    [true, 'issues', { sender: { type: 'User' }, label: { name: 'holdfast:run' }, issue: { labels } }],
    [true, 'issues', { sender: { type: 'User' }, issue: { labels } }],
    [false, 'issues', { sender: { type: 'User' }, issue: { labels: [{ name: 'bug' }] } }],
    [false, 'issues', { sender: { type: 'Bot' }, label: { name: 'holdfast:run' }, issue: { labels } }],
    [true, 'schedule', {}],
    [true, 'workflow_dispatch', {}],
  ] as const;
  it('[CONF-5] starts for people with access, and for branches of Holdfast in the same repository', () => {
    for (const [expected, name, event] of events) {
      const github = { event_name: name, repository: 'o/r', event } as unknown as Value;
      assert.equal(evaluateCondition(find.if ?? '', { github }), expected, `${name} ${JSON.stringify(event)}`);
    }
  });

  it('writes the package, the folder and the label prefix as they are configured', () => {
    assert.ok(text.includes("HOLDFAST_PACKAGE: './o''clock.tgz'"));
    const other = createWorkflow({ labelPrefix: 'cogworks', packageSpec: 'x', folder: "it's" });
    assert.ok(other.includes("startsWith(github.event.label.name, 'cogworks:')") && other.includes("'/cogworks '"));
    const folders = parseWorkflow(other).jobs['step']?.steps.map((one) => one['working-directory']);
    assert.equal(folders?.filter((one) => one === "it's").length, 2);
  });

  for (const [event_name, context, expected] of [
    ['issues', { event: { issue: { number: 12 } } }, '["12"]'],
    ['issue_comment', { event: { issue: { number: 7 } } }, '["7"]'],
    ['pull_request_review', { event: { pull_request: { head: { ref: 'holdfast/31/2/sub/parser' } } } }, '["31"]'],
    ['pull_request_target', { event: { pull_request: { head: { ref: 'holdfast/4/1/planning' } } } }, '["4"]'],
  ] as const) {
    it(`finds the item of ${event_name}`, async () => {
      const { status, outputs } = await findItems({ github: { event_name, ...context } });
      assert.deepEqual({ status, outputs }, { status: 'success', outputs: { items: expected } });
    });
  }

  it('finds the item of a dispatch, and without an item those with the run label, as the schedule does', async () => {
    const dispatch = { event_name: 'workflow_dispatch' };
    assert.equal((await findItems({ github: dispatch, inputs: { item: '5' } })).outputs['items'], '["5"]');
    for (const github of [dispatch, { event_name: 'schedule' }]) {
      assert.equal((await findItems({ github }, `echo '["3","9"]'`)).outputs['items'], '["3","9"]');
      assert.equal((await findItems({ github }, `echo '[]'`)).outputs['items'], '[]');
    }
  });

  it('refuses a branch or an input that names no item', async () => {
    for (const ref of ['holdfast/x"],"a":["/1/planning', 'holdfast/$(touch pwned)/1/x', 'holdfast']) {
      const { status, outputs } = await findItems({
        github: { event_name: 'pull_request_review', event: { pull_request: { head: { ref } } } },
      });
      assert.deepEqual({ status, outputs }, { status: 'failure', outputs: { items: '' } }, ref);
    }
    const injected = { github: { event_name: 'workflow_dispatch' }, inputs: { item: '1"; touch pwned; "' } };
    assert.equal((await findItems(injected)).status, 'failure');
    assert.equal(existsSync(join(folder, 'pwned')), false);
  });

  /** Runs the job with a program that prints a text, or ends with a code. */
  function perform(body: string, contexts: Readonly<Record<string, Value>> = {}) {
    return run(step, {
      contexts: { github: { token: 't' }, ...contexts },
      programs: {
        bwrap: 'exit 0',
        npm: 'exit 0',
        node: `case "$1" in -*) exec '${process.execPath}' "$@" ;; esac\necho "$MINUTES $GITHUB_TOKEN: $@" >> calls\n${body}`,
        holdfast: 'exit 1',
      },
    });
  }

  const calls = (): string => readFileSync(join(folder, 'calls'), 'utf8').trim();
  const report = (outcome: string, code = 0): string => `echo '{ "outcome": "${outcome}" }'\nexit ${code}`;

  it('[PIPE-7] performs steps until the item waits, and stays green if it must try again later', async () => {
    const waiting = await perform(report('nothing'));
    assert.deepEqual([waiting.status, waiting.outputs], ['success', { again: '' }], output(waiting));
    assert.equal(calls(), `180 t: ${join(folder, 'holdfast')} step 12 --jobs 2 --repeat 180 --format json`);
    const busy = await perform(report('busy', 75));
    assert.deepEqual([busy.status, busy.outputs], ['success', { again: '' }]);
    assert.match(output(busy), /::notice::.*The schedule tries again/);
  });

  for (const [name, body] of [
    ['with 1', report('failed', 1)],
    ['with 2 and without a result', 'exit 2'],
    ['in the middle of its result', `echo '{ "outcome'; kill -9 $$`],
  ] as const) {
    it(`fails if a step ends ${name}`, async () => {
      assert.equal((await perform(body)).status, 'failure');
    });
  }

  it('acts as the app if there is one, whose token has the permissions of the job and limits the time', async () => {
    const { status, used } = await perform(report('nothing'), { vars: { HOLDFAST_APP_ID: '7' } });
    assert.equal(status, 'success');
    assert.match(calls(), /^30 token-of-the-app: /);
    const { 'client-id': id, 'private-key': key, ...permissions } = used['app'] ?? {};
    assert.deepEqual([id, key], ['7', 'k']);
    const expected = Object.entries(step.permissions).filter(([, access]) => access === 'write');
    assert.deepEqual(permissions, Object.fromEntries(expected.map(([name, access]) => [`permission-${name}`, access])));
  });

  it('starts the workflow again if the time ends before the item waits', async () => {
    const { status, outputs } = await perform(report('advanced'));
    assert.deepEqual([status, outputs], ['success', { again: 'true' }]);
    const needs = (value: string): Value => ({ step: { outputs: { again: value } } });
    assert.equal(evaluateCondition(again.if ?? '', { needs: needs('true') }), true);
    assert.equal(evaluateCondition(again.if ?? '', { needs: needs('') }), false);
    const dispatched = await run(again, {
      contexts: { github: { token: 't' } },
      programs: { gh: 'echo "$GH_TOKEN $@"' },
    });
    assert.equal(output(dispatched).trim(), 't workflow run holdfast.yml --repo o/r');
  });

  it('[CONF-5] installs the sandbox where it is missing, and fails at the start if none can be created', async () => {
    // Nothing else is on the PATH. What "sudo" installs is the program `bwrap`.
    await symlink('/bin/bash', join(folder, 'bash'));
    const prepare = async (sandbox: string, bwrap?: string) => {
      const sudo = `echo "sudo $@"
if [ "$2" = install ]; then printf '#!/bin/bash\n${sandbox}\n' > '${folder}/bwrap'; /bin/chmod 755 '${folder}/bwrap'; fi`;
      const prepared = await run(
        { ...step, steps: step.steps.slice(0, 1), outputs: {} },
        { programs: { sudo, ...(bwrap === undefined ? {} : { bwrap }) }, path: folder },
      );
      await rm(join(folder, 'bwrap'), { force: true });
      return { status: prepared.status, text: output(prepared) };
    };
    assert.deepEqual(await prepare('', 'exit 0'), { status: 'success', text: '' });
    const installed = await prepare('exit 0');
    assert.deepEqual(
      [installed.status, installed.text.split('\n')[1]],
      ['success', 'sudo apt-get install -qq -y bubblewrap'],
    );
    const refused = await prepare('echo Permission denied >&2; exit 1');
    assert.equal(refused.status, 'failure');
    assert.match(refused.text, /^::error::bubblewrap cannot create a sandbox on this runner/m);
    assert.match(refused.text, /^Permission denied$/m);
    assert.match(step.steps[0]?.run ?? '', /sudo sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0\n/);
  });
});
