import { realpath, stat } from 'node:fs/promises';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { isNotFoundError } from '../../foundation/system-error.ts';
import { decodeText } from './disk-tree.ts';
import { readPlainFile } from '../plain-files/plain-file.ts';
import { resolveInside } from './safe-path.ts';
import { writeFileAtomically } from './write-atomically.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Replaces the text of a file atomically: writes a temporary file next to it and renames it. Keeps the permissions and a
 * byte order mark. If the path is a link, its target is replaced.
 *
 * @param file relative to `root`
 * @throws HoldfastError `conflict` if the text of the file is not `expected`; the file is then unchanged
 */
export async function replaceText(root: string, file: string, expected: string, text: string): Promise<void> {
  const absolute = await resolveInside(root, file);
  try {
    const target = await realpath(absolute);
    const bytes = await readPlainFile(target);
    if (decodeText(file, bytes) !== expected) throw createConflictError(file);
    const byteOrderMark = bytes.subarray(0, 3).equals(Buffer.from(BYTE_ORDER_MARK)) ? BYTE_ORDER_MARK : '';
    const mode = (await stat(target)).mode & 0o7777;
    await writeFileAtomically(target, byteOrderMark + text, { mode, flush: true });
  } catch (thrown) {
    if (isNotFoundError(thrown)) throw createConflictError(file);
    if (thrown instanceof HoldfastError) throw thrown;
    throw new HoldfastError('storage', `Failed to write ${file}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function createConflictError(file: string): HoldfastError {
  return new HoldfastError('conflict', `Failed to write ${file}: the file was changed in the meantime`, {
    hint: 'Check the current content of the file and try again.',
  });
}
