import type { AssertionResult } from '../../../verdicts/checks/interfaces/result.ts';
import { formatDataPath } from '../../../contract/data-path.ts';
import type { DataPath } from '../../../contract/document.ts';
import { valueAt } from '../../../contract/edit/contract-data.ts';
import { DECLARATION_CHECKS } from '../../../verdicts/checks/interfaces/required-names.ts';
import { correctionOf, type Correction } from '../../../verdicts/fixes/correction.ts';
import { writtenPaths } from '../../../verdicts/fixes/result-fixes.ts';
import { isRecord } from '../../../foundation/is-record.ts';
import { amendmentRestriction } from './amendment-restriction.ts';
import { listLeaves } from './data-differences.ts';
import { replaceName } from './mentions.ts';
import type { ContractChange } from './proposal.ts';

/** A failed assert, and the path of the item of the contract that requires it. */
export interface FailedRequirement {
  readonly result: AssertionResult;
  readonly origin: DataPath;
}

/**
 * The changes with which a contract states what the code has: the signature of a declaration, or the name of a similar one
 * in each place where an amendment may adopt it. Empty if no result shows what the code has instead.
 * @param data the data of the contract
 * @param chunkIndex the index of the chunk whose requirements failed
 */
export function changesFromCode(
  data: unknown,
  chunkIndex: number,
  failed: readonly FailedRequirement[],
): readonly ContractChange[] {
  const changes: Changes = new Map();
  const corrections = failed.flatMap(({ result, origin }) => {
    const correction = correctionOf(result);
    return correction === undefined ? [] : [{ result, origin, correction }];
  });
  for (const { result, origin, correction } of corrections) {
    if (correction.kind !== 'signature') continue;
    const path = writtenPaths(origin, result, correction.from).find((one) => typeof valueAt(data, one) === 'string');
    if (path !== undefined) change(changes, data, path, () => correction.to);
  }
  // Two results can show different names for one; the first is kept.
  const renamed = new Set<string>();
  for (const { origin, correction } of corrections) {
    if (correction.kind !== 'name' || renamed.has(correction.from)) continue;
    renamed.add(correction.from);
    rename(changes, data, { chunkIndex, correction, inChunk: origin[0] === 'chunks' });
  }
  return [...changes.values()];
}

/** Changes of texts, by their path. */
type Changes = Map<string, { readonly path: string; readonly oldValue: string; readonly newValue: string }>;

function change(changes: Changes, data: unknown, at: DataPath, edit: (text: string) => string): void {
  const path = formatDataPath(at);
  const oldValue = String(valueAt(data, at));
  changes.set(path, { path, oldValue, newValue: edit(changes.get(path)?.newValue ?? oldValue) });
}

/** Adopts a name in each place where the contract mentions the old one and an amendment may change the text. */
function rename(
  changes: Changes,
  data: unknown,
  {
    chunkIndex,
    correction: { from, to },
    inChunk,
  }: { readonly chunkIndex: number; readonly correction: Correction; readonly inChunk: boolean },
): void {
  // Only declarations of the chunk itself determine the names that checks of other types may adopt.
  const renames = new Map(inChunk ? [[from, to]] : []);
  const scope = { before: data, chunkIndex, names: new Set([from]), renames };
  for (const { path, value: before } of listLeaves(data)) {
    if (typeof before !== 'string' || !canMentionName(path, data)) continue;
    const after = replaceName(before, from, to);
    if (after === before || amendmentRestriction({ path, kind: 'changed', before, after }, scope)) continue;
    change(changes, data, path, (text) => replaceName(text, from, to));
  }
}

/** Whether a text can mention the name of a declaration. The path of a file cannot. */
function canMentionName(path: DataPath, data: unknown): boolean {
  const key = path.at(-1);
  if (key === 'file') return false;
  if (key !== 'target') return true;
  const check = valueAt(data, path.slice(0, -1));
  return isRecord(check) && DECLARATION_CHECKS.has(String(check['type']));
}
