import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { SCENARIOS_FOLDER } from '../../../workspace/configuration/shared-files.ts';
import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { whenFound } from '../../../foundation/system-error.ts';
import { expandHome } from '../../../workspace/files/home-path.ts';
import { isWithin } from '../../../workspace/files/safe-path.ts';
import { readPlainFile } from '../../../workspace/plain-files/plain-file.ts';
import type { Repository } from '../../../workspace/repository.ts';

/** Where scenario files come from. Paths are relative to the folder of scenarios and use `/`. */
export interface ScenarioSource {
  /** The start of the paths in reports: `.holdfast/scenarios/`, or `''` for a folder outside of the repository. */
  readonly prefix: string;
  /** Absolute path of a folder outside of the repository. */
  readonly folder?: string | undefined;
  /** Whether the files lie outside of the repository, where no attempt can find them in its tree. */
  readonly isOutside: boolean;
  listFiles(): Promise<readonly string[]>;
  /** `undefined` if the file does not exist. */
  readFile(file: string): Promise<Buffer | undefined>;
}

/** The scenario files of a commit. */
export function commitScenarios(
  repository: Pick<Repository, 'listFiles' | 'readFile'>,
  commit: string,
  signal?: AbortSignal,
): ScenarioSource {
  const prefix = `${SCENARIOS_FOLDER}/`;
  return {
    prefix,
    isOutside: false,
    listFiles: async () =>
      (await repository.listFiles(commit, signal)).flatMap((file) =>
        file.startsWith(prefix) ? [file.slice(prefix.length)] : [],
      ),
    readFile: (file) => repository.readFile(commit, prefix + file, signal),
  };
}

/** The scenario files of a working tree, unsaved text included. */
export function treeScenarios(tree: {
  listFiles(): Promise<readonly string[]>;
  readText(file: string): Promise<string | undefined>;
}): ScenarioSource {
  const prefix = `${SCENARIOS_FOLDER}/`;
  return {
    prefix,
    isOutside: false,
    listFiles: async () =>
      (await tree.listFiles()).flatMap((file) => (file.startsWith(prefix) ? [file.slice(prefix.length)] : [])),
    readFile: async (file) => {
      const text = await tree.readText(prefix + file);
      return text === undefined ? undefined : Buffer.from(text);
    },
  };
}

/**
 * The scenario files that apply: those of a commit, or of the folder outside of the repository that the configuration names.
 *
 * @param folder absolute, or starts with `~/`; `undefined` without such a folder
 */
export async function openScenarioSource(
  repository: Pick<Repository, 'listFiles' | 'readFile' | 'protectedFolders'>,
  {
    commit,
    folder,
    signal,
  }: { readonly commit: string; readonly folder?: string | undefined; readonly signal?: AbortSignal },
): Promise<ScenarioSource> {
  return folder === undefined
    ? commitScenarios(repository, commit, signal)
    : folderScenarios(folder, repository.protectedFolders);
}

/**
 * The scenario files of a folder outside of the repository.
 *
 * @param named absolute path, or a path that starts with `~/`
 * @param repository absolute paths of the folders that attempts can read: the work tree and the git folder
 * @throws HoldfastError `configuration` if the folder is inside of the repository, or does not exist
 */
export async function folderScenarios(named: string, repository: readonly string[]): Promise<ScenarioSource> {
  const folder = path.resolve(expandHome(named));
  const enclosing = repository.find((outer) => isWithin(outer, folder));
  if (enclosing !== undefined) {
    throw new HoldfastError(
      'configuration',
      `Failed to use the scenarios in ${folder}: the folder is inside of ${enclosing}`,
      { hint: `Remove "scenarios.folder" to use ${SCENARIOS_FOLDER}, or name a folder outside of the repository.` },
    );
  }
  await listFolder(folder, '');
  return {
    prefix: '',
    folder,
    isOutside: true,
    listFiles: () => listFolder(folder, ''),
    readFile: (file) => whenFound(readPlainFile(path.join(folder, file))),
  };
}

/** Lists the regular files of a folder and its folders, without links, sorted. */
async function listFolder(folder: string, relative: string): Promise<readonly string[]> {
  let entries;
  try {
    entries = await readdir(path.join(folder, relative), { withFileTypes: true });
  } catch (thrown) {
    throw new HoldfastError('configuration', `Failed to read the scenarios in ${folder}: ${messageOf(thrown)}`, {
      hint: 'Create the folder, or correct "scenarios.folder".',
      cause: thrown,
    });
  }
  const files: string[] = [];
  for (const entry of entries) {
    const name = relative === '' ? entry.name : `${relative}/${entry.name}`;
    if (entry.isFile()) files.push(name);
    else if (entry.isDirectory() && entry.name !== '.git') files.push(...(await listFolder(folder, name)));
  }
  return files.sort();
}
