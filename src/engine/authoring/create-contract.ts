import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { systemErrorCode } from '../../shared/system-error.ts';
import { resolveInside } from '../../workspace/files/safe-path.ts';
import type { CreateContractOptions } from '../api/authoring-types.ts';

/**
 * Writes a new contract.
 *
 * @throws HoldfastError `conflict` if the file exists, unless it is overwritten; `storage` if it cannot be written
 */
export async function createContract(
  folder: string,
  file: string,
  text: string,
  { overwrite = false }: CreateContractOptions,
): Promise<void> {
  const absolute = await resolveInside(folder, file);
  try {
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFile(absolute, text, { flag: overwrite ? 'w' : 'wx' });
  } catch (cause) {
    if (systemErrorCode(cause) === 'EEXIST') {
      throw new HoldfastError('conflict', `Failed to create ${file}: the file already exists.`, {
        cause,
        hint: 'Use another name, or open the existing file.',
      });
    }
    throw new HoldfastError('storage', `Failed to create ${file}: ${messageOf(cause)}`, { cause });
  }
}
