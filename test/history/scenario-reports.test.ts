import assert from 'node:assert/strict';
import { describeHistory } from './describe-history.ts';

const COMMIT = 'a'.repeat(40);

describeHistory('the results of scenarios in a history', (store) => {
  it('[ASSERT-SCEN-010] are stored with their commit, and listed by item, newest first, after a restart', async () => {
    const history = await store.open();
    const report = { outcome: 'failed', score: 0.9, scenarios: [{ id: 'a', planned: 10 }] };
    await history.recordScenarioReport({ id: '1', commit: COMMIT, outcome: 'failed', score: 0.9, report });
    await history.recordScenarioReport({ id: '1', commit: COMMIT, outcome: 'passed', score: 1, report: {} });
    await history.recordScenarioReport({
      id: '2',
      commit: COMMIT,
      item: '42',
      subItem: 'types',
      outcome: 'skipped',
      score: null,
      report: { outcome: 'skipped' },
    });
    await history.close();
    const again = await store.open({ create: false });
    const all = await again.listScenarioReports();
    assert.deepEqual(all.map(({ id }) => id).toSorted(), ['1', '2']);
    const { createdAt, ...first } = all.find(({ id }) => id === '1')!;
    assert.deepEqual(first, { id: '1', commit: COMMIT, outcome: 'failed', score: 0.9, report });
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT/);
    const [second, ...more] = await again.listScenarioReports({ item: '42' });
    assert.deepEqual([second?.subItem, second?.score, more.length], ['types', null, 0]);
    assert.equal((await again.listScenarioReports({ limit: 1 })).length, 1);
  });

  it('[TRUST-3] have no secrets, and a damaged one hides no other', async () => {
    const messages: string[] = [];
    const history = await store.open({
      redact: (text) => text.replaceAll('s3cret', '[redacted]'),
      onUnreadable: (message) => messages.push(message),
    });
    const record = { commit: COMMIT, outcome: 'failed', score: 0 };
    await history.recordScenarioReport({ ...record, id: 'good', report: { observed: 'It printed s3cret.' } });
    await history.recordScenarioReport({ ...record, id: 'bad', report: {} });
    await store.sql("update scenario_reports set report = '{' where id = 'bad'");
    assert.deepEqual(
      (await history.listScenarioReports()).map(({ id, report }) => [id, report]),
      [['good', { observed: 'It printed [redacted].' }]],
    );
    assert.match(messages.join(), /the result of scenarios/);
  });
});
