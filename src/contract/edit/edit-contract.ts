import type { ContractDocument, DataPath } from '../document.ts';
import { entryOf, type SourceEntry, type SourceNode, childOf, type OffsetRange } from '../source/source-node.ts';
import { ContractEditError, type ContractEdit } from './contract-edit.ts';
import { EditedText, type Splice } from './edited-text.ts';
import { entryInsertionCandidates, firstEntryInsertion, itemInsertionCandidates } from './insert-member.ts';
import { toJsonValue, type JsonValue } from './json-value.ts';
import { removeEntry, removeItem } from './remove-member.ts';
import { replacementCandidates } from './replace-value.ts';
import { verifyEdit, type DataChange } from './verify-edit.ts';
import { detectWritingStyle } from './writing-style.ts';

/**
 * Changes values in the text of a contract. Everything else stays byte for byte: comments, order, quotes, block and flow
 * style, anchors, line endings and indentation. The edits are applied in order; each path refers to the result of the
 * previous edit. Each result is parsed again to verify that the data differs only at the path.
 *
 * Throws a ContractEditError if an edit cannot be applied exactly. Then no edit is applied.
 */
export function editContract(
  document: Pick<ContractDocument, 'file' | 'text'>,
  edits: readonly ContractEdit[],
): { readonly text: string } {
  let edited = new EditedText(document.file, document.text);
  const together = replaceTogether(edited, edits);
  if (together) return { text: together.text };
  for (const edit of edits) edited = applyEdit(edited, edit);
  return { text: edited.text };
}

/** A change to the data, and the candidate texts for it, in order of preference. */
interface EditPlan {
  readonly change: DataChange;
  readonly candidates: readonly (readonly Splice[])[];
}

function applyEdit(edited: EditedText, edit: ContractEdit): EditedText {
  const { path } = edit;
  if (edited.documentCount > 1) {
    throw new ContractEditError('multiple-documents', path, 'the file contains several YAML documents');
  }
  const firstError = edited.problems.find((problem) => problem.severity === 'error');
  if (!edited.isReadable) {
    throw new ContractEditError('syntax-error', path, firstError?.message ?? 'the file is empty');
  }
  rejectSharedValue(edited, path);
  const plan = edit.operation === 'remove' ? planRemoval(edited, path) : planWrite(edited, edit);
  const sourceChange: DataChange = { ...plan.change, path: edited.view.sourcePath(plan.change.path) };
  for (const splices of plan.candidates) {
    const after = verifyEdit(edited, edited.applySplices(splices), [sourceChange], [plan.change]);
    if (after) return after;
  }
  throw new ContractEditError('not-exact', path, 'the text cannot be changed without changing another value');
}

/**
 * Replaces several values at once, so that a large contract is parsed twice and not once for each value. Returns `undefined`
 * if the edits do more than that, or if a value needs another text than the preferred one.
 */
function replaceTogether(edited: EditedText, edits: readonly ContractEdit[]): EditedText | undefined {
  if (edits.length < 2 || edited.documentCount > 1 || !edited.isReadable) return undefined;
  const isReplacement = ({ path, operation = 'set' }: ContractEdit): boolean =>
    operation === 'set' && path.length > 0 && edited.view.node(path) !== undefined;
  if (!edits.every(isReplacement)) return undefined;
  const ranges = edits.map(({ path }) => edited.view.rangeOf(path)).sort((one, other) => one.start - other.start);
  if (ranges.some(({ start }, index) => start < (ranges[index - 1]?.end ?? 0))) return undefined;
  for (const { path } of edits) rejectSharedValue(edited, path);
  const plans = edits.map((edit) => planWrite(edited, edit));
  const splices = plans.flatMap(({ candidates }) => candidates[0] ?? []);
  const changes = plans.map(({ change }) => change);
  const sourceChanges = changes.map((change): DataChange => ({ ...change, path: edited.view.sourcePath(change.path) }));
  return verifyEdit(edited, edited.applySplices(splices), sourceChanges, changes);
}

function planWrite(edited: EditedText, edit: ContractEdit): EditPlan {
  const { path } = edit;
  const value = toJsonValue(edit.value, path);
  const node = edited.view.node(path);
  const last = path.at(-1);
  if (edit.operation === 'insert') {
    const list = edited.view.node(path.slice(0, -1));
    if (typeof last !== 'number') throw notFoundError(path, 'values can be inserted only into lists');
    if (list?.kind === 'list' && last <= list.items.length) return planItemInsertion(edited, list, path, value);
    return planAddition(edited, path, value);
  }
  if (!node) return planAddition(edited, path, value, edit.first);
  const style = detectWritingStyle(edited);
  return {
    change: { kind: 'set', path, value },
    candidates: replacementCandidates(edited, node, value, style, ownerOf(edited, path)),
  };
}

/** Adds a value that does not exist: to its list, to its map, or in a new collection. */
function planAddition(edited: EditedText, path: DataPath, value: JsonValue, first = false): EditPlan {
  const parentPath = path.slice(0, -1);
  const last = path.at(-1);
  const parent = edited.view.node(parentPath);
  if (last === undefined) throw notFoundError(path, 'the file is empty');
  if (parent?.kind === 'list' && last === parent.items.length) return planItemInsertion(edited, parent, path, value);
  if (parent?.kind === 'map' && typeof last === 'string') return planEntryInsertion(edited, parent, path, value, first);
  const isEmpty = !parent || (parent.kind === 'scalar' && parent.value === null);
  const owner = edited.view.node(parentPath.slice(0, -1));
  // A missing list or map is created with its first member. A deeper path is an error.
  const wrapped: JsonValue | undefined =
    last === 0 ? [value] : typeof last === 'string' ? { [last]: value } : undefined;
  const canBeCreated = isEmpty && owner?.kind === 'map' && typeof parentPath.at(-1) === 'string';
  if (!canBeCreated || wrapped === undefined) throw notFoundError(path, 'the path does not exist');
  return planWrite(edited, { path: parentPath, value: wrapped });
}

function planItemInsertion(
  edited: EditedText,
  list: SourceNode & { kind: 'list' },
  path: DataPath,
  value: JsonValue,
): EditPlan {
  const index = Number(path.at(-1));
  const candidates = itemInsertionCandidates(edited, list, index, value, detectWritingStyle(edited));
  return { change: { kind: 'insert', path, value }, candidates };
}

function planEntryInsertion(
  edited: EditedText,
  map: SourceNode & { kind: 'map' },
  path: DataPath,
  value: JsonValue,
  first: boolean,
): EditPlan {
  const key = edited.view.keyNameOf(path);
  const style = detectWritingStyle(edited);
  const appended = entryInsertionCandidates(edited, map, key, value, style);
  const candidates = first ? [firstEntryInsertion(edited, map, key, value, style), ...appended] : appended;
  return { change: { kind: 'set', path, value }, candidates };
}

function planRemoval(edited: EditedText, path: DataPath): EditPlan {
  const parentPath = path.slice(0, -1);
  const last = path.at(-1);
  const parent = edited.view.node(parentPath);
  if (last === undefined || !edited.view.node(path)) throw notFoundError(path, 'the path does not exist');
  const owner = ownerOf(edited, parentPath);
  const splices =
    parent?.kind === 'list'
      ? removeItem(edited, parent, Number(last), owner)
      : parent?.kind === 'map'
        ? removeEntry(edited, parent, String(last))
        : undefined;
  return { change: { kind: 'remove', path }, candidates: splices ? [splices] : [] };
}

/** The entry of a value in its map; `undefined` for an item of a list. */
function ownerOf(edited: EditedText, path: DataPath): SourceEntry | undefined {
  const key = path.at(-1);
  return typeof key === 'string' ? entryOf(edited.view.node(path.slice(0, -1)), key) : undefined;
}

function notFoundError(path: DataPath, cause: string): ContractEditError {
  return new ContractEditError('not-found', path, cause);
}

/**
 * Throws a ContractEditError if an edit at a path would change several values or none. That is the case if the path leads
 * through an alias, a merge key or a synthetic node, or into a value that an alias repeats.
 */
function rejectSharedValue(edited: EditedText, path: DataPath): void {
  let node = edited.view.root;
  for (const step of path) {
    if (typeof step === 'string' && entryOf(node, step)?.merged === true) {
      throw new ContractEditError('alias', path, 'the value comes through a merge key (<<)');
    }
    node = childOf(node, step);
    if (!node) break;
    if (node.alias) throw new ContractEditError('alias', path, 'the value is an alias (*) of another value');
    if (node.synthetic) throw new ContractEditError('not-found', path, 'the value is not written in the file');
  }
  const shared = edited.source ? findSharedRanges(edited.source) : [];
  const range = edited.view.rangeOf(path);
  const isInside = shared.some(({ start, end }) => start <= range.start && range.start < end);
  // A key that is added to an anchored map is also merged into the maps that merge the anchor.
  const owner = node ? undefined : edited.view.node(path.slice(0, -1));
  const isMerged =
    owner?.kind === 'map' && owner.entries.some((entry) => shared.some(({ start }) => start === entry.keyStart));
  if (isInside || isMerged)
    throw new ContractEditError('alias', path, 'an alias (*) elsewhere in the file repeats the value');
}

/** The ranges of the values that aliases and merge keys repeat. */
function findSharedRanges(node: SourceNode): readonly OffsetRange[] {
  if (node.alias) return node.aliasOf ? [node.aliasOf] : [];
  if (node.kind === 'list') return node.items.flatMap(findSharedRanges);
  if (node.kind === 'scalar') return [];
  return node.entries.flatMap((entry) =>
    entry.merged ? [{ start: entry.keyStart, end: entry.node.end }] : findSharedRanges(entry.node),
  );
}
