import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a temporary file next to a file and renames it, so that a reader sees the earlier content or the new one, and
 * never a part. The folder must exist.
 *
 * @param options `mode`: the permissions, else those of a new file; `flush`: the content is on the disk before the rename
 */
export async function writeFileAtomically(
  file: string,
  content: string,
  { mode, flush = false }: { readonly mode?: number; readonly flush?: boolean } = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(temporary, content, { flag: 'wx', flush });
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
}
