import assert from 'node:assert/strict';
import { ForgeError, type ForgeProblem } from '../../../../src/pipeline/forge/forge-error.ts';
import type { NewPullRequest } from '../../../../src/pipeline/forge/forge.ts';
import { carriesMarker, type Marker } from '../../../../src/pipeline/forge/marker.ts';
import { createCommit, signal, type ForgeScene } from './forge-scene.ts';

export function isProblem(problem: ForgeProblem): (thrown: unknown) => boolean {
  return (thrown) => thrown instanceof ForgeError && thrown.problem === problem;
}

/** Registers the tests that every forge has to pass. */
export function describeForge(name: string, createScene: () => Promise<ForgeScene>): void {
  describe(name, function () {
    this.timeout(60_000);

    let scene: ForgeScene;
    beforeEach(async () => {
      scene = await createScene();
    });
    afterEach(async () => {
      await scene[Symbol.asyncDispose]();
    });

    const markerOf = (item: string, key: string): Marker => ({ item, round: 1, stage: 'planning', key });

    /** Creates a branch with one changed line, from `main` unless another commit is named. */
    async function createBranch(branch: string, parent?: string): Promise<string> {
      const base = parent ?? (await scene.user.git('rev-parse', 'main')).trim();
      const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`);
      lines[9] = `changed on ${branch}\n`;
      const commit = await createCommit(scene.user, base, {
        'src/lines.txt': lines.join(''),
        [`src/${branch.replaceAll('/', '-')}.txt`]: 'new\n',
      });
      await scene.forge.updateBranch({ name: branch, commit, expected: undefined }, signal);
      return commit;
    }

    async function open(branch: string, more: Partial<NewPullRequest> = {}) {
      return scene.forge.createPullRequest(
        { title: 'A change', body: 'why', head: branch, base: 'main', marker: markerOf('1', branch), ...more },
        signal,
      );
    }

    describe('items', () => {
      it('[PIPE-2] an item is found by its marker after it was closed, linked or not', async () => {
        const { forge, people } = scene;
        const parent = await people.createItem('Parent', ['holdfast:run']);
        const marker = markerOf(parent, 'sub-item/parser');
        assert.deepEqual(await forge.findItems(marker, signal), []);
        const created = await forge.createItem(
          { title: 'Parser', body: 'text', labels: ['holdfast:sub'], marker },
          signal,
        );
        assert.equal(created.author, forge.actor);
        assert.ok(carriesMarker(created.body, marker));
        await forge.closeItem(created.id, signal);
        const found = await forge.findItems(marker, signal);
        assert.deepEqual(
          found.map(({ id, isOpen, labels }) => ({ id, isOpen, labels })),
          [{ id: created.id, isOpen: false, labels: ['holdfast:sub'] }],
        );
        assert.deepEqual(await forge.findItems(markerOf(parent, 'sub-item/other'), signal), []);
      });

      it('[ASSERT-IDEM-002] linking a sub-item twice shows it once', async () => {
        const { forge, people } = scene;
        const parent = await people.createItem('Parent', []);
        const marker = markerOf(parent, 'a');
        const child = await forge.createItem({ title: 'Child', body: '', labels: [], marker }, signal);
        await forge.linkSubItem(parent, child.id, signal);
        await forge.linkSubItem(parent, child.id, signal);
        assert.deepEqual(await people.listSubItems(parent), [child.id]);
      });

      it('[PIPE-2] text of a person or a model does not pass for a marker', async () => {
        const { forge, people } = scene;
        const parent = await people.createItem('Parent', []);
        const [first, second] = [markerOf(parent, 'a'), markerOf(parent, 'b')];
        const { body } = await forge.createItem({ title: 'A', body: 'a', labels: [], marker: first }, signal);
        const quote = `${body}\nmore`;
        await forge.createItem({ title: 'B', body: quote, labels: [], marker: second }, signal);
        assert.deepEqual(
          (await forge.findItems(first, signal)).map(({ title }) => title),
          ['A'],
        );
      });

      it('lists items by label and state, without pull requests', async () => {
        const { forge, people } = scene;
        const first = await people.createItem('First', ['holdfast:run', 'bug']);
        const second = await people.createItem('Second', ['holdfast:run']);
        await people.createItem('Third', ['bug']);
        await createBranch('holdfast/1/1/generation');
        await open('holdfast/1/1/generation');
        await forge.closeItem(second, signal);
        const list = async (filter: { label?: string; open?: boolean }) =>
          (await forge.listItems(filter, signal)).map(({ id }) => id);
        assert.deepEqual(await list({ label: 'holdfast:run' }), [first, second]);
        assert.deepEqual(await list({ label: 'holdfast:run', open: true }), [first]);
        assert.equal((await list({})).length, 3);
        assert.equal(await forge.readItem('9999', signal), undefined);
        assert.equal(await forge.readItem('no-number', signal), undefined);
      });

      it('[ASSERT-IDEM-003] setting a label twice is a no-op, and labels without the prefix stay', async () => {
        const { forge, people } = scene;
        const id = await people.createItem('Item', ['bug', 'holdfast:run', 'holdfast:stage:intake']);
        const next = ['holdfast:run', 'holdfast:stage:architecture'];
        for (let time = 0; time < 2; time++) {
          await forge.setLabels(id, 'holdfast:', next, signal);
          assert.deepEqual([...((await forge.readItem(id, signal))?.labels ?? [])].sort(), ['bug', ...next]);
        }
        await forge.setLabels(id, 'holdfast:', [], signal);
        assert.deepEqual((await forge.readItem(id, signal))?.labels, ['bug']);
      });

      it('a call that needs an item which does not exist fails with `not-found`', async () => {
        const { forge } = scene;
        await assert.rejects(forge.closeItem('9999', signal), isProblem('not-found'));
        await assert.rejects(forge.setLabels('9999', 'x', ['x'], signal), isProblem('not-found'));
        await assert.rejects(forge.createComment('9999', 'x', markerOf('1', 'x'), signal), isProblem('not-found'));
      });
    });

    describe('comments', () => {
      it('lists those after a cursor and reports edits', async () => {
        const { forge, people } = scene;
        const id = await people.createItem('Item', []);
        const first = await people.comment(id, 'first');
        const second = await people.comment(id, '/holdfast approve');
        assert.deepEqual(
          (await forge.listComments(id, undefined, signal)).map(({ body, author, isEdited }) => [
            body,
            author,
            isEdited,
          ]),
          [
            ['first', 'reviewer', false],
            ['/holdfast approve', 'reviewer', false],
          ],
        );
        await people.editComment(second, '/holdfast reject');
        assert.deepEqual(
          (await forge.listComments(id, first, signal)).map(({ body, isEdited }) => [body, isEdited]),
          [['/holdfast reject', true]],
        );
        assert.deepEqual(await forge.listComments(id, second, signal), []);
      });

      it('[PIPE-2] a comment is found by its marker', async () => {
        const { forge, people } = scene;
        const id = await people.createItem('Item', []);
        const marker = markerOf(id, 'status');
        const created = await forge.createComment(id, 'Stage: planning', marker, signal);
        await people.comment(id, created.body.replace('planning', 'copied'), 'outsider');
        await people.comment(id, `> ${created.body.replaceAll('\n', '\n> ')}`);
        assert.deepEqual(
          (await forge.findComments(id, marker, signal)).map((comment) => comment.id),
          [created.id],
        );
      });
    });

    describe('branches', () => {
      it('[PIPE-1] move by compare-and-swap only', async () => {
        const { forge, user } = scene;
        const name = 'holdfast/1/1/generation';
        assert.equal(await forge.readBranch(name, signal), undefined);
        const first = await createBranch(name);
        const second = await createCommit(user, first, { 'b.txt': 'b\n' });
        const third = await createCommit(user, first, { 'c.txt': 'c\n' });
        await assert.rejects(
          forge.updateBranch({ name, commit: second, expected: undefined }, signal),
          isProblem('conflict'),
        );
        await forge.updateBranch({ name, commit: second, expected: first }, signal);
        // The same update again is what follows a lost answer.
        await forge.updateBranch({ name, commit: second, expected: first }, signal);
        await assert.rejects(
          forge.updateBranch({ name, commit: third, expected: first }, signal),
          isProblem('conflict'),
        );
        // A rewritten branch is replaced with the same lease.
        await forge.updateBranch({ name, commit: third, expected: second }, signal);
        assert.equal(await forge.readBranch(name, signal), third);
        await forge.fetchCommit(third, signal);
      });
    });

    it('[PIPE-1] of competing updates of a branch exactly one succeeds', async () => {
      const { forge, user } = scene;
      const first = await createBranch('a');
      const commits: string[] = [];
      for (let index = 0; index < 5; index++) commits.push(await createCommit(user, first, { 'x.txt': `${index}\n` }));
      const results = await Promise.allSettled(
        commits.map((commit) => forge.updateBranch({ name: 'a', commit, expected: first }, signal)),
      );
      for (const result of results) {
        if (result.status === 'fulfilled') continue;
        assert.ok(isProblem('conflict')(result.reason) || isProblem('unavailable')(result.reason));
      }
      const winners = commits.filter((_, index) => results[index]?.status === 'fulfilled');
      assert.equal(winners.length, 1);
      assert.equal(await forge.readBranch('a', signal), winners[0]);
    });

    describe('pull requests', () => {
      it('[ASSERT-IDEM-001] a pull request is found by its marker, and a second one for the same branches is refused', async () => {
        const commit = await createBranch('holdfast/1/1/architecture');
        const created = await open('holdfast/1/1/architecture');
        assert.deepEqual(
          { ...created, body: '', number: 0 },
          {
            number: 0,
            title: 'A change',
            body: '',
            head: 'holdfast/1/1/architecture',
            headCommit: commit,
            base: 'main',
            state: 'open',
            author: scene.forge.actor,
          },
        );
        const marker = markerOf('1', 'holdfast/1/1/architecture');
        assert.deepEqual(await scene.forge.findPullRequests(marker, signal), [created]);
        await assert.rejects(
          open('holdfast/1/1/architecture', { marker: markerOf('1', 'other') }),
          isProblem('invalid'),
        );
        await scene.forge.closePullRequest(created.number, signal);
        assert.equal((await scene.forge.findPullRequests(marker, signal))[0]?.state, 'closed');
      });

      it('[PIPE-3] closed by a person is closed, without a merge commit', async () => {
        await createBranch('a');
        const { number } = await open('a');
        await scene.forge.closePullRequest(number, signal);
        const read = await scene.forge.readPullRequest(number, signal);
        assert.deepEqual([read?.state, read?.mergeCommit], ['closed', undefined]);
        assert.equal(await scene.forge.readPullRequest(9999, signal), undefined);
      });

      it('without a branch, or without a change, fails with `invalid`', async () => {
        await assert.rejects(open('missing'), isProblem('invalid'));
        await createBranch('a');
        await assert.rejects(open('a', { base: 'missing' }), isProblem('invalid'));
        await assert.rejects(open('a', { base: 'a' }), isProblem('invalid'));
      });

      for (const kind of ['merge', 'squash'] as const) {
        it(`a ${kind} is recognised, and the head commit is kept after the branch was deleted`, async () => {
          const { forge, people } = scene;
          const commit = await createBranch('a');
          const { number } = await open('a');
          await people.merge(number, kind);
          await people.deleteBranch('a');
          const read = await forge.readPullRequest(number, signal);
          assert.deepEqual([read?.state, read?.headCommit], ['merged', commit]);
          assert.equal(read?.mergeCommit, await forge.readBranch('main', signal));
          await forge.fetchCommit(commit, signal);
        });
      }

      it('[PIPE-3] a branch that was deleted without a merge closes the pull request', async () => {
        const { forge, people } = scene;
        const commit = await createBranch('a');
        const { number } = await open('a');
        await people.deleteBranch('a');
        const read = await forge.readPullRequest(number, signal);
        assert.deepEqual([read?.state, read?.headCommit], ['closed', commit]);
      });

      it('are stacked and retargeted', async () => {
        const { forge } = scene;
        const below = await createBranch('a');
        const above = await createCommit(scene.user, below, { 'above.txt': 'x\n' });
        await forge.updateBranch({ name: 'b', commit: above, expected: undefined }, signal);
        const { number } = await open('b', { base: 'a' });
        await forge.retargetPullRequest(number, 'main', signal);
        await forge.retargetPullRequest(number, 'main', signal);
        const read = await forge.readPullRequest(number, signal);
        assert.deepEqual([read?.base, read?.state, read?.headCommit], ['main', 'open', above]);
        await assert.rejects(forge.retargetPullRequest(number, 'missing', signal), isProblem('invalid'));
        await forge.closePullRequest(number, signal);
        await assert.rejects(forge.retargetPullRequest(number, 'a', signal), isProblem('invalid'));
      });
    });

    describe('reviews', () => {
      it('carry the verdict and the commit that was reviewed', async () => {
        const { forge, people, user } = scene;
        const first = await createBranch('a');
        const { number } = await open('a');
        await people.review(number, 'changes-requested', 'not yet', [
          { path: 'src/lines.txt', line: 10, body: 'why this line?' },
        ]);
        const second = await createCommit(user, first, { 'b.txt': 'b\n' });
        await forge.updateBranch({ name: 'a', commit: second, expected: first }, signal);
        await people.review(number, 'approved', 'good');
        const [requested, approved, ...more] = await forge.listReviews(number, signal);
        assert.deepEqual(more, []);
        assert.deepEqual(
          [requested?.verdict, requested?.commit, requested?.author, requested?.comments],
          ['changes-requested', first, 'reviewer', [{ path: 'src/lines.txt', line: 10, body: 'why this line?' }]],
        );
        assert.deepEqual([approved?.verdict, approved?.commit, approved?.body], ['approved', second, 'good']);
        await people.dismissReview(number, approved?.id ?? '');
        assert.equal((await forge.listReviews(number, signal))[1]?.verdict, 'dismissed');
      });

      it('the author of a pull request cannot approve it', async () => {
        const { forge, people } = scene;
        await createBranch('a');
        const { number } = await open('a');
        await assert.rejects(people.review(number, 'approved', 'mine', [], forge.actor));
        assert.deepEqual(await forge.listReviews(number, signal), []);
      });

      it('[ASSERT-INT-002] comments are on their lines; those outside the change are in the summary', async () => {
        const { forge } = scene;
        await createBranch('a');
        const { number } = await open('a');
        const marker = markerOf('1', 'findings');
        const comments = [
          { path: 'src/lines.txt', line: 10, body: 'on the changed line' },
          { path: 'src/lines.txt', line: 12, body: 'in its context' },
          { path: 'src/lines.txt', line: 30, body: 'far away' },
          { path: 'src/lines.txt', body: 'on the file' },
          { path: 'src/unchanged.txt', line: 1, body: 'not in the change' },
        ];
        await forge.createReview(number, { body: 'Findings', comments, marker }, signal);
        const [review, ...more] = await forge.listReviews(number, signal);
        assert.ok(review !== undefined && more.length === 0);
        assert.deepEqual(review.comments, comments.slice(0, 2));
        assert.equal(review.verdict, 'commented');
        assert.ok(carriesMarker(review.body, marker));
        for (const { body } of comments.slice(2)) assert.ok(review.body.includes(body), review.body);
        assert.match(review.body, /src\/lines\.txt:30/);
      });
    });

    it('statuses: the latest of each context counts', async () => {
      const { forge } = scene;
      const commit = await createBranch('a');
      const status = { commit, context: 'holdfast/generation', state: 'pending', description: 'attempt 1' } as const;
      await forge.setStatus(status, signal);
      await forge.setStatus({ ...status, context: 'holdfast/a' }, signal);
      await forge.setStatus({ ...status, state: 'success', description: 'passed' }, signal);
      assert.deepEqual(await forge.readStatuses(commit, signal), [
        { ...status, context: 'holdfast/a' },
        { ...status, state: 'success', description: 'passed' },
      ]);
    });

    it('knows that the reviewer may write', async () => {
      assert.equal(await scene.forge.canWrite('reviewer', signal), true);
    });
  });
}
