import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ForgeError } from '../../../src/pipeline/forge/forge-error.ts';
import { toGithubUrls } from '../../../src/pipeline/forge/github/github-repository.ts';
import { GitRefStateStore } from '../../../src/pipeline/state/git-ref-state-store.ts';
import { StaleStateError } from '../../../src/pipeline/state/state-store.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { RemoteRepository } from '../../../src/workspace/git/remote-repository.ts';
import type { Clock } from '../../../src/foundation/clock.ts';
import { startGitServer } from '../../servers/git-server.ts';
import { REPOSITORY } from '../../servers/github/github-server.ts';
import { GitUser } from '../../workspace/support/git-user.ts';
import { signal } from './support/forge-scene.ts';
import { describeForge, isProblem } from './support/forge-suite.ts';
import { createGithubScene, type GithubScene } from './support/github-scene.ts';

describeForge('GitHub', createGithubScene);

describe('GitHub: failures', function () {
  this.timeout(60_000);

  let scene: GithubScene;
  beforeEach(async () => {
    scene = await createGithubScene();
  });
  afterEach(async () => {
    await scene[Symbol.asyncDispose]();
  });

  const ISSUES = new RegExp(`^${REPOSITORY}/issues$`);
  const marker = { item: '1', round: 1, stage: 'planning', key: 'sub-item/a' } as const;
  const create = () => scene.forge.createItem({ title: 'A', body: '', labels: [], marker }, signal);
  const count = (method: string) =>
    scene.server.requests.filter((request) => request.method === method && ISSUES.test(request.path)).length;

  it('[PIPE-2] a creation whose answer is lost is not repeated, and its object is found', async () => {
    const answer = { status: 502, data: { message: 'Bad Gateway' } };
    scene.server.fail({ method: 'POST', path: ISSUES, answer, isAfterEffect: true });
    await assert.rejects(create(), isProblem('unavailable'));
    assert.equal(count('POST'), 1);
    assert.equal((await scene.forge.findItems(marker, signal)).length, 1);
  });

  for (const [method, status] of [
    ['GET', 404],
    ['POST', 422],
  ] as const) {
    it(`[PIPE-2] a sub-issue stays unlinked if the server answers ${status} to ${method}`, async () => {
      const [parent, child] = [await create(), await create()];
      scene.server.fail({ method, path: /sub_issues$/, answer: { status } });
      await scene.forge.linkSubItem(parent.id, child.id, signal);
      assert.ok(await scene.forge.readItem(child.id, signal));
    });
  }

  it('a sub-issue that could not be linked because of missing rights is an error', async () => {
    const [parent, child] = [await create(), await create()];
    scene.server.fail({ method: 'POST', path: /sub_issues$/, answer: { status: 403 } });
    await assert.rejects(scene.forge.linkSubItem(parent.id, child.id, signal), isProblem('forbidden'));
  });

  it('a read is repeated if the server fails, and given up after three repetitions', async () => {
    const answer = { status: 502, data: { message: 'Bad Gateway' } };
    scene.server.fail({ method: 'GET', path: ISSUES, answer, times: 2 });
    assert.deepEqual(await scene.forge.listItems({}, signal), []);
    assert.equal(count('GET'), 3);
    scene.server.fail({ method: 'GET', path: ISSUES, answer, times: 9 });
    await assert.rejects(scene.forge.listItems({}, signal), isProblem('unavailable'));
    assert.equal(count('GET'), 7);
  });

  for (const [status, problem] of [
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'conflict'],
    [410, 'not-found'],
    [422, 'invalid'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ] as const) {
    it(`${status} is \`${problem}\`, with the message of the server and a hint`, async () => {
      const data = { message: 'Reason', errors: [{ field: 'title', code: 'missing' }, 'Detail'] };
      scene.server.fail({ method: 'POST', path: ISSUES, answer: { status, data } });
      await assert.rejects(create(), (thrown: unknown) => {
        assert.ok(thrown instanceof ForgeError);
        assert.equal(thrown.problem, problem);
        assert.equal(
          thrown.message,
          `Failed to create an issue: GitHub answered ${status} (Reason · title: missing · Detail)`,
        );
        assert.equal(thrown.hint === undefined, problem === 'invalid');
        assert.equal(thrown.retryable, problem === 'unavailable');
        return true;
      });
      assert.equal(count('POST'), 1);
    });
  }

  it('an unknown token is `unauthorized`, for the API and for git', async () => {
    await assert.rejects(scene.connect({ token: 'wrong' }), isProblem('unauthorized'));
    // The server for git does not exist; the API gives the reason.
    const forge = await scene.connect({ gitUrl: `${scene.server.url}/acme/app.git` });
    scene.server.fail({ method: 'GET', path: /^\/repos\/acme\/app$/, answer: { status: 401 } });
    await assert.rejects(forge.readBranch('main', signal), isProblem('unauthorized'));
    await assert.rejects(forge.readBranch('main', signal), isProblem('unavailable'));
  });

  it('a read that the server refuses is not repeated', async () => {
    assert.equal(await scene.forge.readItem('9999', signal), undefined);
    assert.equal(scene.server.requests.filter(({ path }) => path.endsWith('/9999')).length, 1);
  });

  it('[CONF-4] a read that exceeds its limit is not repeated, and says so', async () => {
    let requests = 0;
    const server = createServer(() => requests++).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const limits = { milliseconds: 50, bytes: 1_000 };
      const slow = scene.connect({ apiUrl: `http://127.0.0.1:${port}`, limits });
      await assert.rejects(slow, /GitHub cannot be reached: no complete answer within 0\.05 s/);
      assert.equal(requests, 1);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('a server that cannot be reached is `unavailable`', async () => {
    await assert.rejects(scene.connect({ apiUrl: 'http://127.0.0.1:1' }), isProblem('unavailable'));
  });

  it('a cancelled call ends at once', async () => {
    const cancelled = AbortSignal.abort();
    await assert.rejects(scene.forge.listItems({}, cancelled), { code: 'cancelled' });
  });

  it('a branch that a rule protects is `forbidden`', async () => {
    await scene.bare.write('hooks/update', '#!/bin/sh\nexit 1\n', 0o755);
    const commit = (await scene.user.git('rev-parse', 'main')).trim();
    const update = { name: 'protected', commit, expected: undefined };
    await assert.rejects(scene.forge.updateBranch(update, signal), isProblem('forbidden'));
  });

  it('the owner of a token that may not read the user is named by GraphQL', async () => {
    scene.server.fail({
      method: 'GET',
      path: /^\/user$/,
      answer: { status: 403, data: { message: 'Resource not accessible' } },
    });
    assert.equal((await scene.connect()).actor, 'holdfast-bot');
  });

  it('a commit of another person is fetched without a ref, also after its branch was deleted', async () => {
    const { forge, bare, user } = scene;
    const other = await GitUser.init(`${user.folder}-other`);
    await other.git('fetch', '-q', bare.folder, 'main');
    await other.git('checkout', '-q', 'FETCH_HEAD');
    await other.write('person.txt', 'by a person\n');
    const commit = await other.commit('by a person');
    await other.git('push', '-q', bare.folder, 'HEAD:refs/heads/change');
    await bare.git('update-ref', '-d', 'refs/heads/change');
    const refs = await user.git('for-each-ref');
    await forge.fetchCommit(commit, signal);
    assert.equal(await user.git('show', `${commit}:person.txt`), 'by a person\n');
    assert.equal(await user.git('for-each-ref'), refs);
    await assert.rejects(forge.fetchCommit('f'.repeat(40), signal), isProblem('not-found'));
  });

  it('[PIPE-2] texts that are too long are shortened and keep their marker', async () => {
    const { forge, people } = scene;
    const id = await people.createItem('Item', []);
    const requested = { ...marker, item: id };
    const text = `${'☂'.repeat(40_000)}${'😀'.repeat(40_000)}`;
    const created = await forge.createItem({ title: text, body: text, labels: [], marker: requested }, signal);
    assert.equal(created.title.length, 256);
    assert.ok(created.body.length <= 65_536);
    // No character is cut in half.
    assert.equal(Buffer.from(created.body).toString(), created.body);
    assert.match(created.body, /This text was shortened/);
    assert.equal((await forge.findItems(requested, signal)).length, 1);
    await forge.createComment(id, text, requested, signal);
    assert.equal((await forge.findComments(id, requested, signal)).length, 1);
    const commit = (await scene.user.git('rev-parse', 'main')).trim();
    const status = { commit, context: 'holdfast', state: 'failure', description: text } as const;
    await forge.setStatus(status, signal);
    assert.equal((await forge.readStatuses(commit, signal))[0]?.description.length, 140);
  });

  it('only people who may write can write', async () => {
    assert.equal(await scene.forge.canWrite('acme', signal), true);
    assert.equal(await scene.forge.canWrite('outsider', signal), false);
    assert.equal(await scene.forge.canWrite('unknown', signal), false);
  });

  it('[PIPE-2] an issue of an outsider with a marker does not pass for a sub-item', async () => {
    const created = await create();
    await scene.server.send('outsider', 'POST', `${REPOSITORY}/issues`, { title: 'Fake', body: created.body });
    assert.deepEqual(
      (await scene.forge.findItems(marker, signal)).map(({ id }) => id),
      [created.id],
    );
  });

  it('comments that the server refuses at their lines are in the summary', async () => {
    const { forge, people, server, user } = scene;
    const id = await people.createItem('Item', []);
    await user.git('checkout', '-q', '-b', 'change');
    await user.write('src/lines.txt', 'one line\n');
    const commit = await user.commit('change');
    await forge.updateBranch({ name: 'change', commit, expected: undefined }, signal);
    const requested = { ...marker, item: id };
    const { number } = await forge.createPullRequest(
      { title: 't', body: '', head: 'change', base: 'main', marker: requested },
      signal,
    );
    const path = /\/reviews$/;
    server.fail({ method: 'POST', path, answer: { status: 422, data: { message: 'line must be part of the diff' } } });
    const comments = [{ path: 'src/lines.txt', line: 1, body: 'on the line' }];
    await forge.createReview(number, { body: 'Findings', comments, marker: requested }, signal);
    const reviews = await forge.listReviews(number, signal);
    assert.equal(reviews.length, 1);
    assert.deepEqual(reviews[0]?.comments, []);
    assert.match(reviews[0].body, /src\/lines\.txt:1.*on the line/);
  });

  describe('rate limits', () => {
    /** Time that passes only in waits. */
    function createTime(): { clock: Clock; now: () => number; waits: number[] } {
      let now = Date.parse('2026-11-23T10:00:00Z');
      const waits: number[] = [];
      const clock: Clock = {
        now: () => now,
        after(milliseconds, action) {
          waits.push(milliseconds);
          now += milliseconds;
          queueMicrotask(action);
          return () => undefined;
        },
      };
      return { clock, now: () => now, waits };
    }
    const reset = String(Date.parse('2026-11-23T10:00:30Z') / 1000);
    const secondary = {
      documentation_url: 'https://docs.github.com/rest/overview/rate-limits#about-secondary-rate-limits',
    };

    for (const [name, answer, expected] of [
      [
        'a primary limit',
        { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } },
        30_000,
      ],
      ['a secondary limit with a time', { status: 403, headers: { 'retry-after': '7' } }, 7_000],
      ['a secondary limit without a time', { status: 403, data: secondary }, 60_000],
      ['429', { status: 429, data: {} }, 60_000],
    ] as const) {
      it(`[PIPE-7] ${name} that ends soon is waited for, also by a creation`, async () => {
        const { clock, now, waits } = createTime();
        const forge = await scene.connect({ clock, now });
        scene.server.fail({ method: 'POST', path: ISSUES, answer });
        await forge.createItem({ title: 'A', body: '', labels: [], marker }, signal);
        assert.deepEqual(waits, [expected]);
        assert.equal((await forge.findItems(marker, signal)).length, 1);
      });

      it(`[PIPE-7] ${name} that ends later than the limit of the option fails with its time`, async () => {
        const { clock, now, waits } = createTime();
        const forge = await scene.connect({ clock, now, longestWaitMs: expected - 1 });
        scene.server.fail({ method: 'POST', path: ISSUES, answer });
        const started = now();
        await assert.rejects(
          forge.createItem({ title: 'A', body: '', labels: [], marker }, signal),
          (thrown: unknown) => {
            assert.ok(isProblem('rate-limited')(thrown) && thrown instanceof ForgeError);
            assert.deepEqual([thrown.retryAt, thrown.retryable], [started + expected, true]);
            return true;
          },
        );
        assert.deepEqual(waits, []);
      });
    }

    it('[PIPE-7] the waits of one call together do not exceed the limit', async () => {
      const { clock, now, waits } = createTime();
      const forge = await scene.connect({ clock, now });
      scene.server.fail({
        method: 'GET',
        path: ISSUES,
        answer: { status: 429, headers: { 'retry-after': '25' } },
        times: 9,
      });
      await assert.rejects(forge.listItems({}, signal), isProblem('rate-limited'));
      assert.deepEqual(waits, [25_000, 25_000]);
    });
  });

  it('reads all pages of a list', async () => {
    for (let number = 1; number <= 103; number++) {
      await scene.people.createItem(`Item ${number}`, ['holdfast:run']);
    }
    assert.equal((await scene.forge.listItems({ label: 'holdfast:run', open: true }, signal)).length, 103);
  });
});

describe('GitHub: addresses', function () {
  this.timeout(60_000);

  it('are those of the cloud, of a tenant in the cloud and of an Enterprise server', () => {
    assert.deepEqual(toGithubUrls('github.com', 'acme', 'app'), {
      apiUrl: 'https://api.github.com',
      gitUrl: 'https://github.com/acme/app.git',
    });
    assert.equal(toGithubUrls('acme.ghe.com', 'acme', 'app').apiUrl, 'https://api.acme.ghe.com');
    assert.equal(toGithubUrls('git.example.org', 'acme', 'app').apiUrl, 'https://git.example.org/api/v3');
  });

  it('[PIPE-1] the token is sent to the server of git, and branches and states are pushed to it', async () => {
    await using scene = await createGithubScene();
    await using server = await startGitServer(path.dirname(scene.bare.folder), 'secret');
    const url = `${server.url}/remote.git`;
    const git = new Git(scene.user.folder);
    const remote = new RemoteRepository(git, { url, token: 'secret' });
    const main = (await scene.user.git('rev-parse', 'main')).trim();
    await remote.swap({ ref: 'refs/heads/change', commit: main, expected: undefined });
    const store = new GitRefStateStore({ remote, fallbackPrefix: 'holdfast' });
    const version = await store.swap('42', undefined, 'one', signal);
    await store.swap('42', version, 'two', signal);
    await assert.rejects(store.swap('42', version, 'three', signal), StaleStateError);
    assert.equal((await store.read('42', signal))?.text, 'two');
    assert.equal((await scene.bare.git('rev-parse', 'change')).trim(), main);
    assert.deepEqual(server.refused, []);
    await assert.rejects(new RemoteRepository(git, { url, token: 'wrong' }).readRef('refs/heads/main'), {
      code: 'git',
    });
    assert.notEqual(server.refused.length, 0);
  });

  it('the token is sent to no other server', async () => {
    await using scene = await createGithubScene();
    const url = 'https://git.example.org/acme/app.git';
    const remote = new RemoteRepository(new Git(scene.user.folder), { url, token: 'secret' });
    const read = (address: string) =>
      remote.git.text(['config', '--get-urlmatch', 'http.extraHeader', address], {
        action: 'read',
        acceptedExitCodes: [1],
      });
    assert.match(await read(url), /^Authorization: Basic /);
    assert.equal(await read('https://example.com/'), '');
  });
});
