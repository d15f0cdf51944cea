import { randomUUID } from 'node:crypto';
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import { decodeText } from './disk-tree.ts';
import { isMissing, resolveInside } from './safe-path.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Replaces the text of a file on disk, whole or not at all: it is written beside it and moved over it. Permissions and a
 * byte order mark stay; where the path is a link, the file that it leads to is replaced.
 * @param file relative to `root`, which it must not leave
 * @throws HoldfastError `conflict` where the file does not say `expected`; nothing has changed then
 */
export async function replaceText(root: string, file: string, expected: string, text: string): Promise<void> {
  const absolute = await resolveInside(root, file);
  let temporary: string | undefined;
  try {
    const target = await realpath(absolute);
    const bytes = await readFile(target);
    if (decodeText(file, bytes) !== expected) throw changed(file);
    const mark = bytes.subarray(0, 3).equals(Buffer.from(BYTE_ORDER_MARK)) ? BYTE_ORDER_MARK : '';
    temporary = `${target}.${randomUUID()}.new`;
    await writeFile(temporary, mark + text, { flag: 'wx', flush: true });
    await chmod(temporary, (await stat(target)).mode & 0o7777);
    await rename(temporary, target);
  } catch (thrown) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    if (isMissing(thrown)) throw changed(file);
    if (thrown instanceof HoldfastError) throw thrown;
    throw new HoldfastError('storage', `Failed to write ${file}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function changed(file: string): HoldfastError {
  return new HoldfastError('conflict', `Failed to write ${file}: it does not say what it was expected to say.`, {
    hint: 'Look at the file as it is now, and decide again.',
  });
}
