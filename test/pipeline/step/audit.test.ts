import assert from 'node:assert/strict';
import type { AuditLog } from '../../../src/pipeline/state/audit-entry.ts';
import type { History } from '../../../src/history/history.ts';
import { TemporaryHistory } from '../../history/temporary-history.ts';
import type { ForgeScene } from '../forge/support/forge-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { killAfterEachChange } from './kill-after-each-change.ts';
import { Steps } from './support.ts';

const policy = createPolicy();

describe('the audit of an item', function () {
  this.timeout(300_000);
  let scene: ForgeScene;
  let steps: Steps;
  let temporary: TemporaryHistory;
  let history: History;
  let audit: AuditLog;

  before(async () => {
    scene = await createLocalScene();
    steps = new Steps(scene);
    temporary = await TemporaryHistory.create();
    history = await temporary.open();
    audit = { append: (item, entries) => history.recordAudit(item, entries) };
  });
  after(async () => {
    await scene[Symbol.asyncDispose]();
    await temporary[Symbol.asyncDispose]();
  });

  const createItem = () => scene.people.createItem('Health checks', ['holdfast:run']);

  it('[PIPE-1] [PIPE-2] records transitions, attempts, gate decisions and effects with their item, round and stage', async () => {
    const item = await createItem();
    const { last } = await steps.runToRest(item, { policy, audit });
    const entries = await history.readAudit(item);
    const select = (kind: string) => entries.filter((entry) => entry.kind === kind);
    assert.deepEqual(
      select('transition').map(({ event, details }) => [event, (details as { toStage?: string }).toStage]),
      [
        ['advanced', 'architecture'],
        ['advanced', 'interfaces'],
        ['advanced', 'planning'],
        ['advanced', 'generation'],
        ['sub-item-based', undefined],
        ['integrated', undefined],
        ['sub-item-based', undefined],
        ['integrated', undefined],
      ],
    );
    assert.deepEqual(
      select('gate').map(({ event, stage }) => [event, stage]),
      ['intake', 'architecture', 'interfaces', 'planning'].map((stage) => ['gate-passed', stage]),
    );
    const performed = select('effect').filter(({ event }) => event === 'effect-performed');
    const keys = performed.map(({ details }) => (details as { key?: string }).key);
    assert.deepEqual(keys.toSorted(), Object.keys(last.state?.receipts ?? {}).toSorted());
    assert.equal(select('attempt').filter(({ event }) => event === 'attempted').length, 2);
    assert.ok(entries.every((entry) => entry.item === item && entry.round === 1 && typeof entry.at === 'string'));
  });

  it('[PIPE-2] loses no entry and has none twice if a step is killed after any change', async () => {
    const step = { policy, audit };
    const { missed } = await killAfterEachChange(scene, createItem, { step }, async (item, kills, steps) => {
      // Entries after the last change of a killed process stay in the state until something happens.
      await scene.people.comment(item, '/holdfast cancel');
      const { state } = await steps.run(item, step);
      const entries = await history.readAudit(item);
      assert.deepEqual(
        entries.map(({ sequence }) => Number(sequence)).toSorted((a, b) => a - b),
        Array.from({ length: state?.audit?.sequence ?? 0 }, (_, index) => index + 1),
        `killed after ${kills.join('\n')}`,
      );
      const performed = new Set(entries.map(({ details }) => (details as { key?: string }).key));
      assert.deepEqual(
        Object.keys(state?.receipts ?? {}).filter((key) => !performed.has(key)),
        [],
      );
    });
    assert.deepEqual(missed, []);
  });

  it('[PIPE-2] a log that is away stops the step before anything happens, and loses nothing', async () => {
    const item = await createItem();
    const away: AuditLog = { append: () => Promise.reject(new Error('the server is away')) };
    await assert.rejects(steps.run(item, { policy, audit: away }), /the server is away/);
    await assert.rejects(steps.run(item, { policy, audit: away }), /the server is away/);
    const { last } = await steps.runToRest(item, { policy, audit });
    const sequences = (await history.readAudit(item)).map(({ sequence }) => Number(sequence)).toSorted((a, b) => a - b);
    assert.deepEqual(
      sequences,
      Array.from({ length: last.state?.audit?.sequence ?? 0 }, (_, index) => index + 1),
    );
  });

  it('keeps texts of people out, apart from their hashes', async () => {
    const item = await createItem();
    const human = createPolicy({ architecture: 'human' });
    await steps.runToRest(item, { policy: human, audit });
    const hash = (await steps.run(item, { policy: human, audit })).state?.stages.architecture?.answer?.hash ?? '';
    await scene.people.comment(item, `/holdfast reject ${hash}\n\nThe password is hunter2.`);
    await steps.run(item, { policy: human, audit });
    const entries = await history.readAudit(item);
    const rejected = entries.find(({ event }) => event === 'stage-rejected');
    assert.match((rejected?.details as { reasonHash: string } | undefined)?.reasonHash ?? '', /^[\da-f]{64}$/);
    assert.ok(!JSON.stringify(entries).includes('hunter2'));
  });
});
