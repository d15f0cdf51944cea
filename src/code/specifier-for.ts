import { findExport, type ModuleGraph } from './export-graph.ts';
import type { ModuleResolver } from './resolution/module-resolver.ts';
import type { PackageTarget } from './resolution/package-manifest.ts';
import { matchPattern } from './resolution/package-exports.ts';
import type { PathMapping } from './resolution/path-patterns.ts';
import type { Project } from './resolution/project.ts';
import { isDeclarationFile } from './source-language.ts';
import { pathWithin } from './resolution/tree-path.ts';
import type { WorkspacePackage } from './resolution/workspace-packages.ts';

export interface SpecifierSources {
  readonly graph: ModuleGraph;
  readonly resolver: ModuleResolver;
}

/**
 * What to write in an import of a file, or of one of its exports (ENF-CTX-2, ENF-ACC-2). The first that leads there:
 *
 * 1. for a member of a workspace, its package name where its entry gives the export (or is the file), else the subpath
 *    of its `exports` that does;
 * 2. the shortest tsconfig path alias whose target is the file, or is a module that gives the export;
 * 3. the file's path from the root of the tree, as `./src/health/types`: without extension and without `/index`. It is
 *    the same for every importer, who makes it relative to itself.
 *
 * An alias is written with the extension of the emitted file where the project's module resolution demands one.
 */
export function specifierFor(sources: SpecifierSources, file: string, exportName?: string): string {
  const leads = goal(sources.graph, file, exportName);
  const owner = sources.resolver.packages.packageOf(file);
  const ofPackage =
    owner?.memberOf === undefined || owner.folder === owner.memberOf
      ? undefined
      : packageSpecifier(sources, owner, file, leads);
  return ofPackage ?? aliasSpecifier(sources, file, leads) ?? rootSpecifier(file);
}

/** Whether importing from a file gives what is asked for. */
type Goal = (entry: string | undefined) => boolean;

function goal(graph: ModuleGraph, file: string, exportName: string | undefined): Goal {
  const wanted = exportName === undefined ? undefined : findExport(graph, file, exportName);
  return (entry) => {
    if (entry === undefined) return false;
    if (entry === file) return true;
    if (wanted === undefined) return false;
    const found = findExport(graph, entry, wanted.name);
    return found?.file === wanted.file && found.line === wanted.line && found.column === wanted.column;
  };
}

function packageSpecifier(
  { resolver }: SpecifierSources,
  owner: WorkspacePackage,
  file: string,
  leads: Goal,
): string | undefined {
  const { name, exports } = owner.manifest;
  if (name === undefined) return undefined;
  for (const subpath of subpathsOf(exports, pathWithin(file, owner.folder))) {
    if (leads(resolver.packageEntry(owner, subpath))) return subpath === '.' ? name : name + subpath.slice(1);
  }
  return undefined;
}

/** The subpaths of a package that may lead to a file of it: its entry, those that it names, then its patterns. */
function* subpathsOf(exports: PackageTarget | undefined, path: string): Generator<string> {
  yield '.';
  if (typeof exports !== 'object' || exports === null || Array.isArray(exports)) return;
  const keys = Object.keys(exports).filter((key) => key.startsWith('./') && !key.endsWith('.json'));
  const isPattern = (key: string): boolean => key.includes('*') || key.endsWith('/');
  yield* keys.filter((key) => !isPattern(key)).sort((a, b) => a.length - b.length);
  for (const key of keys.filter(isPattern)) {
    for (const stem of [withoutIndex(path), withoutExtension(path), emittedPath(path)]) {
      for (let rest = stem; rest !== ''; rest = rest.includes('/') ? rest.slice(rest.indexOf('/') + 1) : '') {
        yield key.endsWith('/') ? key + rest : key.replace('*', () => rest);
      }
    }
  }
}

function aliasSpecifier({ resolver }: SpecifierSources, file: string, leads: Goal): string | undefined {
  const project = resolver.projects.projectOf(file);
  if (project === undefined) return undefined;
  const candidates = project.paths.flatMap((mapping) => aliases(mapping, file, project));
  candidates.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return candidates.find((candidate) => leads(resolver.resolve(file, candidate)));
}

/** What an alias makes of a file; an alias without `*` stands for one module, whichever that is. */
function aliases({ pattern, prefix, suffix, targets }: PathMapping, file: string, project: Project): string[] {
  if (suffix === undefined) return [pattern];
  if (prefix === '') return [];
  const written = project.needsExtensions ? [emittedPath(file)] : [withoutIndex(file), withoutExtension(file)];
  return targets.flatMap((target) =>
    [...written, file].flatMap((path) => {
      const matched = matchPattern(target, path);
      return matched === undefined ? [] : [prefix + matched + suffix];
    }),
  );
}

function withoutExtension(file: string): string {
  return file.replace(/\.d\.[mc]?ts$|\.[mc]?[jt]sx?$/, '');
}

function withoutIndex(file: string): string {
  return withoutExtension(file).replace(/\/index$/, '');
}

function emittedPath(file: string): string {
  if (isDeclarationFile(file)) return file.replace(/\.d\.([mc]?)ts$/, '.$1js');
  return file.replace(/\.([mc]?)tsx?$/, '.$1js');
}

function rootSpecifier(file: string): string {
  const path = withoutIndex(file);
  return path === 'index' ? '.' : `./${path}`;
}
