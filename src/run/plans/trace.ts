import { acceptanceCommandsOf } from '../../contract/acceptance-commands.ts';
import { posix } from 'node:path';
import type { ContractDocument } from '../../contract/document.ts';
import type { Verdict } from '../../foundation/verdict.ts';
import { findById } from '../../foundation/index-by-id.ts';
import type { LandedCommit } from '../../workspace/git/landed-commits.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { checkContract } from '../check/check-contract.ts';
import type { CheckServices } from '../check/check-services.ts';
import type { ChunkCheck } from '../check/check-types.ts';

/** A task that serves a requirement, with what proves it. */
export interface TracedTask {
  readonly contract: string;
  readonly task: string;
  readonly title: string;
  /** From 1, in the contract or the plan. */
  readonly line: number;
  /** What is checked, as sentences. */
  readonly checks: readonly string[];
  readonly verdict: Verdict;
  /** The latest commit that records the task. */
  readonly commit: string | undefined;
}

/** A requirement with its tasks. */
export interface TracedRequirement {
  readonly requirement: string;
  /** Where a document of the plan states it; `undefined` if only tasks name it. */
  readonly statedIn: { readonly file: string; readonly line: number } | undefined;
  readonly tasks: readonly TracedTask[];
  /** What is missing, as clauses. Empty if every task is satisfied and recorded. */
  readonly missing: readonly string[];
}

export interface Trace {
  readonly requirements: readonly TracedRequirement[];
  /** Tasks that serve no requirement. */
  readonly withoutRequirement: readonly TracedTask[];
}

type TraceServices = CheckServices & { readonly isTrusted: () => boolean };

/** [PLANS-6] For each requirement: its tasks, their checks and verdicts, the commits that record them, and what is missing. */
export async function traceRequirements(
  services: TraceServices,
  documents: readonly ContractDocument[],
  signal: AbortSignal = new AbortController().signal,
): Promise<Trace> {
  const byRequirement = new Map<string, TracedTask[]>();
  const stated = new Map<string, { readonly file: string; readonly line: number }>();
  const withoutRequirement: TracedTask[] = [];
  const landed = (await (await services.repository()).commits?.readRecords(signal))?.landed ?? [];
  for (const document of documents) {
    const { contract, file } = document;
    if (contract === undefined) continue;
    for (const [id, place] of await readStatedRequirements(services.tree, document))
      if (!stated.has(id)) stated.set(id, place);
    const { chunks } = await checkContract(services, file, { document, trusted: services.isTrusted(), signal });
    for (const { requirements: served, ...task } of traceTasks(document, chunks, landed)) {
      if (served.length === 0) withoutRequirement.push(task);
      for (const id of served) byRequirement.set(id, [...(byRequirement.get(id) ?? []), task]);
    }
  }
  const ids = [...new Set([...stated.keys(), ...byRequirement.keys()])];
  const requirements = ids.map((requirement): TracedRequirement => {
    const tasks = byRequirement.get(requirement) ?? [];
    return { requirement, statedIn: stated.get(requirement), tasks, missing: findMissing(tasks) };
  });
  return {
    requirements: requirements.sort((one, other) =>
      one.requirement.localeCompare(other.requirement, 'en', { numeric: true }),
    ),
    withoutRequirement,
  };
}

/** The tasks of a contract with the requirements that they serve, by position. */
export function traceTasks(
  document: ContractDocument,
  checks: readonly ChunkCheck[],
  landed: readonly LandedCommit[],
): readonly (TracedTask & { readonly requirements: readonly string[] })[] {
  const { contract, file } = document;
  return (contract?.chunks ?? []).map((chunk, index) => {
    const check = findById(checks, chunk.id);
    const results = check === undefined ? [] : [...check.postconditionResults, ...check.assertResults];
    return {
      contract: file,
      task: chunk.id,
      title: chunk.title,
      line: document.rangeOf(['chunks', index]).start.line,
      checks: [...results.map(({ assertion }) => assertion.message), ...acceptanceCommandsOf(chunk)],
      verdict: check?.verdict ?? 'unverified',
      commit: landed.find(({ trailers }) =>
        trailers.some(({ specId, chunkId }) => specId === contract?.spec.id && chunkId === chunk.id),
      )?.commit,
      requirements: chunk.requirements ?? [],
    };
  });
}

function findMissing(tasks: readonly TracedTask[]): readonly string[] {
  if (tasks.length === 0) return ['no task serves it'];
  return tasks.flatMap(({ task, checks, verdict, commit }) => {
    if (checks.length === 0) return [`${task} has no check`];
    if (verdict === 'unsatisfied') return [`${task} is not satisfied`];
    return commit === undefined ? [`${task} has no commit that records it`] : [];
  });
}

/** The requirements that the documents next to a plan state: headings and items with a number. */
export async function readStatedRequirements(
  tree: Pick<SourceTree, 'readText'>,
  { file, form }: ContractDocument,
): Promise<ReadonlyMap<string, { readonly file: string; readonly line: number }>> {
  const stated = new Map<string, { readonly file: string; readonly line: number }>();
  if (form !== 'plan') return stated;
  const folder = posix.dirname(file);
  const documents = [`${folder}/requirements.md`, `${folder}/spec.md`, '.planning/REQUIREMENTS.md'];
  for (const document of documents) {
    const text = await tree.readText(document).catch(() => undefined);
    if (text === undefined || (document.startsWith('.planning') && !file.startsWith('.planning/'))) continue;
    let heading = '';
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const number = /^#{2,4}\s+(?:Requirement|要件|需求)\s*(\d+(?:\.\d+)*)\b/i.exec(line)?.[1];
      if (number !== undefined) heading = number;
      const criterion = heading === '' ? undefined : /^\s*(?:[-*]\s+)?(\d+(?:\.\d+)*)[.)]\s+\S/.exec(line)?.[1];
      const named = /^\s*(?:[-*]\s+)?(?:\[[ x]\]\s*)?\*{0,2}([A-Z][A-Z0-9]*-\d+(?:\.\d+)*)\*{0,2}\s*[:：]/.exec(
        line,
      )?.[1];
      const id =
        named ??
        (criterion === undefined ? undefined : criterion.includes('.') ? criterion : `${heading}.${criterion}`);
      if (id !== undefined && !stated.has(id)) stated.set(id, { file: document, line: index + 1 });
    }
  }
  return stated;
}
