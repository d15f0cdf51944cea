import { elidedLine, elisionReason } from '../elision.ts';
import { lineEndingOf, withLineEnding } from '../line-endings.ts';
import { CancelledError, messageOf } from '../../shared/errors.ts';
import type { AgentFiles, WriteRefusal } from '../agent-files.ts';
import type { WriteLedger } from '../write-ledger.ts';

type Writing = { readonly files: AgentFiles; readonly ledger: WriteLedger };

/**
 * Writes a file as the model wants it, or says why not. Text that was left out is refused; a file with Windows line
 * endings keeps them.
 *
 * @param added the text that comes from the model, where the rest of the content was in the file before
 * @returns the reason of a refusal, or undefined
 */
export async function writeText(
  path: string,
  content: string,
  existing: string | undefined,
  { files, ledger }: Writing,
  added = content,
): Promise<string | undefined> {
  const elided = elidedLine(path, added, existing);
  if (elided !== undefined) return refuse(path, elisionReason(path, elided), ledger);
  const ending = existing === undefined || content.includes('\r\n') ? undefined : lineEndingOf(existing);
  const text = ending === '\r\n' ? withLineEnding(content, ending) : content;
  return attempt(
    path,
    () => files.write(path, text),
    ledger,
    () => ledger.wrote(path),
  );
}

/** The text of a file that is about to be changed; a file that must not even be read is a refused write. */
export async function readBefore(
  path: string,
  { files, ledger }: Writing,
): Promise<{ readonly text: string | undefined } | { readonly refused: string }> {
  try {
    return { text: await files.read(path) };
  } catch (thrown) {
    if (thrown instanceof CancelledError) throw thrown;
    return { refused: refuse(path, messageOf(thrown), ledger) };
  }
}

export async function removeFile(path: string, { files, ledger }: Writing): Promise<string | undefined> {
  return attempt(
    path,
    () => files.remove(path),
    ledger,
    () => ledger.removed(path),
  );
}

async function attempt(
  path: string,
  action: () => Promise<WriteRefusal | undefined>,
  ledger: WriteLedger,
  done: () => void,
): Promise<string | undefined> {
  try {
    const refusal = await action();
    if (refusal) return refuse(path, refusal.refused, ledger);
    done();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof CancelledError) throw thrown;
    return refuse(path, messageOf(thrown), ledger);
  }
}

function refuse(path: string, reason: string, ledger: WriteLedger): string {
  ledger.refuse(path, reason);
  return reason;
}
