import assert from 'node:assert/strict';
import { callHoldfast } from '../support/holdfast.ts';
import type { WorkItem, WorkItemDetails } from '../../../src/pipeline.ts';
import { PipelineWorkspace } from './support/pipeline-workspace.ts';

const AUTO = 'gates: { architecture: auto, interfaces: auto, planning: auto }\n';

describe('what a person does with items and pull requests', function () {
  this.timeout(180_000);

  const id = '1';
  /** The item waits for a decision about its architecture. */
  let waiting: PipelineWorkspace;
  /** The pull requests of the item wait for their merge. */
  let generated: PipelineWorkspace;
  before(async () => {
    waiting = new PipelineWorkspace();
    generated = new PipelineWorkspace({ files: { '.holdfast/pipeline.yaml': AUTO } });
    for (const scene of [waiting, generated]) {
      assert.equal(await scene.createItem(undefined, '--run'), id);
      assert.equal((await scene.run('watch', '--once')).code, 0);
    }
  });
  after(() => {
    waiting[Symbol.dispose]();
    generated[Symbol.dispose]();
  });

  it('[ASSERT-PSM-003] refuses an approval or a cancellation that the next step would not apply', async () => {
    using scene = new PipelineWorkspace({ copyOf: waiting });
    assert.equal((await scene.run('item', 'approve', id)).code, 0);
    const twice = await scene.run('item', 'approve', id);
    assert.equal(twice.code, 2, twice.stdout);
    assert.equal(twice.stdout, '');
    assert.match(twice.stderr, /Failed to approve the item 1: Nothing waits for an approval\..*\n.*holdfast step 1/);
    assert.equal((await scene.run('item', 'cancel', id)).code, 0);
    const again = await scene.run('item', 'cancel', id);
    assert.equal(again.code, 2, again.stdout);
    assert.match(again.stderr, /Failed to cancel the item 1: The item is cancelled already\./);
    const commands = scene.comments(id).filter((body) => body.startsWith('/holdfast'));
    assert.equal(commands.length, 2, 'refused commands are not posted');
  });

  it('[ASSERT-PSM-003] refuses to close a pull request twice, and an empty title, reason or comment', async () => {
    using scene = new PipelineWorkspace({ copyOf: waiting });
    const number = String((await scene.show(id)).progress?.decisions[0]?.pullRequest);
    for (const command of [
      ['item', 'new', '--title', ''],
      ['item', 'reject', id, '--reason', ' '],
      ['pr', 'comment', number, '--body', ''],
      ['pr', 'request-changes', number, '--body', ''],
    ]) {
      const { code, stderr } = await scene.run(...command);
      assert.equal(code, 2, command.join(' '));
      assert.match(stderr, /Expected a text that is not empty/);
    }
    assert.equal((await scene.start('pr', 'close', number).finished).code, 0);
    const again = await scene.run('pr', 'close', number);
    assert.equal(again.code, 2, again.stdout);
    assert.match(again.stderr, /Failed to close the pull request \d+: it is closed/);
  });

  it('[ASSERT-PSM-003] a command that cancels wins over an approval of the document', async () => {
    using scene = new PipelineWorkspace({ copyOf: waiting });
    const number = (await scene.show(id)).progress?.decisions[0]?.pullRequest;
    assert.equal((await scene.run('pr', 'approve', String(number))).code, 0);
    assert.equal((await scene.run('item', 'cancel', id)).code, 0);
    assert.equal((await scene.step(id)).item?.progress?.status, 'cancelled');
  });

  it('[ASSERT-PSM-003] a command that ends the round wins over a review of the same time', async () => {
    const approveAnd = async (scene: PipelineWorkspace, command: string) => {
      const number = (await scene.show(id)).progress?.decisions[0]?.pullRequest;
      assert.equal((await scene.run('pr', 'approve', String(number))).code, 0);
      assert.equal((await scene.run('item', command, id)).code, 0);
      return (await scene.step(id)).item?.progress;
    };
    using restarted = new PipelineWorkspace({ copyOf: generated });
    const progress = await approveAnd(restarted, 'restart');
    assert.deepEqual([progress?.round, progress?.stage], [2, 'intake']);
    using cancelled = new PipelineWorkspace({ copyOf: generated });
    assert.equal((await approveAnd(cancelled, 'cancel'))?.status, 'cancelled');
  });

  it('[ASSERT-PSM-003] step prints the commands that it refuses, with the reason', async () => {
    using scene = new PipelineWorkspace({ copyOf: waiting });
    const post = (body: string) =>
      scene.query(
        `insert into forge_comments (number, author, body, created_at) values (${id}, 'kim', '${body}', '2026-11-23T10:00:00Z')`,
      );
    post('/holdfast approve 0000000');
    const { code, stdout } = await scene.run('step', id);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^#1 refused: @kim `\/holdfast approve` was not applied\. Nothing that waits has the hash 0000000/,
    );
    post('/holdfast merge');
    const { refusedCommands } = await scene.step(id);
    assert.match(refusedCommands?.join() ?? '', /was not applied\. The commands are approve, reject, restart, cancel/);
    assert.equal((await scene.step(id)).refusedCommands, undefined);
  });

  it('[PIPE-3] item run says what follows, and does nothing to a finished item, whose sub-issues are closed', async () => {
    using scene = new PipelineWorkspace({ copyOf: generated });
    const run = async () => scene.run('item', 'run', id);
    assert.match((await run()).stdout, /^The item 1 runs already: nothing changed\.$/m);
    for (const subItem of ['types', 'create']) {
      scene.workspace.git('merge', '-q', '--no-ff', '-m', 'merged', `holdfast/${id}/1/sub/${subItem}`);
      assert.equal((await scene.run('watch', '--once')).code, 0);
    }
    const finished = await run();
    assert.equal(finished.code, 0);
    assert.match(finished.stdout, /^The item 1 is finished: nothing happens\.$/m);
    assert.match(finished.stderr, /Start a new round with: holdfast item restart 1/);
    const details = await scene.show(id);
    assert.deepEqual([details.labels, details.progress?.status], [[], 'finished']);
    const { items } = await scene.json<{ items: readonly WorkItem[] }>('items', '--all');
    assert.deepEqual(
      items.map(({ parent, isOpen }) => [parent, isOpen]),
      [
        [undefined, true],
        [id, false],
        [id, false],
      ],
    );
    const other = await scene.createItem();
    const started = await scene.run('item', 'run', other);
    assert.ok(started.stdout.startsWith(`The item ${other} starts with its next step.\n`), started.stdout);
  });

  it('[PIPE-3] pr comment outside the change names the lines that are possible', async () => {
    using scene = new PipelineWorkspace({ copyOf: waiting });
    const number = String((await scene.show(id)).progress?.decisions[0]?.pullRequest);
    const diff = await scene.run('pr', 'diff', number);
    const path = /^\+\+\+ b\/(.*)$/m.exec(diff.stdout)?.[1] ?? assert.fail(diff.stdout);
    const comment = (file: string, line: string) =>
      scene.run('pr', 'comment', number, '--body', 'Why?', '--file', file, '--line', line);
    assert.equal((await comment(path, '1')).stderr, '');
    const outside = await comment(path, '9999');
    assert.equal(outside.code, 0);
    assert.match(
      outside.stderr,
      /^Line 9999 is not in the change, .* Lines of docs\/specs\/.* that can have comments: 1-\d+\.$/m,
    );
    assert.match((await comment('README.md', '1')).stderr, /^README\.md is not in the change/);
    assert.equal((await scene.run('pr', 'comment', number, '--body', 'In general: fine.')).code, 0);
    const { stdout: shown } = await scene.run('pr', 'show', number);
    assert.match(
      shown,
      new RegExp(`^#${number}  open  .*\\n\\n[^]*\\ncomments:\\n .*:\\n {8}In general: fine\\.\\nreviews:\\n`),
    );
    assert.ok(shown.includes(`${path}:1\n        Why?\n`), shown);
    assert.doesNotMatch(shown, /<!-- holdfast|^@@/m, 'neither markers nor the change');
  });

  it('[SESSION-2] pr answers makes a comment on a line one that an agent must answer, once and as data', async () => {
    using scene = new PipelineWorkspace({ copyOf: waiting });
    const number = String((await scene.show(id)).progress?.decisions[0]?.pullRequest);
    const diff = await scene.run('pr', 'diff', number);
    const path = /^\+\+\+ b\/(.*)$/m.exec(diff.stdout)?.[1] ?? assert.fail(diff.stdout);
    await scene.run('pr', 'comment', number, '--body', 'Why?\nSay so.', '--file', path, '--line', '1');
    const missing = await scene.run('pr', 'answers', number);
    assert.match(missing.stderr, /there is no such file/);
    const { head } = await scene.json<{ head: string }>('pr', 'show', number);
    scene.workspace.write({ [path]: `${scene.workspace.git('show', `${head}:${path}`)}\n` });
    for (let time = 0; time < 2; time++) {
      const run = await scene.run('pr', 'answers', number);
      assert.match(run.stdout, new RegExp(`^[0-9a-f]{8} open ${path}:1: Why\\?`), run.stderr);
    }
    const { comments } = await scene.json<{ comments: readonly { readonly text: string }[] }>('comments', 'list');
    assert.deepEqual(
      comments.map(({ text }) => text),
      ['Why?\nSay so.'],
    );
    const input = JSON.stringify({ session_id: 's', hook_event_name: 'Stop', cwd: scene.workspace.folder });
    const stopped = await callHoldfast(scene.workspace.folder, ['hook', 'stop'], scene.workspace.environment(), input);
    assert.match(stopped.stderr, /Comment [0-9a-f]{8} of [^\n]*: "Why\?\\nSay so\."/);
  });

  it('[ASSERT-PSM-006] [ASSERT-PSM-007] item show prints the comments of the local forge, and item comment adds one', async () => {
    using scene = new PipelineWorkspace({ copyOf: waiting });
    assert.match(
      (await scene.run('item', 'comment', id, '--body', 'Two lines\n<!-- of it')).stdout,
      /^Commented on the item 1\.$/m,
    );
    const { stdout } = await scene.run('item', 'show', id);
    const comments = stdout.slice(stdout.indexOf('\ncomments:\n'));
    assert.match(comments, / holdfast:\n {8}Stage: intake\. The item is classified\.\n/);
    assert.match(comments, /:\n {8}Two lines\n {8}<!-- of it\n$/);
    assert.doesNotMatch(stdout, /<!-- holdfast/);
    assert.deepEqual((await scene.show(id)).comments?.at(-1)?.body, 'Two lines\n<!-- of it');
    const missing = await scene.run('item', 'comment', '99', '--body', 'x');
    assert.deepEqual([missing.code, missing.stdout], [2, '']);
  });

  it('[ASSERT-PSM-006] an item of the local forge is edited, closed, which its next step ends, and reopened; pr list says that there is none', async () => {
    using scene = new PipelineWorkspace();
    assert.match((await scene.run('pr', 'list', '--all')).stdout, /^There are no pull requests\.$/m);
    assert.equal(await scene.createItem('', '--run'), id);
    scene.workspace.write({ 'request.md': 'Create an invoice for each order.\n' });
    assert.match((await scene.run('item', 'edit', id)).stderr, /Use --title, --text or --text-file/);
    assert.equal((await scene.run('item', 'edit', id, '--title', '')).code, 2);
    const both = await scene.run('item', 'edit', id, '--text', 'a', '--text-file', 'request.md');
    assert.equal(both.code, 2);
    const edited = await scene.run('item', 'edit', id, '--title', 'Bills', '--text-file', 'request.md');
    assert.match(edited.stdout, /^Changed the item 1\.$/m);
    const { title, body } = await scene.show(id);
    assert.deepEqual([title, body], ['Bills', 'Create an invoice for each order.\n']);

    await scene.step(id);
    assert.match(
      (await scene.run('item', 'close', id)).stdout,
      /^The item 1 is closed\. Its next step ends the work on it\.$/m,
    );
    assert.match((await scene.run('item', 'run', id)).stderr, /it is closed, .*\n.*holdfast item reopen 1/);
    assert.equal((await scene.step(id)).item?.progress?.status, 'cancelled');
    assert.equal((await scene.run('item', 'reopen', id)).code, 0);
    assert.match((await scene.run('item', 'run', id)).stdout, /starts a new round with its next step/);
    const { item } = await scene.step(id);
    assert.deepEqual([item?.isOpen, item?.progress?.round, item?.progress?.status], [true, 2, 'active']);
    assert.equal((await scene.run('item', 'close', '99')).code, 2);
  });

  it('[ASSERT-IDEM-001] a sub-issue that a person edited keeps its marker', async () => {
    using scene = new PipelineWorkspace({ copyOf: generated });
    const { subItems } = await scene.show(id);
    const issue = subItems[0]?.issue ?? assert.fail();
    const marker = ({ body }: WorkItemDetails) => body.trimEnd().split('\n').at(-1);
    const before = marker(await scene.show(issue));
    assert.match(before ?? '', /^<!-- holdfast: item=1 /);
    assert.equal((await scene.run('item', 'edit', issue, '--text', 'Another text.')).code, 0);
    const after = await scene.show(issue);
    assert.match(after.body, /^Another text\.\n/);
    assert.equal(marker(after), before);
  });
});
