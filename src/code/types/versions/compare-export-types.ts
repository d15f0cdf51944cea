import { extname } from 'node:path/posix';
import { readDeclaredNames } from '../../declarations/declared-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { ImportGraph } from '../../modules/module-graph.ts';
import { readModule } from '../../modules/read-module.ts';
import { parseModule } from '../../parser/parse-module.ts';
import type { TypeView } from '../engines/type-engine.ts';
import { isAmbient } from '../files/ambient-files.ts';
import type { WorkspaceTexts } from '../files/workspace-texts.ts';
import type { ExportComparisonRequest, ExportVerdicts } from '../queries/export-comparison.ts';
import { LIBRARY_TYPES } from './relation-types.ts';
import { VersionProbe } from './version-probe.ts';
import { isBuiltin } from 'node:module';

export interface VersionContext {
  readonly typescript: TypeScript;
  /** Without a graph, every export is undecided. */
  readonly graph: ImportGraph | undefined;
  readonly texts: WorkspaceTexts;
  /** Returns the program of the compared file, extended by a virtual file with this path and text. */
  readonly view: (virtualFile: string, text: string) => TypeView | undefined;
}

const UNDECIDED: ExportVerdicts = new Map();

/**
 * Compares exports of a file with those of an earlier text. The earlier text is checked as a virtual file in the same
 * folder, so that its imports resolve as before. Ambient files are not compared, because their global declarations would
 * exist twice.
 */
export function compareExportTypes(
  { file, before, queries }: ExportComparisonRequest,
  { typescript, graph, texts, view }: VersionContext,
): ExportVerdicts {
  if (queries.length === 0 || graph === undefined || !/(?<!\.d)\.(?:[mc]?ts|tsx)$/.test(file)) return UNDECIDED;
  const absolute = texts.absolutePath(file);
  const after = texts.textOf(absolute);
  if (after === undefined) return UNDECIDED;
  for (const text of [before, after]) {
    if (isAmbient(file, text) || readDeclaredNames(typescript, file, text).syntaxError !== undefined) return UNDECIDED;
  }
  const earlier = readModule(file, before, (part, dialect) => parseModule(typescript, part, dialect), 'parser');
  if (earlier === undefined) return UNDECIDED;
  const { declared } = readDeclaredNames(typescript, file, before);
  const imported = new Set(earlier.imports.flatMap(({ names }) => names.map(({ local }) => local)));
  if (LIBRARY_TYPES.some((name) => declared.has(name) || imported.has(name))) return UNDECIDED;
  const specifiers = [
    ...[...earlier.imports, ...earlier.starExports].map(({ specifier }) => specifier),
    ...earlier.exports.flatMap(({ from }) => from ?? []),
  ];
  const earlierFile = `${absolute}.holdfast-before${extname(file)}`;
  const probe = new VersionProbe(before, absolute, queries);
  const program = view(earlierFile, probe.text);
  if (program === undefined) return UNDECIDED;
  const isResolved = areImportsResolved(graph, file, specifiers, program.files(), (path) => texts.absolutePath(path));
  return isResolved ? probe.verdicts(program, earlierFile) : UNDECIDED;
}

/**
 * Whether the type checker read every module that a file imports, directly and transitively. The type checker treats a
 * missing module as `any` or ignores it, for example if the dependencies of a project are not installed.
 * @param specifiers imports of the file in any of its versions
 * @param checkedFiles absolute paths of all files that the type checker read
 * @param absolutePath returns the absolute path of a file of the tree
 */
function areImportsResolved(
  graph: ImportGraph,
  file: string,
  specifiers: Iterable<string>,
  checkedFiles: readonly string[],
  absolutePath: (file: string) => string,
): boolean {
  const checked = new Set(checkedFiles);
  const packages = new Set(checkedFiles.flatMap((path) => packageOf(path) ?? []));
  const isInstalled = (specifier: string): boolean => {
    if (/^[./#]/.test(specifier)) return false;
    const name = packageName(specifier);
    return packages.has(name) || packages.has(`@types/${name.replace(/^@/, '').replace('/', '__')}`);
  };
  const files = new Set([file]);
  for (const importer of files) {
    const imported = importer === file ? [...specifiers] : [];
    for (const { specifier } of graph.moduleOf(importer)?.imports ?? []) imported.push(specifier);
    for (const { specifier } of graph.moduleOf(importer)?.starExports ?? []) imported.push(specifier);
    for (const entry of graph.moduleOf(importer)?.exports ?? [])
      if (entry.from !== undefined) imported.push(entry.from);
    for (const specifier of imported) {
      const target = graph.resolve(importer, specifier);
      if (target === undefined ? !isInstalled(specifier) : !checked.has(absolutePath(target))) return false;
      if (target !== undefined) files.add(target);
    }
  }
  return true;
}

/** The package of a specifier. Built-in modules belong to `@types/node`. */
function packageName(specifier: string): string {
  if (isBuiltin(specifier)) return 'node';
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function packageOf(path: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}
