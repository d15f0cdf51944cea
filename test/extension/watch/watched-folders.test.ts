import assert from 'node:assert/strict';
import { WatchedFolders } from '../../../src/extension/watch/watched-folders.ts';

describe('WatchedFolders', () => {
  it('watches each folder once while it is ready, and tries again after a failure', () => {
    const events: string[] = [];
    const failures: (() => void)[] = [];
    const watched = new WatchedFolders((folder, failed) => {
      events.push(`watch ${folder}`);
      failures.push(failed);
      return { dispose: () => events.push(`unwatch ${folder}`) };
    });
    watched.setFolders(['one']);
    watched.setFolders(['one', 'two']);
    assert.deepEqual(events, ['watch one', 'watch two']);
    failures[0]?.();
    watched.setFolders(['one', 'two']);
    assert.deepEqual(events.splice(2), ['unwatch one', 'watch one']);
    failures[0]?.();
    watched.setFolders(['two']);
    watched.dispose();
    assert.deepEqual(events.splice(2), ['unwatch one', 'unwatch two'], 'an earlier failure does not end a newer watch');
  });
});
