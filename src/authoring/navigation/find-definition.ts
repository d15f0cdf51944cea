import { childOf, nodeAt, textOf, type OffsetRange, type SourceNode } from '../../contract/source/source-node.ts';
import { fileOfExport, mentionAt, type Mention } from '../meaning/mentions.ts';
import { listChunks, listNamed } from '../meaning/outline-facts.ts';
import type { WorkspaceFacts } from '../meaning/workspace-facts.ts';
import { scanModel, type AuthoringFile } from '../source/authoring-file.ts';

/** Where a definition is: a range of the same text, a line of a file, or a gate of a gate file. */
export type Definition =
  | { readonly kind: 'here'; readonly range: OffsetRange }
  | { readonly kind: 'file'; readonly file: string; readonly line: number }
  | { readonly kind: 'gate'; readonly file: string; readonly id: string };

export interface FoundDefinition {
  /** The text that names the definition. */
  readonly source: OffsetRange;
  readonly definition: Definition;
}

/** Finds what the value at a position names. Accepts every text. */
export async function findDefinition(
  file: AuthoringFile,
  offset: number,
  facts: WorkspaceFacts,
): Promise<FoundDefinition | undefined> {
  const root = scanModel(file);
  const mention = mentionAt(root, offset);
  const definition = mention && (await resolveMention(mention, root, facts));
  if (!mention || !definition) return undefined;
  return { source: { start: mention.node.start, end: mention.node.end }, definition };
}

async function resolveMention(
  mention: Mention,
  root: SourceNode | undefined,
  facts: WorkspaceFacts,
): Promise<Definition | undefined> {
  const { role, name } = mention;
  switch (role) {
    case 'chunk':
    case 'chunk-id':
      return toHere(listChunks(root).find(({ id }) => id === name)?.idNode);
    case 'gate':
    case 'gate-id': {
      const own = listNamed(root, 'gates').find(({ id }) => id === name);
      if (own) return toHere(own.idNode);
      const shared = (await facts.gates()).find(({ id }) => id === name);
      return shared && { kind: 'gate', file: shared.file, id: name };
    }
    case 'export':
    case 'created-export': {
      const found = await facts.findExport(name, fileOfExport(root, mention));
      return found ? { kind: 'file', file: found.file, line: found.line } : findCreator(mention, root);
    }
    case 'signature': {
      const owner = nodeAt(root, mention.path.slice(0, -1));
      const exported = textOf(childOf(owner, 'name')) ?? textOf(childOf(owner, 'target'));
      const found = exported && (await facts.findExport(exported, textOf(childOf(owner, 'file'))));
      return found ? { kind: 'file', file: found.file, line: found.line } : undefined;
    }
    case 'resource':
    case 'subject': {
      const item = (['resources', 'steps'] as const)
        .flatMap((list) => listNamed(root, list))
        .find(({ id }) => id === name);
      return item ? toHere(item.idNode) : toFile(name, facts);
    }
    case 'file':
      return toFile(name, facts);
    case 'command':
    case 'check-type':
      return undefined;
  }
}

function toHere(node: SourceNode | undefined): Definition | undefined {
  return node && { kind: 'here', range: { start: node.start, end: node.end } };
}

async function toFile(path: string, facts: WorkspaceFacts): Promise<Definition | undefined> {
  const clean = path.replace(/^\.\//, '');
  return (await facts.files()).includes(clean) ? { kind: 'file', file: clean, line: 1 } : undefined;
}

/** An export that does not exist yet is defined by the chunk that creates it. */
function findCreator({ name, node }: Mention, root: SourceNode | undefined): Definition | undefined {
  for (const { node: chunk } of listChunks(root)) {
    const list = childOf(chunk, 'creates');
    const item =
      list?.kind === 'list' ? list.items.find((one) => textOf(one)?.replace(/\s*[<(].*$/s, '') === name) : undefined;
    if (item && item.start !== node.start) return toHere(item);
  }
  return undefined;
}
