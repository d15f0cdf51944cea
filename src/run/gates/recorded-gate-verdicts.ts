import { createHash } from 'node:crypto';
import { isDecidedByModel, selectDeciders } from '../../contract/gate-deciders.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import type { GateDecision } from '../../verdicts/gates/judgement.ts';
import type { History } from '../../history/history.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import type { DiskTree } from '../../workspace/files/disk-tree.ts';

/** A gate of a chunk, and the tree that it is judged in. */
export interface GateSubject {
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly gate: Gate;
  readonly tree: Pick<DiskTree, 'readText' | 'readBytes'>;
}

type VerdictHistory = Pick<History, 'readVerdict' | 'saveVerdict'>;

/** Whether a model or a person decides a gate, so that a tree alone does not answer it. */
export function needsRecordedVerdict(gate: Gate): boolean {
  return isDecidedByModel(gate) || selectDeciders(gate).some((one) => one === 'judge' || one === 'person');
}

/**
 * [DONE-4] Records the verdict on a gate for the content that the changed files have now, so that a check of a tree with
 * the same content has the same verdict. A verdict that the tree itself gives is not recorded, nor one on an empty change,
 * which no content identifies.
 */
export async function recordGateVerdict(
  history: VerdictHistory,
  subject: GateSubject,
  changedFiles: readonly string[],
  { verdict, reasoning, confidence, evidence = [] }: GateDecision,
): Promise<void> {
  if (changedFiles.length === 0 || !needsRecordedVerdict(subject.gate) || (verdict !== 'PASS' && verdict !== 'FAIL'))
    return;
  const files = [...changedFiles].sort();
  const unknown = { verdict: 'undecided', rationale: '', confidence: 0, costUsd: null } as const;
  await history.saveVerdict(filesKey(subject), { ...unknown, evidence: files });
  await history.saveVerdict(await contentKey(subject, files), {
    verdict: verdict === 'PASS' ? 'pass' : 'fail',
    rationale: reasoning,
    confidence: confidence ?? 1,
    evidence: [],
    places: evidence.map(({ file, line, text }) => ({ file, text, ...(line === undefined ? {} : { line }) })),
    costUsd: null,
  });
}

/** The recorded verdict on a gate for the content of the tree; undefined if there is none. */
export async function findGateVerdict(
  history: VerdictHistory,
  subject: GateSubject,
): Promise<GateDecision | undefined> {
  const files = await history.readVerdict(filesKey(subject));
  if (files === undefined) return undefined;
  const recorded = await history.readVerdict(await contentKey(subject, files.evidence));
  if (recorded === undefined || recorded.verdict === 'undecided') return undefined;
  const { verdict, rationale, confidence, places = [] } = recorded;
  return {
    verdict: verdict === 'pass' ? 'PASS' : 'FAIL',
    reasoning: rationale,
    confidence,
    evidence: places.map((place) => ({ ...place })),
  };
}

/** The files that a gate was judged on the last time. */
async function contentKey({ contract, chunk, gate, tree }: GateSubject, files: readonly string[]): Promise<string> {
  const contents: [string, string | null][] = [];
  for (const file of files) contents.push([file, await readContent(tree, file)]);
  return hash(['gate-content', contract.spec.id, chunk.id, gate, contents]);
}

/** The text of a file. Other content is represented by its hash, which differs from every text. */
async function readContent(tree: GateSubject['tree'], file: string): Promise<string | null> {
  try {
    return (await tree.readText(file)) ?? null;
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError)) throw thrown;
    const bytes = await tree.readBytes(file).catch(() => undefined);
    return `\0${bytes === undefined ? messageOf(thrown) : createHash('sha256').update(bytes).digest('hex')}`;
  }
}

function filesKey({ contract, chunk, gate }: GateSubject): string {
  return hash(['gate-files', contract.spec.id, chunk.id, gate]);
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
