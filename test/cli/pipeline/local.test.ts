import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StepReport } from '../../../src/pipeline.ts';
import type { PullRequest } from '../../../src/pipeline/forge/forge.ts';
import {
  ALL_ACCEPTED,
  plan,
  specification,
  subItem,
  TYPES,
  type StageReply,
} from '../../pipeline/executors/support/stage-replies.ts';
import { PipelineWorkspace } from './support/pipeline-workspace.ts';

/** What the audit of an item contains. */
const AUDIT_KINDS = ['attempt', 'call', 'effect', 'gate', 'transition'];
const AUTO = 'gates: { architecture: auto, interfaces: auto, planning: auto }\n';
const [INTAKE, , INTERFACES, PLANNING] = ALL_ACCEPTED as [StageReply, StageReply, StageReply, StageReply];

describe('the pipeline on the local forge', function () {
  this.timeout(180_000);

  it('[ASSERT-PSM-001] [ASSERT-PSM-002] [ASSERT-INT-003] goes from an item to stacked pull requests, and to their merge by a person', async () => {
    using scene = new PipelineWorkspace({ files: { '.holdfast/pipeline.yaml': AUTO } });
    const { workspace } = scene;
    const before = workspace.state();
    const id = await scene.createItem();
    const idle = await scene.step(id);
    assert.deepEqual([idle.outcome, idle.item?.progress], ['nothing', undefined]);
    assert.match(idle.summary, /does not have the label holdfast:run/);

    assert.equal((await scene.run('item', 'run', id)).code, 0);
    assert.equal((await scene.step(id)).item?.progress?.stage, 'intake');
    const watched = await scene.run('watch', '--once');
    assert.equal(watched.code, 0, watched.stderr);
    const [item] = await scene.items();
    assert.deepEqual(
      item?.progress?.decisions.map(({ stage, subItem }) => `${stage} ${subItem}`),
      ['integration types', 'integration create'],
    );
    const { pullRequests } = await scene.json<{ pullRequests: readonly PullRequest[] }>('pr', 'list');
    const branch = `holdfast/${id}/1`;
    assert.deepEqual(
      pullRequests.slice(-2).map(({ head, base }) => `${head} → ${base}`),
      [`${branch}/sub/types → main`, `${branch}/sub/create → ${branch}/sub/types`],
    );
    const request = pullRequests.at(-1) ?? assert.fail();
    assert.equal(request.author, 'holdfast');

    // The checkout, the index and the branches of the user stay as they were.
    const { refs: refsBefore, ...filesBefore } = before;
    const { refs, ...files } = workspace.state();
    assert.deepEqual(files, filesBefore);
    assert.ok(refs?.includes(refsBefore ?? ''));

    const diff = await scene.run('pr', 'diff', String(request.number));
    assert.match(diff.stdout, /^\+export function createInvoice\(order: Order\): Invoice \{$/m);
    workspace.git('merge', '-q', '--no-ff', '-m', 'merged', `${branch}/sub/types`);
    const moved = await scene.run('watch', '--once');
    assert.equal(moved.code, 0, moved.stderr);
    const { pullRequests: left } = await scene.json<{ pullRequests: readonly PullRequest[] }>('pr', 'list');
    assert.deepEqual([left.at(-1)?.number, left.at(-1)?.base], [request.number, 'main'], 'it moved to the new base');
    workspace.git('merge', '-q', '--no-ff', '-m', 'merged', `${branch}/sub/create`);
    assert.equal((await scene.run('watch', '--once')).code, 0);
    assert.equal((await scene.show(id)).progress?.status, 'finished');

    const audit = await scene.run('item', 'audit', id);
    const lines = audit.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    assert.deepEqual(new Set(lines.map(({ item: of }) => of)), new Set([id]));
    assert.deepEqual([...new Set(lines.map(({ kind }) => kind))].sort(), AUDIT_KINDS);
  });

  it('[PIPE-7] repeats the steps of an item until it waits, or until the time ends', async () => {
    using scene = new PipelineWorkspace();
    const id = await scene.createItem(undefined, '--run');
    // A millisecond: the first step takes longer.
    const limited = await scene.json<StepReport>('step', id, '--repeat', '0.00001');
    assert.deepEqual([limited.outcome, limited.item?.progress?.stage], ['advanced', 'intake']);
    const repeated = await scene.json<StepReport>('step', id, '--repeat', '5');
    assert.deepEqual([repeated.outcome, repeated.item?.progress?.status], ['nothing', 'waiting']);
    assert.equal((await scene.run('item', 'approve', id)).code, 0);
    const { code, stdout } = await scene.run('step', id, '--repeat', '5');
    assert.equal(code, 0);
    const outcomes = stdout.match(/^#\d+ \w+/gm) ?? [];
    assert.deepEqual(outcomes, [`#${id} advanced`, `#${id} nothing`]);
  });

  it('[ASSERT-PSM-003] waits at human gates for a review, a rejection with a reason, and an approval of a hash', async () => {
    const second = specification(['src/orders.ts'], 'dependencyChanges: []\n');
    using scene = new PipelineWorkspace({
      replies: [
        INTAKE,
        { stage: 'architecture', attempt: 1, answer: specification(['src/orders.ts']) },
        { stage: 'architecture', attempt: 2, answer: second },
        INTERFACES,
        PLANNING,
      ],
    });
    const id = await scene.createItem(undefined, '--run');
    const decisionAfterWatch = async () => {
      const { code, stderr } = await scene.run('watch', '--once');
      assert.equal(code, 0, stderr);
      return (await scene.show(id)).progress?.decisions[0] ?? assert.fail('nothing waits');
    };
    const first = await decisionAfterWatch();
    assert.equal(first.stage, 'architecture');
    const rejected = await scene.run('item', 'reject', id, '--reason', 'Name the dependencies.');
    assert.match(rejected.stdout, /^Rejected: architecture, pull request \d+, hash [0-9a-f]{12}$/m);
    const again = await decisionAfterWatch();
    assert.notEqual(again.hash, first.hash);
    const { answers } = await scene.show(id);
    assert.equal(answers.find(({ stage }) => stage === 'architecture')?.text, second.document);

    assert.equal((await scene.run('pr', 'approve', String(again.pullRequest))).code, 0);
    assert.equal((await decisionAfterWatch()).stage, 'interfaces');
    assert.equal((await scene.run('item', 'approve', id)).code, 0);
    const plan = await decisionAfterWatch();
    assert.deepEqual([plan.stage, plan.pullRequest], ['planning', undefined]);
    const wrong = await scene.run('item', 'approve', id, '--hash', '0000000');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /nothing that waits has the hash 0000000/);
    assert.match((await scene.run('item', 'show', id, '--document', 'planning')).stdout, /^ {2}- id: types$/m);
    assert.equal((await scene.run('item', 'approve', id, '--hash', plan.hash.slice(0, 10))).code, 0);
    const { item } = await scene.step(id);
    assert.deepEqual([item?.progress?.stage, item?.progress?.status], ['generation', 'active']);
  });

  it('[PIPE-4] a malformed pipeline.yaml stops the item with one comment that names the line', async () => {
    const bad = 'gates:\n  intake: maybe\n';
    using scene = new PipelineWorkspace();
    const id = await scene.createItem(undefined, '--run');
    scene.workspace.write({ '.holdfast/pipeline.yaml': bad });
    scene.workspace.git('add', '-A');
    scene.workspace.git('commit', '-q', '-m', 'configure');
    for (let time = 0; time < 2; time++) {
      const { code, stderr } = await scene.run('step', id);
      assert.equal(code, 2);
      assert.match(stderr, /\.holdfast\/pipeline\.yaml:2: "intake" must be one of auto, human/);
    }
    scene.workspace.write({ '.holdfast/pipeline.yaml': AUTO });
    assert.equal((await scene.run('step', id)).code, 2, 'the file in the working tree does not count');
    scene.workspace.git('commit', '-q', '-a', '-m', 'fix');
    assert.equal((await scene.step(id)).item?.progress?.stage, 'intake');
    const comments = scene.comments(id).filter((body) => body.includes('pipeline.yaml:2'));
    assert.equal(comments.length, 1, 'one comment');
  });

  it('[ASSERT-XDOM-001] [ASSERT-XDOM-002] a malformed interface definition stops the item before any stage, with one comment that names the line', async () => {
    const file = '.holdfast/interfaces/limits.yaml';
    const bad = 'interfaces:\n  - id: limits\n    version: one\n    owners: [typescript]\n';
    using scene = new PipelineWorkspace({ files: { [file]: bad } });
    // The label of the item is read with the configuration, so the item is created as one without it, and labelled.
    const id = await scene.createItem();
    scene.query(`insert into forge_labels (number, label) values (${id}, 'holdfast:run')`);
    for (let time = 0; time < 2; time++) {
      const { code, stderr } = await scene.run('step', id);
      assert.equal(code, 2);
      assert.match(stderr, /\.holdfast\/interfaces\/limits\.yaml:3: .*version/);
    }
    const comments = scene.comments(id).filter((body) => body.includes('limits.yaml:3'));
    assert.equal(comments.length, 1, 'one comment');
    assert.deepEqual((await scene.show(id)).cost, [], 'no stage was executed');
    scene.workspace.write({ [file]: bad.replace('one', '1') });
    scene.workspace.git('commit', '-q', '-a', '-m', 'fix');
    assert.equal((await scene.step(id)).item?.progress?.stage, 'intake');
  });

  it('[ASSERT-XDOM-003] a service that does not understand the version of an interface stops the item, and is named', async () => {
    const service = fileURLToPath(new URL('../../fixtures/domains/limits.mjs', import.meta.url));
    const command = `'${process.execPath}' '${service}' 2`;
    using scene = new PipelineWorkspace({
      files: {
        '.holdfast/domains.yaml': `services:\n  - { domain: limits, command: "${command}", primary: src/** }\n`,
        '.holdfast/interfaces/limits.yaml': 'interfaces:\n  - { id: limits, version: 1, owners: [limits] }\n',
      },
      environment: { HOLDFAST_CONFINEMENT_READ: dirname(service) },
    });
    const id = await scene.createItem(undefined, '--run');
    const { code, stderr } = await scene.run('step', id);
    assert.equal(code, 2);
    assert.match(stderr, /limits\.yaml:2: The service limits understands version 2 of the interface limits/);
    assert.ok(scene.comments(id).some((body) => body.includes('understands version 2')));
    assert.deepEqual((await scene.show(id)).cost, [], 'no stage was executed');
  });

  it('[ASSERT-PSM-005] backs off with the exit code 75 from an item that a person marked as processing', async () => {
    using scene = new PipelineWorkspace();
    const id = await scene.createItem(undefined, '--run');
    await scene.step(id);
    scene.query(`insert into forge_labels (number, label) values (${id}, 'holdfast:processing')`);
    const { code, stdout } = await scene.run('step', id);
    assert.equal(code, 75);
    assert.match(stdout, /busy: A person works on the item .*holdfast:processing/);
  });

  it('[ASSERT-PSM-006] a stage that fails ends with the exit code 1, and the run label resumes it', async () => {
    using scene = new PipelineWorkspace({
      files: { '.holdfast/pipeline.yaml': 'maxTries: { intake: 1 }\n' },
      replies: [
        { stage: 'intake', attempt: 1, answer: 'no JSON' },
        { ...INTAKE, attempt: 2 },
      ],
    });
    const id = await scene.createItem(undefined, '--run');
    const { code, stdout } = await scene.run('step', id);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /failed: The item failed in the stage intake/);
    const { labels, progress } = await scene.show(id);
    assert.deepEqual([labels, progress?.status], [['holdfast:stage:failed'], 'failed']);
    assert.equal((await scene.run('item', 'run', id)).code, 0);
    assert.equal((await scene.run('step', id)).code, 1);
    assert.ok(scene.comments(id).some((body) => body.includes('resumed the item')));
  });

  it('without a model, a git repository or an item says what to do', async () => {
    using scene = new PipelineWorkspace({ environment: { HOLDFAST_MODEL: '' } });
    const id = await scene.createItem(undefined, '--run');
    const step = await scene.run('step', id);
    assert.equal(step.code, 2);
    assert.match(step.stderr, /no model is configured/);
    assert.equal((await scene.show(id)).progress?.isProcessing, false, 'the lock is released');
    assert.equal((await scene.run('step', '99')).code, 2);
    assert.match((await scene.run('item', 'approve', id)).stderr, /nothing of it waits for a decision/);
    assert.match((await scene.run('pr', 'diff', '99')).stderr, /There is no pull request 99/);
    assert.equal((await scene.run('item', 'cancel', id)).code, 0);
    assert.equal((await scene.step(id)).item?.progress?.status, 'cancelled');
  });

  it('[ASSERT-CODE-007] [ASSERT-PSM-002] step and watch with jobs generate sub-items of several items in parallel, with the sub-item in each line of progress', async () => {
    const independent = {
      stage: 'planning',
      answer: plan(TYPES, subItem('notes', { creates: ['NOTES'] })),
    } as const;
    const replies = [...ALL_ACCEPTED.slice(0, 3), independent];
    using scene = new PipelineWorkspace({ files: { '.holdfast/pipeline.yaml': AUTO }, replies });
    const id = await scene.createItem(undefined, '--run');
    const other = await scene.createItem(undefined, '--run');
    const refused = await scene.run('step', id, '--jobs', '0');
    assert.equal(refused.code, 2);
    while ((await scene.step(id)).item?.progress?.stage !== 'planning') continue;
    const { code, stdout, stderr } = await scene.run('step', id, '--jobs', '2', '--verbose');
    assert.equal(code, 0, stderr + stdout);
    assert.match(stderr, /^types: chunk types: Add types$/m);
    assert.match(stderr, /^notes: {3}attempt 1 of 5$/m);
    assert.match(stderr, /^notes: I write it\.$/m);
    const { subItems } = await scene.show(id);
    assert.deepEqual(
      subItems.map(({ id: name, attempts }) => `${name} ${attempts}`),
      ['types 1', 'notes 1'],
    );
    const watched = await scene.run('watch', '--once', '--jobs', '4');
    assert.equal(watched.code, 0, watched.stderr + watched.stdout);
    assert.match(watched.stderr, new RegExp(`^#${other} (types|notes): `, 'm'));
    const items = await scene.items();
    assert.deepEqual(
      items.map(({ progress }) => `${progress?.stage} ${progress?.status} ${progress?.decisions.length}`),
      ['integration waiting 2', 'integration waiting 2'],
    );
  });

  it('doctor reports the forge, the base branch and the committed configuration', async () => {
    using scene = new PipelineWorkspace();
    scene.workspace.write({ '.holdfast/pipeline.yaml': AUTO });
    const { stdout } = await scene.run('doctor');
    assert.match(stdout, /forge: local/);
    assert.match(stdout, /base branch: main \(from/);
    assert.match(stdout, /pipeline: .* differs from main/);
  });
});
