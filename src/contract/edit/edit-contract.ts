import type { ContractDocument, DataPath } from '../document.ts';
import { entryOf } from '../source/source-node.ts';
import type { SourceEntry, SourceNode } from '../source/source-node.ts';
import { ContractEditError } from './contract-edit.ts';
import type { ContractEdit } from './contract-edit.ts';
import { EditedText } from './edited-text.ts';
import type { Splice } from './edited-text.ts';
import { entryInsertions, itemInsertions } from './insert-member.ts';
import { jsonValueOf } from './json-value.ts';
import { proved } from './prove-edit.ts';
import type { DataChange } from './prove-edit.ts';
import { entryRemoval, itemRemoval } from './remove-member.ts';
import type { JsonValue } from './render-value.ts';
import { replacements } from './replace-value.ts';
import { refuseShared } from './shared-values.ts';
import { writingStyleOf } from './writing-style.ts';

/**
 * Changes values of a contract in its text: comments, order, quotes, block and flow, anchors, line endings and
 * indentation stay as they are, byte for byte, outside of what is addressed. The edits are made in their order; each
 * path speaks of the contract as the edits before left it. After each the text is read again, and unless the data
 * differs exactly at the path, nothing is changed.
 *
 * Throws a ContractEditError where that cannot be had; then no edit was made.
 */
export function editContract(
  document: Pick<ContractDocument, 'file' | 'text'>,
  edits: readonly ContractEdit[],
): { readonly text: string } {
  let edited = new EditedText(document.file, document.text);
  for (const edit of edits) edited = applyEdit(edited, edit);
  return { text: edited.text };
}

/** A change of the data, and the ways to write it. */
interface Plan {
  readonly change: DataChange;
  readonly candidates: readonly (readonly Splice[])[];
}

function applyEdit(edited: EditedText, edit: ContractEdit): EditedText {
  const { path } = edit;
  if (edited.documents > 1) {
    throw new ContractEditError('multiple-documents', path, 'the file holds several YAML documents');
  }
  const mistake = edited.problems.find((problem) => problem.severity === 'error');
  if (!edited.isReadable) {
    throw new ContractEditError('broken-text', path, mistake?.message ?? 'the file is empty');
  }
  refuseShared(edited, path);
  const plan = edit.operation === 'remove' ? planRemoval(edited, path) : planValue(edited, edit);
  const raw: DataChange = { ...plan.change, path: edited.view.writtenPath(plan.change.path) };
  for (const splices of plan.candidates) {
    const after = proved(edited, edited.with(splices), raw, plan.change);
    if (after) return after;
  }
  throw new ContractEditError('not-exact', path, 'the text cannot be changed there and nowhere else');
}

function planValue(edited: EditedText, edit: ContractEdit): Plan {
  const { path } = edit;
  const value = jsonValueOf(edit.value, path);
  const node = edited.view.node(path);
  const last = path.at(-1);
  if (edit.operation === 'insert') {
    const list = edited.view.node(path.slice(0, -1));
    if (typeof last !== 'number') throw noSuchPlace(path, 'only a list takes an insertion');
    if (list?.kind === 'list' && last <= list.items.length) return planItem(edited, list, path, value);
    return planMissing(edited, path, value);
  }
  if (!node) return planMissing(edited, path, value);
  const style = writingStyleOf(edited);
  return {
    change: { kind: 'set', path, value },
    candidates: replacements(edited, node, value, style, ownerOf(edited, path)),
  };
}

/** A value where none stands: appended to its list, added to its map, or a collection made for it. */
function planMissing(edited: EditedText, path: DataPath, value: JsonValue): Plan {
  const parentPath = path.slice(0, -1);
  const last = path.at(-1);
  const parent = edited.view.node(parentPath);
  if (last === undefined) throw noSuchPlace(path, 'the file holds nothing');
  if (parent?.kind === 'list' && last === parent.items.length) return planItem(edited, parent, path, value);
  if (parent?.kind === 'map' && typeof last === 'string') return planEntry(edited, parent, path, value);
  const isEmpty = !parent || (parent.kind === 'scalar' && parent.value === null);
  const owner = edited.view.node(parentPath.slice(0, -1));
  // A list or map that its owner lacks is made with its first member; anything longer is a mistaken path.
  const wrapped: JsonValue | undefined =
    last === 0 ? [value] : typeof last === 'string' ? { [last]: value } : undefined;
  const canBeMade = isEmpty && owner?.kind === 'map' && typeof parentPath.at(-1) === 'string';
  if (!canBeMade || wrapped === undefined) throw noSuchPlace(path, 'nothing stands there');
  return planValue(edited, { path: parentPath, value: wrapped });
}

function planItem(edited: EditedText, list: SourceNode & { kind: 'list' }, path: DataPath, value: JsonValue): Plan {
  const index = Number(path.at(-1));
  const candidates = itemInsertions(edited, list, index, value, writingStyleOf(edited));
  return { change: { kind: 'insert', path, value }, candidates };
}

function planEntry(edited: EditedText, map: SourceNode & { kind: 'map' }, path: DataPath, value: JsonValue): Plan {
  const written = edited.view.keyNameOf(path);
  const candidates = entryInsertions(edited, map, written, value, writingStyleOf(edited));
  return { change: { kind: 'set', path, value }, candidates };
}

function planRemoval(edited: EditedText, path: DataPath): Plan {
  const parentPath = path.slice(0, -1);
  const last = path.at(-1);
  const parent = edited.view.node(parentPath);
  if (last === undefined || !edited.view.node(path)) throw noSuchPlace(path, 'nothing stands there');
  const owner = ownerOf(edited, parentPath);
  const splices =
    parent?.kind === 'list'
      ? itemRemoval(edited, parent, Number(last), owner)
      : parent?.kind === 'map'
        ? entryRemoval(edited, parent, String(last))
        : undefined;
  return { change: { kind: 'remove', path }, candidates: splices ? [splices] : [] };
}

/** The key that a value stands under; an item of a list has none. */
function ownerOf(edited: EditedText, path: DataPath): SourceEntry | undefined {
  const key = path.at(-1);
  return typeof key === 'string' ? entryOf(edited.view.node(path.slice(0, -1)), key) : undefined;
}

function noSuchPlace(path: DataPath, cause: string): ContractEditError {
  return new ContractEditError('no-such-place', path, cause);
}
