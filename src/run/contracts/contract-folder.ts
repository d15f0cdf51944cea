import { posix } from 'node:path';
import { findTreeEscape } from '../../contract/contract-paths.ts';
import type { ContractDocument, DataPath, Problem } from '../../contract/document.ts';
import { folderOfPattern, isPathPattern } from '../../contract/globs/path-matcher.ts';
import type { Assertion, Contract } from '../../contract/model.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';

/** The code of the problem that a contract is judged from a folder that its paths are not relative to. */
export const MISPLACED_PATHS = 'misplaced-paths';

/** Where the paths of a contract can lead. */
export interface ContractPlace {
  /** The folder that judges the contract, relative to the top level of its repository: empty, or with a final `/`. */
  readonly prefix: () => Promise<string>;
  /** Whether a path, relative to the folder that judges the contract, exists. */
  readonly exists: (path: string) => Promise<boolean>;
}

/** A path that a contract names. */
interface NamedPath {
  /** Without patterns: of a glob, its folder. */
  readonly path: string;
  readonly origin: DataPath;
}

/**
 * [PROOF-9] Adds an error to a contract whose paths are not relative to the folder that judges it: they lead to files from
 * its own folder, from one between, or from the top level of the repository, and to none from there. Such a contract would
 * not see changes of the files that it means. Files that do not exist yet decide nothing.
 */
export async function withPlaceProblem(document: ContractDocument, place: ContractPlace): Promise<ContractDocument> {
  if (document.contract === undefined) return document;
  const found = await findIntendedFolder(document.file, document.contract, place);
  if (found === undefined) return document;
  const problem: Problem = {
    code: MISPLACED_PATHS,
    severity: 'error',
    message: describe(found.folder, found.named.path),
    path: found.named.origin,
    range: document.rangeOf(found.named.origin),
  };
  return { ...document, problems: [problem, ...document.problems] };
}

/** The folder that paths are relative to, and a path that leads to a file from there only; `''` is the top level. */
async function findIntendedFolder(
  file: string,
  contract: Contract,
  place: ContractPlace,
): Promise<{ readonly folder: string; readonly named: NamedPath } | undefined> {
  const folders = parentsOf(file);
  const prefix = await place.prefix();
  if (folders.length === 0 && prefix === '') return undefined;
  // A name without a folder, such as package.json, exists in every package.
  const here: NamedPath[] = [];
  const missing: NamedPath[] = [];
  for (const named of listNamedPaths(contract)) {
    const isHere = await place.exists(named.path);
    if (isHere && named.path.includes('/')) return undefined;
    (isHere ? here : missing).push(named);
  }
  for (const folder of folders) {
    const there = await filterExisting(missing, ({ path }) => `${folder}/${path}`, place);
    const alsoThere = await filterExisting(here, ({ path }) => `${folder}/${path}`, place);
    const leadsAll = there.length === missing.length && alsoThere.length === here.length;
    const [named] = there;
    if (named === undefined || alsoThere.length < here.length) continue;
    if (leadsAll || there.some(({ path }) => path.includes('/'))) return { folder, named };
  }
  if (prefix === '' || here.length > 0) return undefined;
  const fromTop = missing.filter(({ path }) => path.startsWith(prefix));
  const [named] = await filterExisting(fromTop, ({ path }) => path.slice(prefix.length), place);
  return named && { folder: '', named };
}

async function filterExisting(
  paths: readonly NamedPath[],
  toPath: (named: NamedPath) => string,
  { exists }: ContractPlace,
): Promise<readonly NamedPath[]> {
  const found: NamedPath[] = [];
  for (const named of paths) if (await exists(toPath(named))) found.push(named);
  return found;
}

/** The folders that contain a file, innermost first, without the folder that judges it. */
function parentsOf(file: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) folders.push(folder);
  return folders;
}

/** The paths that a contract names, each once. */
function* listNamedPaths(contract: Contract): Generator<NamedPath> {
  const known = new Set<string>();
  for (const { path, origin } of listTexts(contract)) {
    const bare = isPathPattern(path) ? folderOfPattern(path) : path;
    if (bare === '' || bare === '.' || findTreeEscape(bare) !== undefined || bare.includes('://')) continue;
    const normalized = normalizeRelative(bare);
    if (!known.has(normalized)) yield { path: normalized, origin };
    known.add(normalized);
  }
}

function* listTexts({ chunks, functions, types, resources }: Contract): Generator<NamedPath> {
  for (const [index, { location }] of resources.entries()) {
    if (location !== undefined) yield { path: location, origin: ['resources', index, 'location'] };
  }
  yield* declarations({ functions, types }, []);
  for (const [index, chunk] of chunks.entries()) {
    const origin: DataPath = ['chunks', index];
    for (const [i, path] of chunk.allowedFiles.entries()) yield { path, origin: [...origin, 'allowedFiles', i] };
    for (const [i, { path }] of chunk.postconditions.entries()) {
      yield { path, origin: [...origin, 'postconditions', i, 'path'] };
    }
    yield* declarations(chunk, origin);
    for (const [i, assertion] of chunk.assertions.entries()) {
      const key = pathKeyOf(assertion);
      const path = key === undefined ? undefined : assertion.check[key];
      if (key !== undefined && typeof path === 'string') {
        yield { path, origin: [...origin, 'assertions', i, 'check', key] };
      }
    }
  }
}

function* declarations(of: Pick<Contract, 'functions' | 'types'>, origin: DataPath): Generator<NamedPath> {
  for (const key of ['functions', 'types'] as const) {
    for (const [index, { file }] of of[key].entries()) yield { path: file, origin: [...origin, key, index, 'file'] };
  }
}

/** The key of a check that has a path. A target with a separator is a path, unless a file is named. */
function pathKeyOf({ check }: Assertion): 'file' | 'target' | undefined {
  if (typeof check['file'] === 'string') return 'file';
  const isPath =
    check.type === 'file_exists' || (check.target?.includes('/') === true && !/[\s()<>]/.test(check.target));
  return isPath ? 'target' : undefined;
}

function describe(folder: string, path: string): string {
  if (folder === '') {
    return (
      `The paths of this contract are relative to the top level of the repository, and it is judged from a folder below: "${path}" does not exist there. ` +
      'Judge it from the top level, or write its paths relative to this folder.'
    );
  }
  return (
    `The paths of this contract are relative to ${folder}, and it is judged from a folder above: "${path}" does not exist there. ` +
    `Make ${folder} a workspace folder (with a holdfast.config.yaml in it; in the editor, open it as a folder of the workspace), or write the paths relative to the folder above.`
  );
}
