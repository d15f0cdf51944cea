import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import { requirementsOf } from '../../contract/requirements.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { fingerprintChunk } from '../records/chunk-fingerprint.ts';
import { findRecord } from '../records/find-record.ts';
import { attemptRules } from '../services/command-rules.ts';
import type { RunServices } from '../services/run-services.ts';
import { checkRequirementsInTree } from './check-chunk.ts';
import { judgeOnly } from './prepare-tree.ts';

/** The work that a change must not break. */
export interface EarlierWork {
  /** The tree before the change. */
  readonly before: Snapshot;
  readonly sharedGates: readonly Gate[];
  /** The chunks that have passed in this run and are part of `before`, although they have not landed. */
  readonly passed?: ReadonlySet<string> | undefined;
}

export interface BrokenAssertInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  /** The chunk that made the change; absent if no chunk did. */
  readonly chunk?: Chunk | undefined;
  /** Its worktree, with the judged snapshot. */
  readonly attempt: AttemptWorktree;
  readonly judged: Snapshot;
  readonly earlier: EarlierWork;
  readonly services: Pick<RunServices, 'analysis' | 'configuration' | 'history' | 'repository' | 'signal'>;
}

/** An assert of a done chunk that is true before a change and false after it. */
export interface BrokenAssert {
  readonly chunk: Chunk;
  readonly result: AssertionResult;
}

interface FailingAssert extends BrokenAssert {
  /** The position among the asserts of its chunk. */
  readonly position: number;
}

/**
 * [DONE-8] Finds the asserts of done chunks of the same contract that a change breaks, unless the chunk supersedes them.
 * Asserts that need a command, a request, a validator or a model are judged with their own chunk only.
 */
export async function findBrokenAsserts(input: BrokenAssertInput): Promise<readonly BrokenAssert[]> {
  const { attempt, judged, earlier, services } = input;
  const failing: FailingAssert[] = [];
  for (const chunk of await listPossiblyDone(input)) {
    const failed = await findFailing(input, chunk);
    if (failed.length > 0 && (await isRecorded(input, chunk))) failing.push(...failed);
  }
  if (failing.length === 0) return [];
  const checkOut = async (snapshot: Snapshot): Promise<void> => {
    await attempt.checkout(snapshot.commit);
    await judgeOnly(input, snapshot);
    await services.analysis.filesChanged(attempt.root, 'all');
  };
  await checkOut(earlier.before);
  try {
    return await withoutEarlierFailures(input, failing);
  } finally {
    await checkOut(judged);
  }
}

/** The other chunks that any record names, and those that have passed in this run. The record itself is read later. */
async function listPossiblyDone({ contract, chunk, earlier, services }: BrokenAssertInput): Promise<readonly Chunk[]> {
  const { history, repository, signal } = services;
  const others = contract.chunks.filter((other) => other !== chunk && chunk?.supersedes.includes(other.id) !== true);
  if (others.length === 0) return [];
  const specId = contract.spec.id;
  const commits = (await repository.commits?.readRecords(signal))?.landed ?? [];
  const landings = await history.listLandings({ prefix: repository.prefix, specId });
  const ids = new Set([
    ...(earlier.passed ?? []),
    ...commits.flatMap(({ trailers }) => trailers.filter((trailer) => trailer.specId === specId).map((t) => t.chunkId)),
    ...landings.map(({ chunkId }) => chunkId),
  ]);
  return others.filter(({ id }) => ids.has(id));
}

async function isRecorded({ contract, attempt, earlier, services }: BrokenAssertInput, chunk: Chunk): Promise<boolean> {
  if (earlier.passed?.has(chunk.id) === true) return true;
  const fingerprint = await fingerprintChunk({ contract, sharedGates: earlier.sharedGates }, chunk, attempt.tree);
  const key = { specId: contract.spec.id, chunkId: chunk.id, fingerprint };
  return (await findRecord(services, key)) !== undefined;
}

/** The asserts of a chunk that the files in the worktree answer, and that fail there. */
async function findFailing(input: BrokenAssertInput, chunk: Chunk): Promise<readonly FailingAssert[]> {
  const { document, contract, attempt, services } = input;
  const asserts = requirementsOf(contract, chunk).filter(({ assertion }) => assertion.type === 'assert');
  if (asserts.length === 0) return [];
  const results = await checkRequirementsInTree(
    {
      document,
      contract,
      chunk,
      analysis: services.analysis,
      tree: attempt.tree,
      trusted: false,
      workspaceTypeScript: true,
      commandTimeoutMs: 0,
      commandRules: attemptRules(input),
      signal: services.signal,
    },
    asserts,
  );
  return results.flatMap((result, position) =>
    result.passed || result.untrusted === true ? [] : [{ chunk, result, position }],
  );
}

/** Leaves out what fails in the worktree, too, which contains the tree before the change. */
async function withoutEarlierFailures(
  input: BrokenAssertInput,
  failing: readonly FailingAssert[],
): Promise<readonly BrokenAssert[]> {
  const broken: BrokenAssert[] = [];
  for (const chunk of new Set(failing.map((failure) => failure.chunk))) {
    const before = new Set((await findFailing(input, chunk)).map(({ position }) => position));
    broken.push(...failing.filter((failure) => failure.chunk === chunk && !before.has(failure.position)));
  }
  return broken;
}

/** A broken assert as a sentence for the model and for people. */
export function describeBrokenAssert({ chunk, result }: BrokenAssert): string {
  return (
    `The change breaks the assert "${result.assertion.message}" of the chunk "${chunk.title}" (${chunk.id}), which is done. ` +
    `Change the code so that the assert holds again. If this chunk replaces the other one, list it under "supersedes" in the contract.`
  );
}
