import { CancelledError, messageOf } from '../../../foundation/errors.ts';
import type { AgentFiles, WriteRefusal } from './agent-files.ts';
import { findPlaceholderLine, describePlaceholder } from './elision.ts';
import { listLost } from './kept-declarations.ts';
import { lineEndingOf, withLineEnding } from './line-endings.ts';
import type { WriteLedger } from './write-ledger.ts';

type WriteContext = { readonly files: AgentFiles; readonly ledger: WriteLedger };

/** The result of a write: the reason of a refusal, or the other files that were written because it was made. */
export type WriteResult = { readonly refused: string } | { readonly alsoWritten: readonly string[] };

/** An edit of a file, as the model wrote it. */
export interface WrittenEdit {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * Writes a file. Refused are placeholders for omitted code, and a whole file without declarations that it had. A file with
 * Windows line endings keeps them.
 *
 * @param edit the edit that leads to the content; absent if the model wrote the whole content
 */
export async function writeText(
  path: string,
  content: string,
  existing: string | undefined,
  context: WriteContext,
  edit?: WrittenEdit,
): Promise<WriteResult> {
  const { files, ledger } = context;
  const placeholder = findPlaceholderLine(path, edit?.newText ?? content, existing);
  if (placeholder !== undefined) return { refused: refuse(path, describePlaceholder(path, placeholder), ledger) };
  const ending = existing === undefined || content.includes('\r\n') ? undefined : lineEndingOf(existing);
  const text = ending === '\r\n' ? withLineEnding(content, ending) : content;
  const lost = edit === undefined ? await findLost(path, text, existing, context) : [];
  if (lost.length > 0) {
    // Another version of the text would be refused too.
    const refused = await tryWrite(path, () => files.findRefusal(path), ledger);
    if (refused !== undefined) return { refused };
    await ledger.kept.postpone(path, existing, text);
    return { refused: refuse(path, describeLost(path, lost), ledger) };
  }
  const refused = await tryWrite(path, () => files.write(path, text), ledger);
  if (refused !== undefined) return { refused };
  ledger.recordWrite(path);
  await ledger.kept.recordChange(path, existing, edit?.oldText);
  return { alsoWritten: await writeWaiting(context) };
}

/** Writes the refused files that lack nothing any longer, because other files declare it now. */
async function writeWaiting(context: WriteContext): Promise<readonly string[]> {
  const { files, ledger } = context;
  const written: string[] = [];
  for (const { path, text } of ledger.kept.waiting) {
    const existing = await files.read(path);
    const lost = await findLost(path, text, existing, context);
    if (lost.length > 0) continue;
    const refusal = await files.write(path, text);
    if (refusal) continue;
    ledger.recordWrite(path);
    await ledger.kept.recordChange(path, existing);
    ledger.withdrawRefusals(path);
    written.push(path);
  }
  return written;
}

function findLost(
  path: string,
  text: string,
  existing: string | undefined,
  { files, ledger }: WriteContext,
): Promise<readonly string[]> {
  return ledger.kept.findLost(path, text, existing, (other) => files.read(other));
}

/** A sentence about the other files that a write has made possible, for the model; empty if there are none. */
export function describeAlsoWritten({ alsoWritten }: { readonly alsoWritten: readonly string[] }): string {
  return alsoWritten.length === 0 ? '' : ` The refused write of ${alsoWritten.join(', ')} was made as well.`;
}

function describeLost(path: string, names: readonly string[]): string {
  return (
    `It would delete from ${path}: ${listLost(names)}. Write the complete file, or change only the lines that differ. ` +
    'To delete one of them on purpose, make an edit that replaces its lines. ' +
    'If you move them, write the file that receives them: this write is then made as well.'
  );
}

/** Reads a file before it is changed. A file that must not be read is recorded as a refused write. */
export async function readExistingText(
  path: string,
  { files, ledger }: WriteContext,
): Promise<{ readonly text: string | undefined } | { readonly refused: string }> {
  try {
    return { text: await files.read(path) };
  } catch (thrown) {
    if (thrown instanceof CancelledError) throw thrown;
    return { refused: refuse(path, messageOf(thrown), ledger) };
  }
}

/**
 * Deletes a file. Returns the reason of a refusal, or `undefined`.
 *
 * @param existing the text of the file; `undefined` if it is not text
 */
export async function removeFile(
  path: string,
  existing: string | undefined,
  { files, ledger }: WriteContext,
): Promise<string | undefined> {
  const refused = await tryWrite(path, () => files.remove(path), ledger);
  if (refused !== undefined) return refused;
  ledger.recordDeletion(path);
  await ledger.kept.recordDeletion(path, existing);
  return undefined;
}

async function tryWrite(
  path: string,
  action: () => Promise<WriteRefusal | undefined>,
  ledger: WriteLedger,
): Promise<string | undefined> {
  try {
    const refusal = await action();
    return refusal && refuse(path, refusal.refused, ledger);
  } catch (thrown) {
    if (thrown instanceof CancelledError) throw thrown;
    return refuse(path, messageOf(thrown), ledger);
  }
}

function refuse(path: string, reason: string, ledger: WriteLedger): string {
  ledger.recordRefusal(path, reason);
  return reason;
}
