import { parseContractData } from '../../../contract/edit/contract-data.ts';
import type { ContractDocument } from '../../../contract/document.ts';
import type { PlanSource } from '../../../contract/model.ts';
import { readPlanWith } from '../../../contract/plans/reading/read-plan.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { isRecord } from '../../../foundation/is-record.ts';
import { MergedContract } from './apply-entries.ts';
import { updatePlanComments } from './chunk-comments.ts';
import { hashOfPlan } from './imported-text.ts';
import { chunksOf, findRenamedChunks, renameChunks, type ContractData } from './match-chunks.ts';
import { formatMergePath, isSame, mergeValues, type MergeEntry, type MergePath } from './merge-values.ts';
import { withMarksOf } from './marks-of-base.ts';

/** A part of the contract that an update changed, or that a person must decide. */
export interface UpdatedPart {
  /** `chunks.task-2.functions.loadOrders.signature` */
  readonly where: string;
  /** In the updated contract, from 1. Absent for what is no longer there. */
  readonly line?: number | undefined;
  /** In the plan, from 1. Absent for what belongs to no task. */
  readonly planLine?: number | undefined;
  /** The value of the contract; absent if it has none. */
  readonly mine?: unknown;
  /** The value of the plan; absent if it has none. */
  readonly theirs?: unknown;
}

/** The merge of a changed plan into the contract that was imported from it. */
export interface ImportUpdate {
  readonly contract: string;
  readonly plan: string;
  /** Where the plan was before, if it was moved. */
  readonly movedFrom?: string | undefined;
  /** The text of the contract after the update. */
  readonly text: string;
  readonly isChanged: boolean;
  /** Whether the text that was imported last was found. Without it, nothing shows what the plan dropped. */
  readonly hasBase: boolean;
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly added: readonly UpdatedPart[];
  readonly changed: readonly UpdatedPart[];
  /** Removed from the contract, because it was not changed there. `mine` is the removed value. */
  readonly dropped: readonly UpdatedPart[];
  /** What differs from the plan because a person changed it. */
  readonly kept: readonly UpdatedPart[];
  /** Both have changed it. The contract keeps its value. */
  readonly conflicts: readonly (UpdatedPart & { readonly reason: string })[];
}

/** What the import makes of a text of the plan. */
export interface ImportedPlan {
  readonly text: string;
  readonly chunks: readonly { readonly id: string; readonly line: number }[];
}

export interface UpdateInput {
  readonly document: ContractDocument;
  readonly source: PlanSource;
  /** The plan now. */
  readonly plan: { readonly file: string; readonly text: string };
  /** The text that was imported last; `undefined` if it is unknown. */
  readonly baseText: string | undefined;
  /** Imports a text as if it were that of the file, all tasks included unless `source` leaves out those that are done. */
  readonly importText: (file: string, text: string) => Promise<ImportedPlan>;
}

/**
 * [PLANS-3] Merges a plan into its contract: what the plan changed since it was imported is taken over, what a person changed
 * in the contract stays, and where both did, the contract keeps its value and the report names both values. Both texts of the plan are read
 * in the same way, so neither the work that was done since nor another reader makes a difference. Writes nothing.
 */
export async function updateImport(input: UpdateInput): Promise<ImportUpdate> {
  const { document, source, plan, baseText, importText } = input;
  const hash = hashOfPlan(plan.text);
  const movedFrom = plan.file === source.file ? undefined : source.file;
  const none = { renamed: [], added: [], changed: [], dropped: [], kept: [], conflicts: [] };
  const common = { contract: document.file, plan: plan.file, movedFrom, hasBase: baseText !== undefined };
  if (hash === source.hash && movedFrom === undefined)
    return { ...common, ...none, hasBase: true, text: document.text, isChanged: false };

  const isSpecification = source.reader === 'openspec' || source.reader === 'spec-kit';
  const text = isSpecification && baseText !== undefined ? withMarksOf(baseText, plan.text) : plan.text;
  const theirs = await importText(plan.file, text);
  const base = baseText === undefined ? undefined : await importText(source.file, baseText);
  const contract = dataOf(document.file, document.text);
  const theirsData = dataOf(document.file, theirs.text);
  const baseData = base === undefined ? {} : dataOf(document.file, base.text);
  const renamed = findRenamedChunks(baseData, contract, theirsData);
  const planLines = new Map(theirs.chunks.map(({ id, line }) => [id, line]));
  const claimed = new Set(
    readPlanWith(source.reader, plan.file, plan.text)?.tasks.flatMap(({ id, isClaimed }) => (isClaimed ? id : [])),
  );
  const mine = renameChunks(contract, renamed);
  // A task that was done at the import is not in the contract because of its box, so that it is new once it is open again.
  const leftOut = new Set(
    source.all === true || baseText === undefined
      ? []
      : readPlanWith(source.reader, source.file, baseText)?.tasks.flatMap(({ id, isClaimed }) => (isClaimed ? id : [])),
  );
  const ofContract = new Set(chunksOf(contract).map(({ id }) => id));
  const imported = {
    ...baseData,
    chunks: chunksOf(baseData).filter(({ id }) => typeof id !== 'string' || ofContract.has(id) || !leftOut.has(id)),
  };
  const entries = mergeContracts({ base: renameChunks(imported, renamed), mine, theirs: theirsData }, (id) =>
    claimed.has(id) && source.all !== true ? 'done' : 'open',
  );

  const merged = new MergedContract(document.file, document.text, contract);
  const failures = applyRenames(merged, contract, mine);
  const order = theirs.chunks.map(({ id }) => id);
  const conflicts = entries.flatMap((entry) =>
    entry.kind === 'conflict' ? [{ ...entry, reason: reasonOf(entry) }] : [],
  );
  const changed = entries.filter((entry) => entry.kind === 'changed');
  const isReplaced = changed.length > 0 && merged.replaceAll(changed);
  const applied: MergeEntry[] = isReplaced ? [...changed] : [];
  // Chunks come last: a chunk that is added follows one that exists, and none is dropped that another one depends on.
  for (const entry of [...entries].sort((one, other) => rankOf(one) - rankOf(other))) {
    if (entry.kind === 'kept' || entry.kind === 'conflict' || (isReplaced && entry.kind === 'changed')) continue;
    const dependents = entry.kind === 'dropped' ? findDependents(merged.data, entry.path) : [];
    const reason = dependents.length > 0 ? `${dependents.join(', ')} depends on it` : merged.apply(entry, order);
    if (reason === undefined) applied.push(entry);
    else {
      const mineValue = 'from' in entry ? entry.from : undefined;
      const theirsValue = 'value' in entry ? entry.value : undefined;
      conflicts.push({ kind: 'conflict', path: entry.path, mine: mineValue, theirs: theirsValue, reason });
    }
  }
  const ids = new Set(chunksOf(merged.data).map(({ id }) => id));
  writeSource(merged, {
    ...source,
    file: plan.file,
    hash,
    lines: Object.fromEntries([...planLines].filter(([id]) => ids.has(id))),
  });
  updatePlanComments(merged, {
    base: base && new MergedContract(document.file, base.text, renameChunks(baseData, renamed)),
    theirs: new MergedContract(document.file, theirs.text, theirsData),
  });
  const lineOf = createLineFinder(merged);
  const toPart = (entry: MergeEntry): UpdatedPart => {
    const [first, second] = entry.path;
    const task = first === 'chunks' && typeof second === 'object' ? second.item : undefined;
    return {
      where: formatMergePath(entry.path),
      line: lineOf(entry.path),
      planLine: task === undefined ? undefined : planLines.get(task),
      ...(entry.kind === 'conflict' ? { mine: entry.mine, theirs: entry.theirs } : {}),
      ...('from' in entry ? { mine: entry.from } : {}),
      ...('value' in entry ? { theirs: entry.value } : {}),
    };
  };
  const partsOf = (kind: MergeEntry['kind'], from: readonly MergeEntry[]): readonly UpdatedPart[] =>
    from.filter((entry) => entry.kind === kind).map(toPart);
  return {
    ...common,
    text: merged.text,
    isChanged: merged.text !== document.text,
    // A chunk that made room and was dropped then has no other id.
    renamed: [...renamed].flatMap(([from, to]) => (ids.has(to) ? { from, to } : [])),
    added: partsOf('added', applied),
    changed: partsOf('changed', applied),
    dropped: partsOf('dropped', applied),
    kept: partsOf('kept', entries),
    conflicts: [
      ...failures.map((reason) => ({ where: 'chunks', reason })),
      ...conflicts.map(({ reason, ...entry }) => ({ ...toPart(entry), reason })),
    ],
  };
}

function dataOf(file: string, text: string): ContractData {
  const data = parseContractData({ file, text });
  if (isRecord(data)) return data;
  throw new HoldfastError('contract', `Failed to update ${file}: it has syntax errors`, {
    hint: `Run "holdfast plan check ${file}" to list them.`,
  });
}

/** @param stateOf whether the plan marks a task as done, so that it was not imported and is not added now */
function mergeContracts(
  { base, mine, theirs }: Readonly<Record<'base' | 'mine' | 'theirs', ContractData>>,
  stateOf: (id: string) => 'done' | 'open',
): readonly MergeEntry[] {
  const ids = new Set(chunksOf(mine).map(({ id }) => id));
  const isMerged = ({ id }: ContractData): boolean => ids.has(id) || typeof id !== 'string' || stateOf(id) === 'open';
  const withMerged = (data: ContractData): ContractData => {
    const chunks = chunksOf(data).filter(isMerged);
    const known = new Set([...ids, ...chunks.map(({ id }) => id)]);
    return {
      ...data,
      // As in an import, a chunk depends on no task that is left out.
      chunks: chunks.map((chunk) => {
        const { dependsOn, ...rest } = chunk;
        const others = Array.isArray(dependsOn) ? dependsOn.filter((id) => known.has(id)) : [];
        return others.length === 0 ? rest : { ...chunk, dependsOn: others };
      }),
      // Written by the import itself.
      source: undefined,
      version: undefined,
    };
  };
  return mergeValues(
    { base: withMerged(base), mine: { ...mine, source: undefined, version: undefined }, theirs: withMerged(theirs) },
    [],
  );
}

function reasonOf({ mine, theirs }: Extract<MergeEntry, { readonly kind: 'conflict' }>): string {
  if (theirs === undefined) return 'the plan no longer has it, and the contract has changed it';
  if (mine === undefined) return 'the plan has changed it, and the contract no longer has it';
  return 'the plan and the contract have changed it';
}

/** Values first, then new chunks, then the chunks that the plan dropped. Within a list, later items first. */
function rankOf({ kind, path }: MergeEntry): number {
  if (path.length !== 2 || path[0] !== 'chunks') return kind === 'dropped' ? 1 : 0;
  return kind === 'dropped' ? 3 : 2;
}

function findDependents(data: ContractData, [first, second, ...rest]: MergePath): readonly string[] {
  if (first !== 'chunks' || typeof second !== 'object' || rest.length > 0) return [];
  return chunksOf(data).flatMap(({ id, dependsOn }) =>
    typeof id === 'string' && Array.isArray(dependsOn) && dependsOn.includes(second.item) ? [id] : [],
  );
}

/** Writes the ids of chunks that the plan numbers otherwise. Returns why one cannot be written. */
function applyRenames(merged: MergedContract, contract: ContractData, renamed: ContractData): readonly string[] {
  const before = chunksOf(contract);
  return chunksOf(renamed).flatMap((chunk, index) =>
    ['id', 'dependsOn', 'supersedes'].flatMap((key) => {
      const earlier = before[index]?.[key];
      const now = chunk[key];
      if (isSame(earlier, now)) return [];
      if (!Array.isArray(now)) return merged.edit({ path: ['chunks', index, key], value: now }) ?? [];
      return now.flatMap((value: unknown, item) =>
        Array.isArray(earlier) && earlier[item] === value
          ? []
          : (merged.edit({ path: ['chunks', index, key, item], value }) ?? []),
      );
    }),
  );
}

function writeSource(merged: MergedContract, source: PlanSource): void {
  const before = merged.data['source'];
  const values = Object.entries(source)
    .filter(([key, value]) => value !== undefined && !isSame(isRecord(before) ? before[key] : undefined, value))
    .map(([key, value]) => ({ path: ['source', key], value: value as unknown }));
  if (values.every(({ path: [, key = ''] }) => isRecord(before) && key in before) && merged.replaceAll(values)) return;
  for (const value of values) {
    const reason = merged.edit(value);
    if (reason !== undefined) throw new HoldfastError('contract', reason, { hint: 'Edit "source" manually.' });
  }
}

function createLineFinder(merged: MergedContract): (path: MergePath) => number | undefined {
  return (path) => {
    for (let length = path.length; length > 1; length--) {
      const at = merged.resolve(path.slice(0, length));
      const line = at === undefined ? undefined : merged.lineOf(at);
      if (line !== undefined) return line;
    }
    return undefined;
  };
}
