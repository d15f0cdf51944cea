import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { PipelineProblem, WorkItem } from '../../../src/pipeline.ts';
import { PipelineWorkspace } from './support/pipeline-workspace.ts';

const BAD = 'gates:\n  intake: maybe\n';
const GOOD = 'gates: { architecture: auto }\n';
const MISTAKE = /\.holdfast\/pipeline\.yaml:2: "intake" must be one of auto, human/;

interface Listing {
  readonly items: readonly WorkItem[];
  readonly problem?: PipelineProblem;
}

describe('problems of the pipeline that concern one item or the configuration', function () {
  this.timeout(180_000);

  it('[PIPE-4] items lists the items and names the mistakes of a malformed pipeline.yaml once', async () => {
    using scene = new PipelineWorkspace();
    const first = await scene.createItem(undefined, '--run');
    await scene.createItem(undefined, '--run');
    await scene.step(first);
    scene.configure(BAD);
    const text = await scene.run('items');
    assert.equal(text.code, 1, text.stderr);
    assert.match(text.stdout, /^#1 {2}intake {2}active {2}Invoices\n#2 {2}not started {2}Invoices\n$/);
    assert.match(text.stderr, MISTAKE);
    assert.equal(text.stderr.split('pipeline.yaml:2').length, 2, 'once');
    const { items, problem } = await list(scene, 1);
    assert.deepEqual([items.length, problem?.details[0]?.line], [2, 2]);
  });

  it('[PIPE-1] items and watch report an item whose state cannot be read, and continue with the others', async () => {
    using scene = new PipelineWorkspace();
    const bad = await scene.createItem(undefined, '--run');
    const good = await scene.createItem(undefined, '--run');
    await scene.step(bad);
    scene.query(`update pipeline_states set text = '{"version":99}' where item = '${bad}'`);
    const text = await scene.run('items');
    assert.equal(text.code, 1, text.stderr);
    assert.match(
      text.stdout,
      /^#1 {2}unreadable {2}Invoices\n {4}Failed to read the state of the item 1: .*\n {4}Use /,
    );
    assert.match(text.stdout, /^#2 {2}not started/m);
    const { items, problem } = await list(scene, 1);
    assert.equal(problem, undefined);
    assert.deepEqual(
      items.map((item) => [item.id, item.problem?.hint !== undefined]),
      [
        [bad, true],
        [good, false],
      ],
    );
    const watched = await scene.run('watch', '--once');
    assert.equal(watched.code, 2);
    assert.match(watched.stderr, /#1: Failed to read the state of the item 1/);
    assert.equal((await scene.show(good)).progress?.stage, 'architecture');
  });

  it('[PIPE-4] watch stays while pipeline.yaml is malformed, with a comment on each item, and continues when it is correct', async () => {
    using scene = new PipelineWorkspace();
    const first = await scene.createItem(undefined, '--run');
    const second = await scene.createItem(undefined, '--run');
    await scene.step(first);
    scene.configure(BAD);
    const { process: child, finished } = scene.start('watch', '--interval', '0.1', '--jobs', '2');
    try {
      await readUntil(child.stderr, new RegExp(`#${second}: .*|#${first}: .*`), 2);
      for (const id of [first, second]) {
        assert.equal(scene.comments(id).filter((body) => body.includes('pipeline.yaml:2')).length, 1);
      }
      scene.configure(GOOD);
      await readUntil(child.stdout, /advanced/, 2);
    } finally {
      child.kill('SIGINT');
    }
    assert.equal((await finished).code, 130);
  });

  it('[PIPE-5] a base branch that was renamed while an item waits is reported on the item; a restart uses the new one', async () => {
    using scene = new PipelineWorkspace();
    const { workspace } = scene;
    const id = await scene.createItem(undefined, '--run');
    assert.equal((await scene.run('watch', '--once')).code, 0);
    const waiting = await scene.show(id);
    workspace.git('branch', '-m', 'main', 'trunk');
    for (let time = 0; time < 2; time++) {
      const { code, stderr } = await scene.run('step', id);
      assert.equal(code, 2);
      assert.match(stderr, /The base branch main, which this item started from, does not exist/);
    }
    const reports = scene.comments(id).filter((body) => body.includes('The base branch main'));
    assert.equal(reports.length, 1, 'one comment');
    assert.match(reports[0] ?? '', /start a new round from trunk with the comment `\/holdfast restart`/);

    workspace.git('branch', 'main');
    assert.equal((await scene.step(id)).outcome, 'nothing', 'it continues when the branch is restored');
    assert.deepEqual((await scene.show(id)).progress, waiting.progress);

    workspace.git('branch', '-q', '-D', 'main');
    assert.equal((await scene.run('item', 'restart', id)).code, 0);
    assert.equal((await scene.step(id)).item?.progress?.round, 2);
    assert.equal((await scene.run('watch', '--once')).code, 0);
    const state = scene.query(`select text from pipeline_states where item = '${id}'`)[0]?.['text'];
    assert.equal((JSON.parse(String(state)) as { base: { branch: string } }).base.branch, 'trunk');
  });

  it('[PIPE-5] an item whose base branch is gone can be cancelled although no other branch takes its place', async () => {
    using scene = new PipelineWorkspace();
    const id = await scene.createItem(undefined, '--run');
    await scene.step(id);
    scene.workspace.git('branch', '-m', 'main', 'one');
    scene.workspace.git('branch', 'two');
    const { code, stderr } = await scene.run('step', id);
    assert.equal(code, 2);
    assert.match(stderr, /The base branch main, .*\n.*set "forge: /);
    const listing = await list(scene, 1);
    assert.match(listing.problem?.message ?? '', /no branch main or master/);
    assert.equal((await scene.run('item', 'cancel', id)).code, 0);
    assert.equal((await scene.step(id)).item?.progress?.status, 'cancelled');
  });
});

async function list(scene: PipelineWorkspace, expected: number): Promise<Listing> {
  const { code, stdout, stderr } = await scene.run('items', '--format', 'json');
  assert.equal(code, expected, stderr);
  return JSON.parse(stdout) as Listing;
}

/** Waits until a stream has printed a number of lines that match. */
async function readUntil(stream: Readable | null, pattern: RegExp, count: number): Promise<void> {
  assert.ok(stream);
  let text = '';
  while (text.split('\n').filter((line) => pattern.test(line)).length < count) {
    const [part] = (await once(stream, 'data')) as [string];
    text += part;
  }
}
