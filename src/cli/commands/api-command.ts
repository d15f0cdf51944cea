import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ApiComparison, Engine, PackageApi, PackageSummary, VersionBump } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { didYouMean } from '../../foundation/name-suggestions.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findSearchFolder } from '../base/workspace-folder.ts';
import { apiMarkdown, comparisonsMarkdown, printApi, printComparisons } from '../render/api-report.ts';

export interface ApiFlags {
  readonly since?: string;
  /** The largest version that a difference may ask for. */
  readonly allow?: Exclude<VersionBump, 'none'>;
  readonly format: 'text' | 'markdown' | 'json';
}

/** `holdfast api`: prints what packages offer, or how that differs from a revision. */
export async function apiCommand(context: CommandContext, target: string | undefined, flags: ApiFlags): CommandResult {
  if (flags.allow !== undefined && flags.since === undefined) {
    throw new HoldfastError('configuration', 'Failed to compare the API: --allow needs --since.', {
      hint: 'Without --since, nothing is compared.',
    });
  }
  const folder = findSearchFolder('.', context.workingDirectory);
  const engine = await context.openEngine(folder);
  return flags.since === undefined
    ? printApis(context, engine, target, flags)
    : compareApis(context, engine, target, { ...flags, since: flags.since });
}

async function printApis(
  context: CommandContext,
  engine: Engine,
  target: string | undefined,
  { format }: ApiFlags,
): CommandResult {
  const { terminal } = context;
  const apis = await readApis(context, engine, target);
  if (format === 'json') terminal.result(JSON.stringify({ packages: apis }, null, 2));
  else
    for (const api of apis)
      if (format === 'markdown') terminal.result(apiMarkdown(api));
      else printApi(terminal, api);
  return ExitCode.ok;
}

async function readApis(
  { workingDirectory, signal }: CommandContext,
  engine: Engine,
  target: string | undefined,
): Promise<readonly PackageApi[]> {
  const known = await engine.apis.list({ signal });
  const selected = selectPackages(known, engine, target, workingDirectory);
  if (selected.length > 0) {
    const apis: PackageApi[] = [];
    for (const folder of new Set(selected.map((one) => one.folder)))
      apis.push(...(await engine.apis.read(folder, { signal })));
    return apis;
  }
  const installed = target === undefined ? undefined : findInstalled(target, workingDirectory, engine.folder);
  const api = installed === undefined ? undefined : await engine.apis.readInstalled(installed, { signal });
  if (api === undefined) throw createNoPackageError(target, known);
  return [api];
}

async function compareApis(
  { terminal, workingDirectory, signal }: CommandContext,
  engine: Engine,
  target: string | undefined,
  { since, allow, format }: ApiFlags & { readonly since: string },
): CommandResult {
  const base = await engine.changes.findBase(since, { signal });
  if (base === undefined) {
    throw new HoldfastError('git', 'Failed to compare the API: the repository has no commit.', {
      hint: 'Commit what the API is compared with.',
    });
  }
  const known = await engine.apis.list({ signal });
  const selected = selectPackages(known, engine, target, workingDirectory);
  const folders = selected.map(({ folder }) => folder);
  // A package that was removed is compared, too.
  const comparisons = (await engine.apis.compare(base, folders, { signal })).filter(
    ({ name, folder }) => target === undefined || target === name || folders.includes(folder),
  );
  if (selected.length === 0 && comparisons.length === 0) throw createNoPackageError(target, known);
  if (format === 'json') terminal.result(JSON.stringify({ comparisons }, null, 2));
  else if (format === 'markdown') terminal.result(comparisonsMarkdown(comparisons));
  else printComparisons(terminal, comparisons);
  return allow === undefined || comparisons.every((one) => isAllowed(one, allow)) ? ExitCode.ok : ExitCode.findings;
}

const BUMPS: readonly VersionBump[] = ['none', 'patch', 'minor', 'major'];

/** In 0.x, a minor version is for what breaks, so it is no smaller than a major one. */
function isAllowed({ bump }: ApiComparison, allow: VersionBump): boolean {
  return BUMPS.indexOf(bump) <= BUMPS.indexOf(allow);
}

/** The packages that a target names, by name or by folder; without a target, those that are published. */
function selectPackages(
  known: readonly PackageSummary[],
  { folder: root }: Engine,
  target: string | undefined,
  workingDirectory: string,
): readonly PackageSummary[] {
  if (target === undefined) {
    const here = toTreePath(root, workingDirectory);
    const own = known.filter(({ folder }) => here !== '' && folder === here);
    if (own.length > 0) return own;
    const published = known.filter(({ isPrivate }) => !isPrivate);
    return published.length > 0 ? published : known.slice(0, 1);
  }
  const byName = known.filter(({ name }) => name === target);
  if (byName.length > 0) return byName;
  const folder = toTreePath(root, path.resolve(workingDirectory, target));
  return known.filter((one) => one.folder === folder);
}

function toTreePath(root: string, absolute: string): string {
  return path.relative(root, absolute).split(path.sep).join('/');
}

/** `node_modules/name`, another folder with a manifest, or the name of an installed package. */
function findInstalled(target: string, workingDirectory: string, root: string): string | undefined {
  const candidates = [
    path.resolve(workingDirectory, target),
    path.join(workingDirectory, 'node_modules', target),
    path.join(root, 'node_modules', target),
  ];
  return candidates.find((folder) => existsSync(path.join(folder, 'package.json')) && statSync(folder).isDirectory());
}

function createNoPackageError(target: string | undefined, known: readonly PackageSummary[]): HoldfastError {
  const names = known.map(({ name }) => name);
  const message = target === undefined ? 'No package found here' : `Package not found: ${target}`;
  return new HoldfastError('not-found', message, {
    hint:
      names.length === 0
        ? 'A package is a folder whose package.json has a name, a Python package or a Go module.'
        : `Packages of the workspace: ${names.join(', ')}.${target === undefined ? '' : didYouMean(target, names)}`,
  });
}
