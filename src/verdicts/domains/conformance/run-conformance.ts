import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import { CancelledError } from '../../../foundation/errors.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { DiskTree } from '../../../workspace/files/disk-tree.ts';
import type { CommandRules } from '../../../workspace/processes/command-rules.ts';
import { processRecordsFolder } from '../../../workspace/processes/process-records.ts';
import {
  startSupervisedProcess,
  type SupervisedProcessOptions,
} from '../../../workspace/processes/supervised-process.ts';
import type { InterfaceQuery, ServiceFacts } from '../protocol/methods.ts';
import { ServiceSession } from '../service/service-session.ts';
import { openProcessTransport } from '../service/transport.ts';
import { CaseService, CaseSkipped, FaultFound } from './case-service.ts';
import { CONFORMANCE_CASES, HANDSHAKE_TITLE } from './conformance-cases.ts';
import type { CaseOutcome, ConformanceReport } from './conformance-report.ts';

export interface ConformanceOptions {
  /** A command line, or the program and its arguments. */
  readonly command: string | readonly string[];
  /** Absolute path of the folder that the service starts in. */
  readonly folder: string;
  /** Absolute path of the tree that the requests are about. */
  readonly root: string;
  /** The interfaces to extract. */
  readonly interfaces: readonly InterfaceQuery[];
  /** Holdfast's storage folder. */
  readonly storage: string;
  /** The time limit of each request, in milliseconds. */
  readonly timeoutMs: number;
  readonly rules: CommandRules;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called after each case. */
  readonly onCase?: ((outcome: CaseOutcome) => void) | undefined;
}

const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;
/** A service that computes without a pause reads a cancellation late. */
const MAX_CANCEL_GRACE_MS = 10_000;
const MAX_ARTIFACTS = 20;

/**
 * Examines whether a service follows the protocol, each requirement with a process for itself. Every fault is named.
 *
 * @throws ProcessStartError if the command cannot start
 * @throws CancelledError if the signal aborts
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const cases: CaseOutcome[] = [];
  const record = async (id: string, title: string, work: () => Promise<void>): Promise<void> => {
    const outcome = await runCase(id, title, work, options);
    cases.push(outcome);
    options.onCase?.(outcome);
  };
  let facts: ServiceFacts | undefined;
  await record('handshake', HANDSHAKE_TITLE, async () => {
    facts = await withService(options, (service) => service.handshake());
  });
  const known: ServiceFacts | undefined = facts;
  const artifacts = known === undefined ? [] : await findArtifacts(options.root, known);
  for (const { id, title, run } of CONFORMANCE_CASES) {
    await record(id, title, async () => {
      if (known === undefined) throw new CaseSkipped('There was no valid handshake.');
      const { interfaces } = options;
      const failed = new Set(cases.filter(({ status }) => status === 'failed').map((outcome) => outcome.id));
      await withService(options, (service) => run({ service, facts: known, artifacts, interfaces, failed }));
    });
  }
  await record('end', 'ends when its input is closed', () => requireEnd(options));
  const faults = new Set(cases.flatMap(({ fault }) => (fault === undefined ? [] : [fault])));
  return {
    passed: faults.size === 0,
    ...(known === undefined ? {} : { facts: known }),
    artifacts,
    cases,
    faults: [...faults].sort(),
  };
}

async function runCase(
  id: string,
  title: string,
  work: () => Promise<void>,
  { clock, signal }: ConformanceOptions,
): Promise<CaseOutcome> {
  const start = clock.now();
  const finish = (part: Pick<CaseOutcome, 'status' | 'fault' | 'message'>): CaseOutcome => ({
    id,
    title,
    durationMs: Math.round(clock.now() - start),
    ...part,
  });
  try {
    await work();
    return finish({ status: 'passed' });
  } catch (thrown) {
    if (signal.aborted) throw new CancelledError('test the domain service');
    if (thrown instanceof CaseSkipped) return finish({ status: 'skipped', message: thrown.message });
    if (thrown instanceof FaultFound) {
      return finish({ status: 'failed', fault: thrown.fault, message: thrown.message });
    }
    throw thrown;
  }
}

async function withService<Value>(
  options: ConformanceOptions,
  work: (service: CaseService) => Promise<Value>,
): Promise<Value> {
  const { root, timeoutMs, signal, clock } = options;
  const transport = await openProcessTransport(processOptions(options));
  const limits = { outputLimitBytes: OUTPUT_LIMIT_BYTES, cancelGraceMs: Math.min(timeoutMs, MAX_CANCEL_GRACE_MS) };
  const session = new ServiceSession(transport, { ...limits, clock });
  try {
    return await work(new CaseService(session, { target: { root, commit: null }, timeoutMs, signal }));
  } finally {
    await session.close();
  }
}

function processOptions({ command, folder, storage, rules }: ConformanceOptions): SupervisedProcessOptions {
  return { name: 'the domain service', command, cwd: folder, records: processRecordsFolder(storage), rules };
}

/** A service that outlives its input is left behind if Holdfast is killed. */
async function requireEnd(options: ConformanceOptions): Promise<void> {
  const { clock, timeoutMs } = options;
  await using running = await startSupervisedProcess({ ...processOptions(options), signal: options.signal });
  running.stdin.end();
  const outcome = await new Promise<'ended' | 'timeout'>((resolve) => {
    const stopTimer = clock.after(timeoutMs, () => resolve('timeout'));
    void running.exited.then(() => {
      stopTimer();
      resolve('ended');
    });
  });
  if (outcome === 'ended') return;
  throw new FaultFound(
    'does-not-end',
    `The service still runs ${timeoutMs / 1000} seconds after its standard input was closed.`,
  );
}

async function findArtifacts(root: string, { artifacts }: ServiceFacts): Promise<readonly string[]> {
  const matches = createPathMatcher(artifacts);
  return (await new DiskTree(root).listFiles()).filter((file) => matches(file)).slice(0, MAX_ARTIFACTS);
}
