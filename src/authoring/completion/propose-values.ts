import type { DataPath } from '../../contract/document.ts';
import { childOf, nodeAt, textOf, type SourceNode } from '../../contract/source/source-node.ts';
import { fileOfExport } from '../meaning/mentions.ts';
import { listChunks, listNamed, namesOfChunk, textsIn } from '../meaning/outline-facts.ts';
import type { ValueRole } from '../meaning/value-role.ts';
import type { WorkspaceFacts } from '../meaning/workspace-facts.ts';
import { exportName } from '../../contract/requirements.ts';
import type { ProposalKind } from './proposal.ts';

/** A text that a value can have. */
export interface ProposedText {
  readonly kind: ProposalKind;
  readonly text: string;
  /** What the list shows. Default: the text. */
  readonly label?: string | undefined;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
  /** Whether more of the value follows, as after a folder. */
  readonly continues?: boolean | undefined;
}

/** Where values are proposed. */
export interface ValuePlace {
  readonly role: ValueRole;
  /** The path in the contract model. */
  readonly path: DataPath;
  readonly root: SourceNode | undefined;
  /** The typed part of the value. */
  readonly typed: string;
  readonly facts: WorkspaceFacts;
}

/** How many exports of the folder are listed. More typing gives others. */
const MAX_EXPORTS = 100;

/** The values that the other parts of the file and the workspace give a value, best first. */
export async function proposeValues(place: ValuePlace): Promise<readonly ProposedText[]> {
  switch (place.role) {
    case 'chunk':
      return withoutPresent(place, proposeChunks(place));
    case 'gate':
      return withoutPresent(place, await proposeGates(place));
    case 'export':
      return withoutPresent(place, [...proposeCreated(place), ...(await proposeCode(place))]);
    case 'created-export':
      return withoutPresent(place, [...proposeOwn(place), ...(await proposeCode(place))]);
    case 'file':
      return proposeFiles(place);
    case 'subject':
      return [...proposeIds(place, ['resources', 'steps']), ...(await proposeFiles(place))];
    case 'resource':
      return proposeIds(place, ['resources']);
    case 'signature':
      return proposeSignature(place);
    case 'command':
      return (await place.facts.commands()).map((text) => ({ kind: 'command', text }));
    case 'chunk-id':
    case 'gate-id':
    case 'check-type':
      return [];
  }
}

/** Items that the list has already are not proposed again. */
function withoutPresent({ path, root }: ValuePlace, proposed: readonly ProposedText[]): readonly ProposedText[] {
  const list = path.slice(0, -1);
  const key = list.at(-1);
  const present =
    typeof path.at(-1) === 'number' && typeof key === 'string' ? textsIn(nodeAt(root, list.slice(0, -1)), key) : [];
  const taken = new Set(present.map(exportName));
  const seen = new Set<string>();
  return proposed.filter(({ text }) => {
    const name = exportName(text);
    if (taken.has(name) || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function chunkOf({ root, path }: ValuePlace): SourceNode | undefined {
  return path[0] === 'chunks' ? nodeAt(root, path.slice(0, 2)) : undefined;
}

/** The other chunks: earlier ones first, the nearest at the top. */
function proposeChunks(place: ValuePlace): readonly ProposedText[] {
  const own = chunkOf(place);
  const chunks = listChunks(place.root);
  const before = chunks.filter(({ node }) => own === undefined || node.start < own.start).toReversed();
  const after = chunks.filter(({ node }) => own !== undefined && node.start > own.start);
  return [...before, ...after].map(({ id, title }) => ({ kind: 'chunk', text: id, detail: title }));
}

async function proposeGates({ root, facts }: ValuePlace): Promise<readonly ProposedText[]> {
  const own = listNamed(root, 'gates').map(({ id, title }) => ({ text: id, detail: title }));
  const shared = (await facts.gates()).map(({ id, title, file }) => ({
    text: id,
    detail: title === '' ? file : title,
  }));
  return [...own, ...shared].map((gate) => ({ kind: 'gate', ...gate }));
}

/** What other chunks create. What the chunk itself creates comes first for the target of a check. */
function proposeCreated(place: ValuePlace): readonly ProposedText[] {
  const own = chunkOf(place);
  const isConsumed = place.path.at(-2) === 'consumes';
  const ownNames: readonly ProposedText[] = isConsumed ? [] : proposeOwn(place);
  const others = listChunks(place.root).filter(({ node }) => node !== own);
  return [
    ...ownNames,
    ...others.flatMap(({ id, creates }) =>
      creates.map((item): ProposedText => {
        const text = isConsumed ? item : exportName(item);
        return { kind: 'export', text, detail: `created by ${id}` };
      }),
    ),
  ];
}

function proposeOwn(place: ValuePlace): readonly ProposedText[] {
  const names = namesOfChunk(chunkOf(place) ?? place.root);
  return names.filter((name) => name !== place.typed).map((text) => ({ kind: 'export', text, detail: 'this chunk' }));
}

async function proposeCode({ facts, typed, path, root }: ValuePlace): Promise<readonly ProposedText[]> {
  const found = await facts.searchExports(typed, MAX_EXPORTS);
  const stated = textOf(childOf(nodeAt(root, path.slice(0, -1)), 'file'));
  // The exports of the file that the item names come first.
  const sorted = [...found.filter(({ file }) => file === stated), ...found.filter(({ file }) => file !== stated)];
  const isConsumed = path.at(-2) === 'consumes';
  return sorted.map(({ name, kind, file }) => ({
    kind: 'export',
    text: isConsumed && kind === 'function' ? `${name}()` : name,
    label: name,
    detail: `${kind}, ${file}`,
  }));
}

function proposeIds({ root }: ValuePlace, lists: readonly ('resources' | 'steps')[]): readonly ProposedText[] {
  return lists.flatMap((list) =>
    listNamed(root, list).map(({ id, title }): ProposedText => ({
      kind: 'value',
      text: id,
      detail: title === '' ? list.slice(0, -1) : `${list.slice(0, -1)}: ${title}`,
    })),
  );
}

/** The files and folders of the folder that is typed so far. */
async function proposeFiles({ facts, typed }: ValuePlace): Promise<readonly ProposedText[]> {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  if (/[*?{}[\]\\]/.test(folder)) return [];
  const folders = new Set<string>();
  const files: string[] = [];
  for (const file of await facts.files()) {
    if (!file.startsWith(folder)) continue;
    const slash = file.indexOf('/', folder.length);
    if (slash < 0) files.push(file);
    else folders.add(file.slice(0, slash + 1));
  }
  return [
    ...[...folders].sort().map((text): ProposedText => ({ kind: 'folder', text, continues: true })),
    ...files.sort().map((text): ProposedText => ({ kind: 'file', text })),
  ];
}

async function proposeSignature({ facts, path, root }: ValuePlace): Promise<readonly ProposedText[]> {
  const owner = nodeAt(root, path.slice(0, -1));
  const name = textOf(childOf(owner, 'name')) ?? textOf(childOf(owner, 'target'));
  if (name === undefined) return [];
  const file = textOf(childOf(owner, 'file')) ?? fileOfExport(root, { path, name });
  const signature = await facts.signatureOf(name, file);
  if (signature === undefined) return [];
  return [{ kind: 'signature', text: signature, detail: file === undefined ? name : `${name} in ${file}` }];
}
