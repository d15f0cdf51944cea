import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { systemErrorCode } from '../../foundation/system-error.ts';
import { CONFIGURATION_FILE } from '../../workspace/configuration/settings.ts';
import { pathExists, resolveInside } from '../../workspace/files/safe-path.ts';
import type { CreateContractOptions, CreatedContract } from './authoring-types.ts';
import { findRepositoryPrefix } from '../../workspace/files/repository-prefix.ts';

const CONFIGURATION =
  '# The paths of the contracts in this folder are relative to it, from every folder that judges them.\n{}\n';

/**
 * Writes a new contract. In a folder below the top level of a repository, it also makes the folder a workspace folder, so that
 * the contract has the same verdict from every folder [PROOF-9].
 *
 * @throws HoldfastError `conflict` if the file exists, unless it is overwritten; `storage` if it cannot be written
 */
export async function createContract(
  folder: string,
  file: string,
  text: string,
  { overwrite = false }: CreateContractOptions,
): Promise<CreatedContract> {
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
  return { configuration: await configureFolder(folder) };
}

async function configureFolder(folder: string): Promise<string | undefined> {
  const absolute = path.join(folder, CONFIGURATION_FILE);
  if ((await findRepositoryPrefix(folder)) === '' || (await pathExists(absolute))) return undefined;
  await writeFile(absolute, CONFIGURATION, { flag: 'wx' });
  return CONFIGURATION_FILE;
}
