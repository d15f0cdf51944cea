import { CancelledError, messageOf } from '../../shared/errors.ts';
import type { AgentFiles, WriteRefusal } from './agent-files.ts';
import { findPlaceholderLine, describePlaceholder } from './elision.ts';
import { lineEndingOf, withLineEnding } from './line-endings.ts';
import type { WriteLedger } from './write-ledger.ts';

type WriteContext = { readonly files: AgentFiles; readonly ledger: WriteLedger };

/**
 * Writes a file. Placeholders for omitted code are refused. A file with Windows line endings keeps them.
 *
 * @param added the part of the content that the model wrote. Default: the whole content
 * @returns the reason of a refusal, or `undefined`
 */
export async function writeText(
  path: string,
  content: string,
  existing: string | undefined,
  { files, ledger }: WriteContext,
  added = content,
): Promise<string | undefined> {
  const placeholder = findPlaceholderLine(path, added, existing);
  if (placeholder !== undefined) return refuse(path, describePlaceholder(path, placeholder), ledger);
  const ending = existing === undefined || content.includes('\r\n') ? undefined : lineEndingOf(existing);
  const text = ending === '\r\n' ? withLineEnding(content, ending) : content;
  return tryWrite(
    path,
    () => files.write(path, text),
    ledger,
    () => ledger.recordWrite(path),
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

/** Deletes a file. Returns the reason of a refusal, or `undefined`. */
export async function removeFile(path: string, { files, ledger }: WriteContext): Promise<string | undefined> {
  return tryWrite(
    path,
    () => files.remove(path),
    ledger,
    () => ledger.recordDeletion(path),
  );
}

async function tryWrite(
  path: string,
  action: () => Promise<WriteRefusal | undefined>,
  ledger: WriteLedger,
  onSuccess: () => void,
): Promise<string | undefined> {
  try {
    const refusal = await action();
    if (refusal) return refuse(path, refusal.refused, ledger);
    onSuccess();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof CancelledError) throw thrown;
    return refuse(path, messageOf(thrown), ledger);
  }
}

function refuse(path: string, reason: string, ledger: WriteLedger): string {
  ledger.recordRefusal(path, reason);
  return reason;
}
