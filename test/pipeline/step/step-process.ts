/**
 * A process that performs the steps of items until none advances: `node step-process.ts <terms as JSON>`. It prints the
 * outcome of each step. It can pause at a change of the forge or the state: it prints `reached`, and continues after a line
 * on its standard input.
 */
import { once } from 'node:events';
import { openPipelineDatabase } from '../../../src/pipeline/database/pipeline-database.ts';
import { GithubForge } from '../../../src/pipeline/forge/github/github-forge.ts';
import type { Forge } from '../../../src/pipeline/forge/forge.ts';
import { LocalForge } from '../../../src/pipeline/forge/local/local-forge.ts';
import { DatabaseStateStore } from '../../../src/pipeline/state/database-state-store.ts';
import { GitRefStateStore } from '../../../src/pipeline/state/git-ref-state-store.ts';
import type { StateStore } from '../../../src/pipeline/state/state-store.ts';
import { runStep } from '../../../src/pipeline/step/run-step.ts';
import { JobSlots } from '../../../src/foundation/job-slots.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { GitUser } from '../../workspace/support/git-user.ts';
import { createPolicy } from '../state/item-states.ts';
import { CHANGES } from './killer.ts';
import type { ProcessTerms } from './step-child.ts';
import { createExecutors, PARALLEL_PLAN } from './support.ts';

const terms = JSON.parse(process.argv[2] ?? '') as ProcessTerms;
const { signal } = new AbortController();
const git = new Git(terms.repository);

async function open(): Promise<{ forge: Forge; store: StateStore }> {
  const { place } = terms;
  if (place.kind === 'local') {
    const database = await openPipelineDatabase(place.database);
    return { forge: new LocalForge({ database, git }), store: new DatabaseStateStore(database) };
  }
  const { apiUrl, gitUrl, token } = place;
  const forge = await GithubForge.open(
    { apiUrl, gitUrl, owner: 'acme', repo: 'app', token, git, isPaced: false, retryPauseMs: 1 },
    signal,
  );
  return { forge, store: new GitRefStateStore({ remote: forge.remote, fallbackPrefix: 'holdfast' }) };
}

let changes = 0;

async function pauseAt(moment: 'before' | 'after', change: number): Promise<void> {
  if (terms.pause?.change !== change || terms.pause.moment !== moment) return;
  process.stdout.write('reached\n');
  await once(process.stdin, 'data');
}

function watch<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get: (_, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!CHANGES.test(String(name))) return value.bind(target) as unknown;
      return async (...values: unknown[]): Promise<unknown> => {
        const change = ++changes;
        await pauseAt('before', change);
        const result: unknown = await Reflect.apply(value, target, values);
        await pauseAt('after', change);
        return result;
      };
    },
  });
}

const { hangingAttempts: jobs = 1 } = terms;
let attempts = 0;

/** Never ends an attempt, if the process will be killed while several run. */
async function hang(): Promise<void> {
  if (++attempts === jobs) process.stdout.write('reached\n');
  await once(process.stdin, 'data');
}

const { forge, store } = await open();
const user = new GitUser(terms.repository);
const commit = (await user.git('rev-parse', 'main')).trim();
const policy = { ...createPolicy(), ...terms.policy };
const services = {
  forge: watch(forge),
  store: watch(store),
  executors: createExecutors(git, jobs === 1 ? {} : { plan: PARALLEL_PLAN, onAttempt: hang, estimateUsd: 'unknown' }),
  slots: new JobSlots(jobs - 1),
  readTerms: () => Promise.resolve({ base: { branch: 'main', commit }, policy }),
  heartbeatLimitMs: 60_000,
  identity: { host: 'h', pid: process.pid, processToken: 't' },
  hasOwnerEnded: () => Promise.resolve(undefined),
  now: Date.now,
  signal,
};
let pending = terms.items;
while (pending.length > 0) {
  const left: string[] = [];
  for (const item of pending) {
    const { outcome } = await runStep(item, services);
    process.stdout.write(`${item} ${outcome}\n`);
    if (outcome === 'advanced' || (outcome === 'busy' && terms.pause === undefined)) left.push(item);
  }
  pending = left;
}
process.exit(0);
