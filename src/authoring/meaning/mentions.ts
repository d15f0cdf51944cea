import type { DataPath } from '../../contract/document.ts';
import { exportName } from '../../contract/requirements.ts';
import { childOf, nodeAt, textOf, type SourceNode, type SourceScalar } from '../../contract/source/source-node.ts';
import { findRole, type ValueRole } from './value-role.ts';

/** A text value of a file that names something. */
export interface Mention {
  readonly role: ValueRole;
  /** The path in the contract model. */
  readonly path: DataPath;
  readonly node: SourceScalar;
  /** The name: of an export without "()" and without members, of a check target without its member. */
  readonly name: string;
}

/** Lists every value of a file that names something, in the order of the text. Values of aliases are listed once. */
export function listMentions(root: SourceNode | undefined): readonly Mention[] {
  const mentions: Mention[] = [];
  const visit = (node: SourceNode, path: DataPath): void => {
    if (node.alias) return;
    if (node.kind === 'map') for (const { key, node: child } of node.entries) visit(child, [...path, key]);
    else if (node.kind === 'list') node.items.forEach((child, index) => visit(child, [...path, index]));
    else {
      const mention = createMention(root, path, node);
      if (mention) mentions.push(mention);
    }
  };
  if (root) visit(root, []);
  return mentions;
}

function createMention(root: SourceNode | undefined, path: DataPath, node: SourceScalar): Mention | undefined {
  const text = textOf(node);
  const role = text === undefined ? undefined : findRole(root, path);
  return role === undefined || text === undefined ? undefined : { role, path, node, name: nameIn(role, text) };
}

function nameIn(role: ValueRole, text: string): string {
  if (role === 'created-export' || role === 'export') return exportName(text).split('.')[0] ?? text;
  return text;
}

/** The value that names something at an offset; its end counts. */
export function mentionAt(root: SourceNode | undefined, offset: number): Mention | undefined {
  const path: (string | number)[] = [];
  let node = root;
  while (node && node.kind !== 'scalar' && !node.alias) {
    const step: string | number | undefined = stepAt(node, offset);
    if (step === undefined) return undefined;
    path.push(step);
    node = childOf(node, step);
  }
  if (node?.kind !== 'scalar' || node.alias || offset < node.start || offset > node.end) return undefined;
  return createMention(root, path, node);
}

function stepAt(node: SourceNode, offset: number): string | number | undefined {
  if (node.kind === 'list') {
    const index = node.items.findIndex(({ start, end }) => start <= offset && offset <= end);
    return index < 0 ? undefined : index;
  }
  if (node.kind !== 'map') return undefined;
  return node.entries.find(({ node: value }) => value.start <= offset && offset <= value.end)?.key;
}

/** The file that a contract states for a mentioned export: in the same item, or in another item of the same chunk. */
export function fileOfExport(
  root: SourceNode | undefined,
  { path, name }: Pick<Mention, 'path' | 'name'>,
): string | undefined {
  const stated = textOf(childOf(nodeAt(root, path.slice(0, -1)), 'file'));
  if (stated !== undefined) return stated;
  const chunk = path[0] === 'chunks' ? nodeAt(root, path.slice(0, 2)) : undefined;
  for (const owner of chunk ? [chunk, root] : [root]) {
    const file = fileStatedIn(owner, name);
    if (file !== undefined) return file;
  }
  return undefined;
}

function fileStatedIn(owner: SourceNode | undefined, name: string): string | undefined {
  const items = [childOf(owner, 'functions'), childOf(owner, 'types'), childOf(owner, 'assertions')].flatMap((list) =>
    list?.kind === 'list' ? list.items : [],
  );
  for (const item of items) {
    const check = childOf(item, 'check');
    const stated = textOf(childOf(item, 'name')) ?? textOf(childOf(check, 'target'));
    const file = textOf(childOf(item, 'file')) ?? textOf(childOf(check, 'file'));
    if (file !== undefined && stated !== undefined && exportName(stated).split('.')[0] === name) return file;
  }
  return undefined;
}
