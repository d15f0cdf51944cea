import { relative, sep } from 'node:path';
import { ts } from 'ts-morph';
import type { FunctionDeclaration, Project } from 'ts-morph';

/** An exported function of a corpus, with the signature that TypeScript prints for it. */
export interface CorpusSignature {
  readonly file: string;
  readonly name: string;
  readonly expected: string;
  readonly declaration: FunctionDeclaration;
}

/** Prints a signature as a user would write it: without import paths. */
const format: ts.TypeFormatFlags =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

export function formatSignature(declaration: FunctionDeclaration): string {
  return declaration.getType().getText(undefined, format);
}

/** Finds exported functions in all parts of a corpus whose signature can be written down: at most one in each file. */
export function findSignatures(root: string, project: Project, count: number): readonly CorpusSignature[] {
  const functions = project.getSourceFiles().flatMap((source) =>
    source
      .getFunctions()
      .filter((one) => one.isExported() && one.getName() !== undefined && one.getOverloads().length === 0)
      .slice(0, 1),
  );
  return sampleEvenly(functions, count).flatMap((declaration) => {
    const expected = formatSignature(declaration);
    if (/import\(|typeof |\bany\b/.test(expected)) return [];
    const file = toCorpusPath(root, declaration.getSourceFile().getFilePath());
    return [{ file, name: declaration.getName() ?? '', expected, declaration }];
  });
}

/** The path of a file relative to the folder of the corpus, with `/`. */
export function toCorpusPath(root: string, absolute: string): string {
  return relative(root, absolute).split(sep).join('/');
}

export function sampleEvenly<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]).flatMap(
    (one) => one ?? [],
  );
}
