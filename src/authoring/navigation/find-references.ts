import type { OffsetRange, SourceNode } from '../../contract/source/source-node.ts';
import { fileOfExport, listMentions, mentionAt, type Mention } from '../meaning/mentions.ts';
import { scanModel, type AuthoringFile } from '../source/authoring-file.ts';

/** What references and a rename are about. */
export type Subject =
  | { readonly kind: 'chunk'; readonly name: string }
  | { readonly kind: 'gate'; readonly name: string }
  | {
      readonly kind: 'export';
      readonly name: string;
      /** The file that exports it, if a contract states it. */
      readonly file: string | undefined;
    };

/** The chunk, gate or export that is named at a position, with the range of its name. */
export interface FoundSubject {
  readonly subject: Subject;
  readonly range: OffsetRange;
}

const KINDS: Partial<Readonly<Record<Mention['role'], Subject['kind']>>> = {
  chunk: 'chunk',
  'chunk-id': 'chunk',
  gate: 'gate',
  'gate-id': 'gate',
  export: 'export',
  'created-export': 'export',
};

/** Finds the chunk, gate or export that is named at a position. Accepts every text. */
export function findSubject(file: AuthoringFile, offset: number): FoundSubject | undefined {
  const root = scanModel(file);
  const mention = mentionAt(root, offset);
  const kind = mention && KINDS[mention.role];
  if (!mention || kind === undefined) return undefined;
  const { name } = mention;
  const subject: Subject = kind === 'export' ? { kind, name, file: fileOfExport(root, mention) } : { kind, name };
  return { subject, range: nameRange(file.text, mention) };
}

/** A place that names a subject. */
export interface Reference {
  readonly range: OffsetRange;
  /** Whether it is the definition in the file: the id of a chunk or a gate. */
  readonly isDefinition: boolean;
}

/** Finds every place of a file that names a subject, in the order of the text. Accepts every text. */
export function findReferences(file: AuthoringFile, subject: Subject): readonly Reference[] {
  const root = scanModel(file);
  return listMentions(root).flatMap((mention) => {
    if (KINDS[mention.role] !== subject.kind || mention.name !== subject.name) return [];
    if (subject.kind === 'export' && isOtherExport(root, mention, subject.file)) return [];
    const isDefinition = mention.role === 'chunk-id' || mention.role === 'gate-id';
    return [{ range: nameRange(file.text, mention), isDefinition }];
  });
}

/** Whether a contract states another file for an export of the same name. */
function isOtherExport(root: SourceNode | undefined, mention: Mention, file: string | undefined): boolean {
  if (file === undefined) return false;
  const stated = fileOfExport(root, mention);
  return stated !== undefined && stated.replace(/^\.\//, '') !== file.replace(/^\.\//, '');
}

/** The range of the name in the text of a value, without quotes and without what follows the name. */
function nameRange(text: string, { node, name }: Mention): OffsetRange {
  const source = text.slice(node.start, node.end);
  const at = source.indexOf(name);
  if (at < 0) return { start: node.start, end: node.end };
  return { start: node.start + at, end: node.start + at + name.length };
}
