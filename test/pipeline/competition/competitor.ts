/**
 * A process that steps items in competition with others: `competitor.ts <request as JSON>`. It writes what it did to its
 * report file, line by line, and ends when no item advances.
 */
import { appendFileSync } from 'node:fs';
import { createOwnerCheck, readOwnerIdentity } from '../../../src/pipeline/opening/lock-owner.ts';
import { openPipelineDatabase } from '../../../src/pipeline/database/pipeline-database.ts';
import { LocalForge } from '../../../src/pipeline/forge/local/local-forge.ts';
import type { StageExecutor } from '../../../src/pipeline/step/stage-executor.ts';
import { runStep, type StepServices } from '../../../src/pipeline/step/run-step.ts';
import { DatabaseStateStore } from '../../../src/pipeline/state/database-state-store.ts';
import type { StateStore } from '../../../src/pipeline/state/state-store.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { createExecutors } from '../step/support.ts';
import type { CompetitorRequest, ReportLine } from './report-line.ts';

const request = JSON.parse(process.argv[2] ?? '') as CompetitorRequest;
const { signal } = new AbortController();
const git = new Git(request.repository);
const database = await openPipelineDatabase(request.database);
const forge = new LocalForge({ database, git });
const identity = readOwnerIdentity({});
let calls = 0;

function report(line: ReportLine): void {
  appendFileSync(request.report, `${JSON.stringify(line)}\n`);
}

/** Reports each stored transition with the version that it replaced. */
function withReports(store: StateStore): StateStore {
  return {
    read: (item, stop) => store.read(item, stop),
    list: (stop) => store.list(stop),
    async swap(item, expected, text, stop) {
      const version = await store.swap(item, expected, text, stop);
      report({ type: 'swap', item, expected: expected ?? null, version });
      return version;
    },
  };
}

/** Reports each execution that ended. */
function withReport(executor: StageExecutor): StageExecutor {
  return {
    stage: executor.stage,
    estimateUsd: (input) => executor.estimateUsd(input),
    async execute(input) {
      const execution = await executor.execute(input);
      report({ type: 'executed', item: input.state.item, stage: executor.stage, subItem: input.subItem ?? null });
      return execution;
    },
  };
}

function counted<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        calls++;
        return Reflect.apply(value, target, values);
      };
    },
  });
}

const services: StepServices = {
  forge: counted(forge),
  store: withReports(counted(new DatabaseStateStore(database))),
  executors: new Map([...createExecutors(git)].map(([stage, executor]) => [stage, withReport(executor)])),
  readTerms: () => Promise.resolve(request.terms),
  heartbeatLimitMs: 600_000,
  identity,
  hasOwnerEnded: createOwnerCheck(identity, () => Promise.resolve(undefined)),
  now: Date.now,
  signal,
};

/**
 * Steps every item until it does not advance. Each process starts at another item. An item that another process works on is
 * left to it: it steps the item until it waits, too.
 */
const { items, first } = request;
for (const item of [...items.slice(first), ...items.slice(0, first)]) {
  for (let isAdvancing = true; isAdvancing;) {
    const { outcome } = await runStep(item, services);
    if (outcome === 'failed') report({ type: 'failed', item });
    isAdvancing = outcome === 'advanced';
  }
}
report({ type: 'ended', calls });
await forge[Symbol.asyncDispose]();
await database.close();
