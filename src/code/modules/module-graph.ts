import type { AmbientExtent } from './ambient-extent.ts';
import type { ModuleRecord } from './module-record.ts';

/** The modules of a tree and the files that their imports resolve to. Paths are relative to the root of the tree. */
export interface ModuleGraph {
  moduleOf(file: string): ModuleRecord | undefined;
  /** The file that an import resolves to; `undefined` if it is not a file of the tree. */
  resolve(fromFile: string, specifier: string): string | undefined;
  /** The other files that are imported together with a file: those of its Go package. */
  packageFilesOf?(file: string): readonly string[];
}

/** Whether an import includes a file. */
export function importsFile(graph: ModuleGraph, fromFile: string, specifier: string, file: string): boolean {
  const resolved = graph.resolve(fromFile, specifier);
  if (resolved === file) return true;
  return resolved !== undefined && graph.packageFilesOf?.(file).includes(resolved) === true;
}

/** A module graph that can also be followed from a module to its importers. */
export interface ImportGraph extends ModuleGraph {
  importersOf(file: string): readonly string[];
}

/** An import graph that finds exports by name. A ModuleIndex implements it. */
export interface ExportLookup extends ImportGraph {
  /** The path of every module. */
  files(): Iterable<string>;
  /** The TypeScript files that may affect files that do not import them. All others certainly do not. */
  ambientFiles(): ReadonlyMap<string, AmbientExtent>;
  /** The files from which a name can be imported, the best candidate first. */
  filesExporting(name: string): readonly string[];
  /** The declaration of an exported name; `undefined` if the file does not export the name. */
  findExport(
    file: string,
    name: string,
  ): { readonly file: string; readonly line: number; readonly column: number } | undefined;
}
