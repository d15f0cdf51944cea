import { isDeclarationFile } from '../language/source-language.ts';
import type { ModuleGraph } from '../modules/module-graph.ts';
import { findExport } from '../modules/resolved-exports.ts';
import type { ModuleResolver } from '../resolution/module-resolver.ts';
import { matchPattern } from '../resolution/package-targets.ts';
import type { PackageTarget } from '../resolution/package-manifest.ts';
import type { PathMapping } from '../resolution/path-mapping.ts';
import type { Project } from '../resolution/project.ts';
import { pathWithin } from '../resolution/tree-path.ts';
import type { WorkspacePackage } from '../resolution/workspace-packages.ts';

export interface SpecifierContext {
  readonly graph: ModuleGraph;
  readonly resolver: ModuleResolver;
}

/**
 * Returns a specifier for importing a file or one of its exports (ENF-CTX-2, ENF-ACC-2). These are tried in order:
 *
 * 1. for a workspace package, the package name if its entry is the file or exports the name, otherwise a subpath of its
 *    `exports`;
 * 2. the shortest tsconfig path alias that resolves to the file or to a module that exports the name;
 * 3. the path from the root of the tree, as `./src/health/types`: without extension and without `/index`. The importer
 *    must convert it to a path relative to its own folder.
 *
 * An alias has the extension of the emitted file if the project's module resolution requires extensions.
 */
export function specifierFor(context: SpecifierContext, file: string, exportName?: string): string {
  const matches = createMatcher(context.graph, file, exportName);
  const owner = context.resolver.packages.packageOf(file);
  const fromPackage =
    owner?.memberOf === undefined || owner.folder === owner.memberOf
      ? undefined
      : packageSpecifier(context, owner, file, matches);
  return fromPackage ?? aliasSpecifier(context, file, matches) ?? rootSpecifier(file);
}

/** Whether a module is the queried file or exports the queried name. */
type ModuleMatcher = (entry: string | undefined) => boolean;

function createMatcher(graph: ModuleGraph, file: string, exportName: string | undefined): ModuleMatcher {
  const target = exportName === undefined ? undefined : findExport(graph, file, exportName);
  return (entry) => {
    if (entry === undefined) return false;
    if (entry === file) return true;
    if (target === undefined) return false;
    const candidate = findExport(graph, entry, target.name);
    return candidate?.file === target.file && candidate.line === target.line && candidate.column === target.column;
  };
}

function packageSpecifier(
  { resolver }: SpecifierContext,
  owner: WorkspacePackage,
  file: string,
  matches: ModuleMatcher,
): string | undefined {
  const { name, exports } = owner.manifest;
  if (name === undefined) return undefined;
  for (const subpath of subpathsOf(exports, pathWithin(file, owner.folder))) {
    if (matches(resolver.packageEntry(owner, subpath))) return subpath === '.' ? name : name + subpath.slice(1);
  }
  return undefined;
}

/** Lists the subpaths of a package that can resolve to one of its files: the entry, literal subpaths, then patterns. */
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

function aliasSpecifier({ resolver }: SpecifierContext, file: string, matches: ModuleMatcher): string | undefined {
  const project = resolver.projects.projectOf(file);
  if (project === undefined) return undefined;
  const candidates = project.paths.flatMap((mapping) => aliasCandidates(mapping, file, project));
  candidates.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return candidates.find((candidate) => matches(resolver.resolve(file, candidate)));
}

/** The specifiers that an alias can produce for a file. An alias without `*` is a candidate for every file. */
function aliasCandidates({ pattern, prefix, suffix, targets }: PathMapping, file: string, project: Project): string[] {
  if (suffix === undefined) return [pattern];
  if (prefix === '') return [];
  const paths = project.needsExtensions ? [emittedPath(file)] : [withoutIndex(file), withoutExtension(file)];
  return targets.flatMap((target) =>
    [...paths, file].flatMap((path) => {
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
