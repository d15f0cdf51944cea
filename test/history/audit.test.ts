import assert from 'node:assert/strict';
import type { StoredAuditEntry } from '../../src/history/records/audit-entries.ts';
import { describeHistory } from './describe-history.ts';

const AT = '2026-11-23T10:00:00.000Z';

function entry(id: string, sequence: number, more: Partial<StoredAuditEntry> = {}): StoredAuditEntry {
  return { id, sequence, at: AT, ...more };
}

describeHistory('the audit in a history', (store) => {
  it('[PIPE-2] is read by item, in the order of time and then of the sequence, after a restart', async () => {
    const history = await store.open();
    await history.recordAudit('10', [entry('c', 10), entry('a', 2), entry('b', 1, { at: '2026-11-23T09:00:00.000Z' })]);
    await history.recordAudit('9', [entry('d', 1, { details: { nested: true, text: 'ä\n"' } })]);
    await history.recordAudit('9', []);
    await history.close();
    const again = await store.open({ create: false });
    const ids = async (item?: string) => (await again.readAudit(item)).map(({ id }) => id);
    assert.deepEqual(await ids('10'), ['b', 'a', 'c']);
    assert.deepEqual(await ids('1'), []);
    assert.deepEqual((await ids()).toSorted(), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await again.readAudit('9'), [
      { item: '9', id: 'd', sequence: 1, at: AT, details: { nested: true, text: 'ä\n"' } },
    ]);
  });

  it('[PIPE-2] has an entry once, also if several writers deliver it at the same time', async () => {
    const histories = await Promise.all(Array.from({ length: 4 }, () => store.open()));
    const entries = Array.from({ length: 20 }, (_, index) => entry(`e${index}`, index + 1));
    await Promise.all(histories.map((history) => history.recordAudit('42', entries)));
    await histories[0]!.recordAudit('42', [entry('e3', 4, { details: 'Another text with the same id.' })]);
    assert.deepEqual(
      await histories[0]!.readAudit('42'),
      entries.map((one) => ({ item: '42', ...one })),
    );
  });

  it('[TRUST-3] has no secrets in its details', async () => {
    const history = await store.open({ redact: (text) => text.replaceAll('s3cret', '[redacted]') });
    await history.recordAudit('7', [entry('m1', 1, { details: { reason: 'It printed s3cret.' } })]);
    assert.deepEqual((await history.readAudit('7'))[0]!['details'], { reason: 'It printed [redacted].' });
  });

  it('leaves out entries that are damaged, and reports them', async () => {
    const messages: string[] = [];
    const history = await store.open({ onUnreadable: (message) => messages.push(message) });
    await history.recordAudit('7', [entry('good', 1), entry('bad', 2)]);
    await store.sql("update audit_entries set entry = '{' where id = 'bad'");
    assert.deepEqual(
      (await history.readAudit('7')).map(({ id }) => id),
      ['good'],
    );
    assert.match(messages.join(), /the audit entry bad/);
  });
});
