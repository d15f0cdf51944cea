/**
 * A process that increments a counter in a state store: `node state-writer.ts <count> database <path>` or
 * `node state-writer.ts <count> git <repository> <remote>`. It prints each value that it wrote.
 */
import { openPipelineDatabase } from '../../../src/pipeline/database/pipeline-database.ts';
import { DatabaseStateStore } from '../../../src/pipeline/state/database-state-store.ts';
import { GitRefStateStore } from '../../../src/pipeline/state/git-ref-state-store.ts';
import { StaleStateError, type StateStore } from '../../../src/pipeline/state/state-store.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { RemoteRepository } from '../../../src/workspace/git/remote-repository.ts';

const [, , count = '0', kind = '', path = '', remote = ''] = process.argv;
const signal = new AbortController().signal;

async function openStore(): Promise<{ store: StateStore; close: () => Promise<void> }> {
  if (kind === 'git') {
    const store = new GitRefStateStore({
      remote: new RemoteRepository(new Git(path), { url: remote }),
      fallbackPrefix: 'holdfast',
    });
    return { store, close: () => Promise.resolve() };
  }
  if (kind !== 'database') throw new Error(`Not a state store: ${kind}`);
  const database = await openPipelineDatabase(path);
  return { store: new DatabaseStateStore(database), close: () => database.close() };
}

const { store, close } = await openStore();
for (let done = 0; done < Number(count);) {
  const state = await store.read('counter', signal);
  const next = Number(state?.text ?? 0) + 1;
  try {
    await store.swap('counter', state?.version, String(next), signal);
    process.stdout.write(`${next}\n`);
    done++;
  } catch (thrown) {
    if (!(thrown instanceof StaleStateError)) throw thrown;
  }
}
await close();
