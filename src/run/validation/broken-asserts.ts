import { ALWAYS_FILE } from '../../contract/always-file.ts';
import { atBrokenFile, wasBrokenBefore } from '../../verdicts/checks/interfaces/rule-results.ts';
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
import { readRules } from './read-rules.ts';

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

/** An assert of a done chunk, or of a rule for every change, that is true before a change and false after it. */
export interface BrokenAssert {
  readonly chunk: Chunk;
  /** Whether the chunk is a rule for every change. */
  readonly isRule: boolean;
  readonly result: AssertionResult;
}

/** A chunk whose asserts a change must not break. */
interface KeptChunk {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly isRule: boolean;
}

interface FailingAssert {
  readonly kept: KeptChunk;
  readonly result: AssertionResult;
  /** The position among the asserts of its chunk. */
  readonly position: number;
}

/**
 * [DONE-8] [SESSION-2] Finds the asserts of done chunks of the same contract that a change breaks, unless the chunk supersedes
 * them, and the asserts of the rules for every change. Asserts that need a command, a request, a validator or a model are judged with their own chunk only.
 */
export async function findBrokenAsserts(input: BrokenAssertInput): Promise<readonly BrokenAssert[]> {
  const { attempt, judged, earlier, services } = input;
  const failing: FailingAssert[] = [];
  for (const kept of await listKept(input)) {
    const failed = await findFailing(input, kept);
    if (failed.length > 0 && (kept.isRule || (await isRecorded(input, kept.chunk)))) failing.push(...failed);
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

/** The chunks that can be done, and the rules for every change. */
async function listKept(input: BrokenAssertInput): Promise<readonly KeptChunk[]> {
  const { document, contract, earlier, services } = input;
  const rules = await readRules(services.repository, earlier.before.commit, services.signal);
  return [
    ...(await listPossiblyDone(input)).map((chunk) => ({ document, contract, chunk, isRule: false })),
    ...(rules?.contract.chunks ?? []).flatMap((chunk) => (rules ? [{ ...rules, chunk, isRule: true }] : [])),
  ];
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
async function findFailing(input: BrokenAssertInput, kept: KeptChunk): Promise<readonly FailingAssert[]> {
  const { attempt, services } = input;
  const { document, contract, chunk } = kept;
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
    result.passed || result.untrusted === true ? [] : [{ kept, result, position }],
  );
}

/** Leaves out what fails in the worktree, too, which contains the tree before the change. */
async function withoutEarlierFailures(
  input: BrokenAssertInput,
  failing: readonly FailingAssert[],
): Promise<readonly BrokenAssert[]> {
  const { services, earlier, judged } = input;
  const changes = await services.repository.listChanges(earlier.before.commit, judged.commit, services.signal);
  const originals = new Map(changes.map(({ path, previousPath = path }) => [path, previousPath]));
  const originalOf = (file: string): string => originals.get(file) ?? file;
  const broken: BrokenAssert[] = [];
  for (const kept of new Set(failing.map((failure) => failure.kept))) {
    const { chunk, isRule } = kept;
    const before = new Map((await findFailing(input, kept)).map(({ position, result }) => [position, result]));
    const own = failing.filter(({ kept: owner, position, result }) => {
      if (owner !== kept) return false;
      return isRule ? !wasBrokenBefore(result, before.get(position), originalOf) : !before.has(position);
    });
    for (const { position, result } of own) {
      broken.push({ chunk, isRule, result: isRule ? atBrokenFile(result, before.get(position), originalOf) : result });
    }
  }
  return broken;
}

/** A broken assert as a sentence for the model and for people. */
export function describeBrokenAssert({ chunk, isRule, result }: BrokenAssert): string {
  if (isRule) {
    return (
      `The change breaks "${result.assertion.message}", a rule for every change in ${ALWAYS_FILE}. ` +
      `Change the code so that the rule holds again.`
    );
  }
  return (
    `The change breaks the assert "${result.assertion.message}" of the chunk "${chunk.title}" (${chunk.id}), which is done. ` +
    `Change the code so that the assert holds again. If this chunk replaces the other one, list it under "supersedes" in the contract.`
  );
}
