import path from 'node:path';
import { CancelledError, HoldfastError, messageOf } from '../../foundation/errors.ts';
import { readPlainText } from '../../workspace/plain-files/plain-file.ts';
import type { CommandContext } from './command-context.ts';

/** What standard input may have at most. A device such as /dev/zero has no end. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

/** A file that the person names. */
export interface NamedFile {
  /** As the person wrote it. */
  readonly file: string;
  /** What it is, for messages: `the specification spec.md`. */
  readonly subject: string;
  /** How the person names another one. Default: by the argument. */
  readonly hint?: string;
}

/**
 * Reads the text of a file that an argument or an option names, without its byte order mark.
 *
 * @throws HoldfastError `not-found` if it does not exist, is not a regular file, or cannot be read
 */
export async function readNamedFile(
  { workingDirectory }: Pick<CommandContext, 'workingDirectory'>,
  { file, subject, hint = 'Name a text file.' }: NamedFile,
): Promise<string> {
  try {
    return (await readPlainText(path.resolve(workingDirectory, file))).replace(/^\uFEFF/, '');
  } catch (thrown) {
    throw new HoldfastError('not-found', `Failed to read ${subject}: ${messageOf(thrown)}`, { hint, cause: thrown });
  }
}

/**
 * Reads standard input to its end.
 *
 * @param subject what it is, for messages: `the text of the item`
 * @throws HoldfastError `limit` if it is too large; CancelledError if the signal aborts
 */
export async function readStandardInput(
  { terminal: { input } }: Pick<CommandContext, 'terminal'>,
  subject: string,
  signal: AbortSignal,
): Promise<string> {
  const cancel = (): void => void input.destroy(new CancelledError(`read ${subject}`));
  if (signal.aborted) cancel();
  // An input that is never closed would keep the process alive.
  signal.addEventListener('abort', cancel, { once: true });
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of input as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > MAX_INPUT_BYTES) {
        throw new HoldfastError('limit', `Failed to read ${subject}: it has more than ${MAX_INPUT_BYTES} bytes`, {
          hint: 'Standard input must be a file or the output of a program that ends.',
        });
      }
      parts.push(part);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return Buffer.concat(parts).toString('utf8');
}
