import type { ModuleOutline } from '../../verdicts/analysis/analysis.ts';
import { isDeclarationFile } from '../../code/language/source-language.ts';
import { INDEXED_LANGUAGES, isIndexedPath } from '../../code/languages/language-table.ts';
import { deriveNames } from '../../contract/templates/template-names.ts';
import { PLACEHOLDER } from '../../contract/templates/template-text.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { ContractFromCodeOptions, GeneratedContract } from './authoring-types.ts';
import { chooseId, contractFile } from './contract-draft.ts';
import { proposeVerify } from './proposed-checks.ts';
import { isTestPath } from '../../contract/test-paths.ts';
import { ChunkNames, stemOf } from './chunk-names.ts';
import { renderSatisfied, type GeneratedChunk } from './generated-contract.ts';
import { groupFiles } from './group-files.ts';
import { stateExports, type StatedModule, type StatedTree } from './state-exports.ts';

const UNCHANGED = 'The exports, signatures and types below must stay as they are.';

/** The most modules of one contract. */
export const MAX_MODULES = 500;

/**
 * [ENF-FUTURE-5] A contract that states the exports, signatures and types of modules. The current code satisfies it.
 *
 * @param options.forbidden what a change must not do
 * @throws HoldfastError `not-found` if a file does not exist or nothing is exported, `unsupported` for another language,
 * `limit` for too many modules
 */
export async function contractFromCode(
  source: StatedTree,
  tree: DiskTree,
  { files, id, title, signal, task, forbidden }: ContractFromCodeOptions & { readonly forbidden?: readonly string[] },
): Promise<GeneratedContract> {
  const modules = await selectModules(tree, files, signal);
  const outlines = await source.analysis.outlines(
    source.root,
    modules.map((file) => ({ file })),
    { signal },
  );
  const exporting = outlines.filter(({ exports }) => exports.length > 0);
  if (exporting.length === 0) {
    throw new HoldfastError('not-found', `Failed to write a contract from code: ${list(modules)} exports nothing`, {
      hint: 'Select files with exports. A contract states what other files can import.',
    });
  }
  const stated = await stateExports(source, exporting);
  const free = await chooseId(tree, id, defaultId(exporting.map(({ file }) => file)));
  return renderSatisfied(
    {
      file: contractFile(free),
      source: `the code of ${list(exporting.map(({ file }) => file))}`,
      spec: {
        id: free,
        title: title ?? `Keep the exports of ${list(exporting.map(({ file }) => file))}`,
        description: task ?? `${PLACEHOLDER}Say what must change. ${UNCHANGED}`,
      },
      verify: await proposeVerify(
        tree,
        exporting.map(({ file }) => file),
      ),
      chunks: createChunks(exporting, stated, task, forbidden),
    },
    source,
  );
}

/** One chunk for each module, or for modules that import each other. */
function createChunks(
  outlines: readonly ModuleOutline[],
  stated: readonly StatedModule[],
  task: string | undefined,
  forbidden: readonly string[] | undefined,
): readonly GeneratedChunk[] {
  const imports = new Map(outlines.map(({ file, imports: imported }) => [file, imported]));
  const names = new ChunkNames();
  const groups = groupFiles([...imports.keys()], (file) => imports.get(file) ?? []);
  const ids = groups.map(({ files }) => names.create(files[0] ?? ''));
  return groups.map(({ files, dependsOn }, index) => {
    const own = files.flatMap((file) => stated.filter((module) => module.file === file));
    return {
      id: ids[index] ?? '',
      title: task === undefined ? `Keep the exports of ${list(files)}` : deriveNames(task).title,
      description: task ?? '',
      dependsOn: dependsOn.flatMap((other) => ids[other] ?? []),
      functions: own.flatMap(({ functions }) => functions),
      types: own.flatMap(({ types }) => types),
      allowedFiles: [...files],
      postconditions: files.map((path) => ({ kind: 'file_exists', path })),
      assertions: own.flatMap(({ assertions }) => assertions),
      ...(forbidden === undefined ? {} : { forbidden: [...forbidden] }),
      notes: own.flatMap(({ notes }) => notes),
    };
  });
}

/** The modules among the given paths, folders expanded, sorted. */
async function selectModules(
  tree: DiskTree,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const selected = new Set<string>();
  if (paths.length === 0) {
    throw new HoldfastError('not-found', 'Failed to write a contract from code: no file is given', {
      hint: 'Name at least one file or folder.',
    });
  }
  const listed = await tree.listFiles(signal);
  for (const path of paths.map(normalizeRelative)) {
    const kind = path === '' ? 'folder' : await tree.kindOf(path);
    if (kind === undefined) {
      throw new HoldfastError('not-found', `Failed to write a contract from code: ${path} does not exist`);
    }
    if (kind === 'file' && !isIndexedPath(path)) throw unsupportedError(path);
    const inside = listed.filter((file) => (path === '' || file.startsWith(`${path}/`)) && isIndexedPath(file));
    const found = kind === 'file' ? [path] : inside.filter((file) => !isDeclarationFile(file) && !isTestPath(file));
    if (found.length === 0) throw unsupportedError(path === '' ? 'the folder' : path);
    for (const file of found) selected.add(file);
  }
  if (selected.size > MAX_MODULES) {
    throw new HoldfastError(
      'limit',
      `Failed to write a contract from code: ${selected.size} modules are selected, the limit is ${MAX_MODULES}`,
      { hint: 'Select a smaller folder.' },
    );
  }
  return [...selected].sort();
}

function unsupportedError(path: string): HoldfastError {
  const message = `Failed to write a contract from code: ${path} is not, or does not contain, a module that is read`;
  return new HoldfastError('unsupported', message, { hint: `Modules are ${INDEXED_LANGUAGES} files.` });
}

/** The id for a contract about files: the name of the only file, or of their common folder. */
function defaultId(files: readonly string[]): string {
  const [first = ''] = files;
  if (files.length === 1) return new ChunkNames().create(first);
  const folders = files.map((file) => file.split('/').slice(0, -1));
  const [shortest = []] = folders;
  const common = shortest.filter((name, index) => folders.every((folder) => folder[index] === name));
  const last = common.at(-1);
  return last === undefined || last === 'src' ? 'exports' : stemOf(last);
}

function list(files: readonly string[]): string {
  const [first = ''] = files;
  return files.length === 1 ? first : formatCount(files.length, 'module');
}
