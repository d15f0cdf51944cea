import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { PlanTask } from '../../contract/plans/plan.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { replaceText } from '../../workspace/files/replace-text.ts';
import { checkContract } from '../check/check-contract.ts';
import { CommitWorktrees } from '../check/checked-tree.ts';
import type { CheckServices } from '../check/check-services.ts';
import type { ChunkCheck } from '../check/check-types.ts';
import { readLandedChunks } from '../records/landed-chunks.ts';
import { checkChunk } from '../validation/check-chunk.ts';
import { describeUntrue, readClaimedTasks } from '../contracts/plan-claims.ts';
import { findAddingCommit } from '../contradictions/plan-start.ts';

export interface SyncPlanOptions {
  /** Whether open tasks that are proved to be done are ticked. Default: not. */
  readonly tick?: boolean | undefined;
  /** Whether the file is written. Default: only the report is returned. */
  readonly write?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A box of a plan that does not say what the files show. */
export interface SyncedBox {
  readonly task: string;
  readonly title: string;
  /** From 1. */
  readonly line: number;
  readonly change: 'unticked' | 'ticked';
  /** A clause without a full stop. */
  readonly reason: string;
}

export interface SyncedPlan {
  readonly file: string;
  readonly tool: string;
  readonly changes: readonly SyncedBox[];
  /** Tasks that are claimed and not true, in a plan whose tool has no box for a task. */
  readonly untrue: readonly Omit<SyncedBox, 'change'>[];
  /** The text after the changes. */
  readonly text: string;
}

type SyncServices = CheckServices & { readonly isTrusted: () => boolean };

/**
 * [PLANS-4] Corrects the boxes of a plan by what the files show. Unticks only a task with a failed check, and never one whose
 * check could not be evaluated. With `tick`, ticks a task that has a record, or of which a check that is more than
 * `file_exists` was false in the commit that added the plan and holds now. Changes the marks of boxes, and no other byte.
 */
export async function syncPlan(
  services: SyncServices,
  file: string,
  { tick = false, write = false, signal = new AbortController().signal }: SyncPlanOptions,
): Promise<SyncedPlan> {
  const document = await services.contracts.read(file);
  const { text, form, contract } = document;
  const { plan, claimed } = await readClaimedTasks(services.tree, file, text);
  if (form !== 'plan' || plan === undefined || contract === undefined) {
    throw new HoldfastError('unsupported', `Failed to sync ${file}: it is no plan of another tool`, {
      hint: `Run "holdfast plan check ${file}" to see which readers were tried.`,
    });
  }
  const { chunks } = await checkContract(services, file, { document, trusted: services.isTrusted(), signal });
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const untrueTasks = claimed.flatMap(({ id, title, line }) => {
    const reason = describeUntrue(byId.get(id));
    return reason === undefined ? [] : [{ task: id, title, line, reason }];
  });
  const unticked = plan.hasTaskBoxes ? untrueTasks.map((one) => ({ ...one, change: 'unticked' as const })) : [];
  const isClaimed = new Set(claimed.map(({ id }) => id));
  const open = plan.hasTaskBoxes && tick ? plan.tasks.filter(({ id }) => !isClaimed.has(id)) : [];
  const ticked = open.length === 0 ? [] : await findDone(services, document, open, byId, signal);
  const changes = [...unticked, ...ticked].sort((one, other) => one.line - other.line);
  const result = applyChanges(text, plan.tasks, changes);
  if (write && result !== text) await replaceText(services.tree.root, file, text, result);
  return { file, tool: plan.tool, changes, untrue: plan.hasTaskBoxes ? [] : untrueTasks, text: result };
}

async function findDone(
  services: SyncServices,
  document: ContractDocument,
  open: readonly PlanTask[],
  checks: ReadonlyMap<string, ChunkCheck>,
  signal: AbortSignal,
): Promise<readonly SyncedBox[]> {
  const satisfied = open.filter(({ id }) => checks.get(id)?.verdict === 'satisfied');
  if (satisfied.length === 0) return [];
  const specId = document.contract?.spec.id ?? '';
  const landed = await readLandedChunks(
    { repository: await services.repository(), history: await services.history(), signal },
    specId,
  );
  const done: SyncedBox[] = [];
  const unrecorded: PlanTask[] = [];
  for (const task of satisfied) {
    if (landed.has(task.id)) done.push(toTicked(task, 'a record says that it passed, and its checks hold'));
    else unrecorded.push(task);
  }
  return [...done, ...(await findProved(services, document, unrecorded, checks, signal))];
}

function toTicked({ id, title, line }: PlanTask, reason: string): SyncedBox {
  return { task: id, title, line, change: 'ticked', reason };
}

/** Tasks of which a check was false where the plan began, and holds now. */
async function findProved(
  services: SyncServices,
  document: ContractDocument,
  tasks: readonly PlanTask[],
  checks: ReadonlyMap<string, ChunkCheck>,
  signal: AbortSignal,
): Promise<readonly SyncedBox[]> {
  const candidates = tasks.filter(({ id }) => (checks.get(id)?.assertResults ?? []).some(isProof));
  const repository = await services.repository();
  const { contract } = document;
  if (candidates.length === 0 || contract === undefined || repository.commits === undefined) return [];
  const commit =
    (await findAddingCommit(services.tree.root, document.file, signal)) ?? (await repository.commits.head(signal));
  if (commit === undefined) return [];
  const configuration = await services.configuration();
  await using worktrees = new CommitWorktrees(services, repository, configuration, signal);
  const { tree, stepsOf } = await worktrees.open(commit);
  const proved: SyncedBox[] = [];
  for (const task of candidates) {
    const chunk = contract.chunks.find(({ id }) => id === task.id);
    if (chunk === undefined) continue;
    using account = services.models.openCheckAccount();
    const before = await checkChunk({
      document,
      contract,
      chunk,
      analysis: services.analysis,
      tree,
      trusted: false,
      filesOnly: true,
      judgeAccount: account.id,
      commandTimeoutMs: 0,
      ...(await stepsOf(contract)),
      signal,
    });
    const wasFalse = before.assertResults.find(
      (result) =>
        isKindOfProof(result) &&
        !result.passed &&
        result.error === undefined &&
        result.untrusted !== true &&
        (checks.get(task.id)?.assertResults ?? []).some(
          (now) => now.passed && now.assertion.message === result.assertion.message,
        ),
    );
    if (wasFalse !== undefined) {
      proved.push(
        toTicked(
          task,
          `it was false in ${commit.slice(0, 12)} and holds now: ${wasFalse.assertion.message.replace(/\.$/, '')}`,
        ),
      );
    }
  }
  return proved;
}

function isKindOfProof({ assertion }: AssertionResult): boolean {
  return assertion.type === 'assert' && assertion.check.type !== 'file_exists';
}

function isProof(result: AssertionResult): boolean {
  return isKindOfProof(result) && result.passed;
}

const BOXES: Readonly<Record<string, string>> = { '☑': '☐', '☐': '☑' };

function applyChanges(text: string, tasks: readonly PlanTask[], changes: readonly SyncedBox[]): string {
  let result = text;
  for (const { task: id, change } of [...changes].reverse()) {
    const box = tasks.find((task) => task.id === id)?.boxes[0];
    if (box === undefined) continue;
    const written = result.slice(box.start, box.end);
    const mark = BOXES[written] ?? (change === 'ticked' ? 'x' : ' ');
    result = `${result.slice(0, box.start)}${mark}${result.slice(box.end)}`;
  }
  return result;
}
