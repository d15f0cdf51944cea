import { HoldfastError } from '../../foundation/errors.ts';
import type { OffsetRange } from '../../contract/source/source-node.ts';
import { listChunks, listNamed } from '../meaning/outline-facts.ts';
import { scanModel, type AuthoringFile } from '../source/authoring-file.ts';
import { findReferences, type Subject } from './find-references.ts';

/** A replacement of a part of a text. */
export interface RenameEdit {
  readonly range: OffsetRange;
  readonly text: string;
}

/**
 * Checks whether a subject can have a name.
 * @throws HoldfastError `contract` that says why not
 */
export function checkNewName(file: AuthoringFile, subject: Subject, name: string): void {
  const fail = (cause: string, hint: string): never => {
    throw new HoldfastError('contract', `Failed to rename ${subject.name}: ${cause}`, { hint });
  };
  if (subject.kind === 'export') {
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) {
      fail(`"${name}" is not a valid name`, 'Use the name of an export: letters, digits, "_" and "$".');
    }
    return;
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
    fail(
      `"${name}" is not a valid id`,
      'An id consists of letters, digits, ".", "_" and "-", and starts with a letter or digit.',
    );
  }
  const root = scanModel(file);
  const items = subject.kind === 'chunk' ? listChunks(root) : listNamed(root, 'gates');
  if (name !== subject.name && items.some(({ id }) => id === name)) {
    fail(`the ${subject.kind} "${name}" exists already`, 'Choose an id that the file does not use.');
  }
}

/**
 * The replacements that rename a subject in a file: every value that names it, and for a chunk also the texts that refer to
 * it as `id` in backquotes, or as chunk "id". Quotes, comments and line breaks stay as they are.
 */
export function renameIn(file: AuthoringFile, subject: Subject, name: string): readonly RenameEdit[] {
  const references = findReferences(file, subject).map(({ range }) => ({ range, text: name }));
  if (subject.kind !== 'chunk') return references;
  const taken = new Set(references.map(({ range }) => range.start));
  const spoken = findSpoken(file.text, subject.name).filter(({ start }) => !taken.has(start));
  return [...references, ...spoken.map((range) => ({ range, text: name }))].sort(
    (one, other) => one.range.start - other.range.start,
  );
}

/** The places in sentences that refer to a chunk. A bare word is left alone: an id is often an ordinary word. */
function findSpoken(text: string, id: string): readonly OffsetRange[] {
  const name = id.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
  const pattern = new RegExp(`(?:\`|\\bchunk\\s+\\\\?["'\`]?)(${name})(?![\\w-]|\\.\\w)`, 'g');
  return [...text.matchAll(pattern)].flatMap((match) => {
    const start = match.index + match[0].length - id.length;
    const isQuoted = match[0].startsWith('`') && text.charAt(start + id.length) !== '`';
    return isQuoted ? [] : [{ start, end: start + id.length }];
  });
}
