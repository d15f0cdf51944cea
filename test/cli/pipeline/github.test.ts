import assert from 'node:assert/strict';
import type { StepReport, WorkItem } from '../../../src/pipeline.ts';
import { isMarked } from '../../../src/pipeline/forge/marker.ts';
import { ALL_ACCEPTED, toReply } from '../../pipeline/executors/support/stage-replies.ts';
import { createGithubScene, type GithubScene } from '../../pipeline/forge/support/github-scene.ts';
import { signal } from '../../pipeline/forge/support/forge-scene.ts';
import { REPOSITORY, type Fault } from '../../servers/github/github-server.ts';
import { callHoldfast, runHoldfast, type ProcessResult } from '../support/holdfast.ts';

const ISSUE = new RegExp(`^${REPOSITORY}/issues/\\d+$`);
const COMMENTS = new RegExp(`^${REPOSITORY}/issues/\\d+/comments$`);

describe('the pipeline on GitHub', function () {
  this.timeout(120_000);
  let scene: GithubScene;
  let id: string;

  beforeEach(async () => {
    scene = await createGithubScene();
    const { user, bare, server } = scene;
    const forge = { kind: 'github', repository: 'acme/app', apiUrl: server.url, gitUrl: bare.folder };
    await user.write('holdfast.config.yaml', JSON.stringify({ forge }));
    await user.write('.holdfast/pipeline.yaml', 'gates: { intake: human }\n');
    await user.write('.gitignore', 'replies.json\n');
    await user.commit('configure');
    await user.git('push', '-q', bare.folder, 'main');
    await user.write('replies.json', JSON.stringify({ version: 1, model: 'test', replies: ALL_ACCEPTED.map(toReply) }));
    id = await createItem();
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  function createItem(): Promise<string> {
    return scene.people.createItem('Invoices', ['holdfast:run'], 'Create an invoice for each order.');
  }

  function run(
    args: readonly string[],
    login = 'holdfast-bot',
    more: NodeJS.ProcessEnv = {},
    holdfast: typeof runHoldfast = callHoldfast,
  ): Promise<ProcessResult> {
    return holdfast(scene.user.folder, args, {
      HOLDFAST_STORAGE: `${scene.user.folder}/../storage`,
      HOLDFAST_MODEL: 'replay:replies.json',
      GH_ENTERPRISE_TOKEN: scene.server.tokenOf(login),
      ...more,
    });
  }

  /** Starts the built command line. */
  function start(args: readonly string[], login?: string): Promise<ProcessResult> {
    return run(args, login, {}, runHoldfast);
  }

  async function readItem(): Promise<WorkItem> {
    const { code, stdout, stderr } = await run(['items', '--format', 'json']);
    assert.equal(code, 0, stderr);
    return (JSON.parse(stdout) as { items: readonly WorkItem[] }).items[0] ?? assert.fail('no item');
  }

  it('[PIPE-1] [ASSERT-PSM-003] keeps the state on GitHub, and approves as the owner of the token', async () => {
    const step = await start(['step', id, '--format', 'json']);
    assert.equal(step.code, 0, step.stderr);
    assert.equal((JSON.parse(step.stdout) as StepReport).outcome, 'advanced');
    const refs = await scene.bare.git('for-each-ref', '--format=%(refname)', 'refs/holdfast');
    assert.equal(refs.trim(), `refs/holdfast/items/${id}`);
    const listed = await start(['items', '--format', 'json']);
    const { progress } = (JSON.parse(listed.stdout) as { items: readonly WorkItem[] }).items[0] ?? assert.fail();
    const [decision] = progress?.decisions ?? [];
    assert.deepEqual([progress?.status, decision?.stage], ['waiting', 'intake']);

    assert.equal((await start(['item', 'approve', id], 'reviewer')).code, 0);
    const comment = (await scene.forge.listComments(id, undefined, signal)).at(-1);
    assert.deepEqual([comment?.author, comment?.body], ['reviewer', `/holdfast approve ${decision?.hash}`]);
    assert.ok(!isMarked(comment?.body ?? ''));
    assert.equal((await run(['step', id])).code, 0);
    assert.equal((await readItem()).progress?.stage, 'architecture');

    const created = await run(['item', 'new', '--title', 'A']);
    assert.equal(created.code, 2);
    assert.match(created.stderr, /Failed to create an item: the forge is GitHub\.\nDo it on the web page/);
    const closed = await run(['item', 'close', id]);
    assert.equal(closed.code, 2);
    assert.match(
      closed.stderr,
      new RegExp(`Failed to close an item: the forge is GitHub\\.\\n.*"gh issue close ${id}"`),
    );
  });

  const farAway = String(Math.floor(Date.now() / 1000) + 7_200);
  const failures: readonly (readonly [string, Omit<Fault, 'times'>, number, RegExp])[] = [
    [
      'a token without rights (401)',
      { method: 'GET', path: /^\/user$/, answer: { status: 401, data: { message: 'Bad credentials' } } },
      2,
      /GitHub answered 401 \(Bad credentials\)\nThe token is missing, wrong or expired/,
    ],
    [
      'a token without rights (403)',
      { method: 'POST', path: COMMENTS, answer: { status: 403, data: { message: 'Resource not accessible' } } },
      2,
      /GitHub answered 403 \(Resource not accessible\)\nThe token needs read and write access/,
    ],
    [
      'a repository that the token cannot see (404)',
      { method: 'GET', path: new RegExp(`^${REPOSITORY}$`), answer: { status: 404, data: { message: 'Not Found' } } },
      2,
      /GitHub answered 404 \(Not Found\)\nCheck the name of the repository/,
    ],
    [
      'a rate limit that ends far in the future',
      {
        method: 'GET',
        path: ISSUE,
        answer: { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': farAway } },
      },
      75,
      /busy: .*GitHub allows no more requests until \d{4}-/,
    ],
    [
      'a server that is away',
      { method: 'POST', path: COMMENTS, answer: { status: 502, data: { message: 'Bad Gateway' } } },
      75,
      /busy: .*GitHub answered 502[^]*Check the connection/,
    ],
  ];
  it('[PIPE-7] a failure of the server ends the step with its exit code and says what to do', async () => {
    for (const [name, fault, code, message] of failures) {
      scene.server.fail({ ...fault, times: 20 });
      const step = await run(['step', id]);
      assert.equal(step.code, code, `${name}: ${step.stderr}${step.stdout}`);
      assert.match(step.stderr + step.stdout, message, name);
      scene.server.recover();
      id = await createItem();
    }
  });

  it('[PIPE-7] a rate limit before the step begins is a result that programs can read, too', async () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': farAway };
    scene.server.fail({ method: 'GET', path: /./, answer: { status: 403, headers }, times: 20 });
    const { code, stdout, stderr } = await run(['step', id, '--format', 'json']);
    assert.equal(code, 75, stderr);
    const report = JSON.parse(stdout) as StepReport;
    assert.equal(report.outcome, 'busy');
    assert.match(report.summary, /GitHub allows no more requests until/);
  });

  it('[PIPE-7] waits for a rate limit that ends soon', async () => {
    scene.server.fail({ method: 'GET', path: ISSUE, answer: { status: 429, headers: { 'retry-after': '1' } } });
    assert.equal((await run(['step', id])).code, 0);
    assert.equal((await readItem()).progress?.stage, 'intake');
  });

  it('[PIPE-2] an answer of 502 after the effect is continued by the next step, and the object exists once', async () => {
    const answer = { status: 502, data: { message: 'Bad Gateway' } };
    scene.server.fail({ method: 'POST', path: COMMENTS, answer, isAfterEffect: true });
    assert.equal((await run(['step', id])).code, 75);
    assert.equal((await run(['step', id])).code, 0);
    const comments = await scene.forge.listComments(id, undefined, signal);
    const entered = comments.filter(({ body }) => body.startsWith('Stage: intake'));
    assert.equal(entered.length, 1, comments.map(({ body }) => body).join('\n---\n'));
  });

  it('[PIPE-7] a server that the repository names never receives the token for github.com', async () => {
    const github = { GH_ENTERPRISE_TOKEN: '', GITHUB_TOKEN: scene.server.tokenOf('holdfast-bot') };
    const before = scene.server.requests.length;
    const refused = await run(['items'], undefined, github);
    assert.equal(refused.code, 2);
    assert.equal(scene.server.requests.length, before);
    // GitHub Actions on such a server names it, and gives a token for it.
    const named = await run(['items'], undefined, { ...github, GITHUB_API_URL: scene.server.url });
    assert.equal(named.code, 0, named.stderr);
    const elsewhere = {
      kind: 'github',
      repository: 'acme/app',
      apiUrl: scene.server.url,
      gitUrl: 'https://localhost.example/app',
    };
    await scene.user.write('holdfast.config.yaml', JSON.stringify({ forge: elsewhere }));
    const moved = await run(['items']);
    assert.equal(moved.code, 2);
    assert.match(moved.stderr, /"forge\.gitUrl" names another server than the API/);
  });

  it('without a token, with an unknown issue, or with a deleted base branch says what to do', async () => {
    const none = await run(['items'], undefined, { GH_ENTERPRISE_TOKEN: '' });
    assert.equal(none.code, 2);
    assert.match(none.stderr, /there is no token for http:.*\nSet GH_ENTERPRISE_TOKEN or GITHUB_ENTERPRISE_TOKEN/);
    const unknown = await run(['step', '4711']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /There is no item 4711, or the token cannot see it/);
    await scene.people.deleteBranch('main');
    const deleted = await run(['step', id]);
    assert.equal(deleted.code, 2);
    assert.match(deleted.stderr, /The base branch main does not exist\nRestore the branch/);
  });
});
