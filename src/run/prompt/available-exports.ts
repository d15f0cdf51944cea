import type { Analysis, ImportableExport } from '../../verdicts/analysis/analysis.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { exportName } from '../../contract/requirements.ts';
import type { AvailableExport } from '../../history/records/chunk-context.ts';
import { createPathMatcher, isPathPattern } from '../../contract/globs/path-matcher.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import { isIndexedPath } from '../../code/languages/language-table.ts';

export interface AvailableExportsInput {
  readonly contract: Contract;
  readonly chunk: Chunk;
  /** Absolute path of the tree that the attempts start from. */
  readonly root: string;
  readonly analysis: Pick<Analysis, 'exportsOf' | 'findExports'>;
  /** The exports of completed chunks according to the history. */
  readonly recorded: readonly AvailableExport[];
}

export interface AvailableExports {
  /** [ENF-CTX-2] The exports that exist in the tree. */
  readonly available: readonly AvailableExport[];
  /** [ENF-CTX-3] The exports that other chunks declare and that no file of the tree exports. */
  readonly missing: readonly { readonly name: string; readonly chunkId: string }[];
}

/**
 * Finds what a chunk can import in the tree: the exports that the contract declares for other chunks, the consumed exports
 * and the recorded ones. The tree decides alone, so the result is the same in a fresh clone, and it contains nothing of
 * other branches.
 */
export async function findAvailableExports(input: AvailableExportsInput): Promise<AvailableExports> {
  const { contract, chunk, root, analysis, recorded } = input;
  const declared = listDeclaredExports(contract, chunk);
  const consumed = chunk.consumes.map(exportName);
  const names = new Set([...declared.map(({ name }) => name), ...consumed]);
  const fileByName = await analysis.findExports(root, [...names], chunk.allowedFiles.map(normalizeRelative));
  const files = new Set([
    ...recorded.map(({ file }) => file),
    ...declared.flatMap((one) => one.files),
    ...Object.values(fileByName).filter((file) => file !== undefined),
  ]);
  const modules = new Map((await analysis.exportsOf(root, [...files])).map((module) => [module.file, module.exports]));
  const exportIn = (file: string, name: string): ImportableExport | undefined =>
    modules.get(file)?.find((candidate) => candidate.name === name);

  const available = new Map<string, AvailableExport>();
  const add = (file: string | undefined, name: string, createdByChunk: string | undefined): void => {
    const found = file === undefined ? undefined : exportIn(file, name);
    if (file === undefined || found === undefined || available.has(`${file}\0${name}`)) return;
    available.set(`${file}\0${name}`, { name, from: found.specifier, type: found.kind, file, createdByChunk });
  };
  for (const { file, name, createdByChunk } of recorded) add(file, name, createdByChunk);
  for (const one of declared) {
    const file = one.files.find((path) => exportIn(path, one.name)) ?? writableFile(one, fileByName[one.name]);
    add(file, one.name, one.chunk.id);
  }
  const found = new Set([...available.values()].map(({ name }) => name));
  for (const name of consumed) if (!found.has(name)) add(fileByName[name], name, undefined);
  return { available: [...available.values()], missing: findMissing(declared, fileByName) };
}

/** The file that exports a name, if the chunk that declares the name may have written it. */
function writableFile({ chunk, files }: ChunkExport, file: string | undefined): string | undefined {
  if (file === undefined || chunk.allowedFiles.length === 0) return file;
  return files.length === 0 && createPathMatcher(chunk.allowedFiles)(file) ? file : undefined;
}

function findMissing(
  declared: readonly ChunkExport[],
  fileByName: Readonly<Record<string, string | undefined>>,
): readonly { name: string; chunkId: string }[] {
  const missing = new Map<string, { name: string; chunkId: string }>();
  for (const { name, chunk } of declared) {
    if (fileByName[name] === undefined && !missing.has(name)) missing.set(name, { name, chunkId: chunk.id });
  }
  return [...missing.values()];
}

/** An export that a chunk of the contract declares. */
interface ChunkExport {
  readonly name: string;
  /** The chunk that creates it. */
  readonly chunk: Chunk;
  /** The files that can contain it according to the contract; empty if the contract names none. Normalized. */
  readonly files: readonly string[];
}

/**
 * The exports that other chunks declare under `creates`, `functions`, `types` and in `export_exists` asserts, without the
 * names that the chunk itself declares, and without methods, which are imported with their type.
 */
function listDeclaredExports({ chunks }: Contract, chunk: Chunk): readonly ChunkExport[] {
  const own = new Set(declarationsOf(chunk).map(({ name }) => name));
  return chunks
    .filter((other) => other !== chunk)
    .flatMap((other) => declarationsOf(other))
    .filter(({ name }) => !own.has(name) && !name.includes('.'));
}

function declarationsOf(chunk: Chunk): readonly ChunkExport[] {
  const literal = chunk.allowedFiles.filter((entry) => !isPathPattern(entry)).map(normalizeRelative);
  const writable = literal.filter(isIndexedPath);
  const inFile = ({ name, file }: { name: string; file: string }): ChunkExport => ({
    name,
    chunk,
    files: [normalizeRelative(file)],
  });
  return [
    ...chunk.functions.map(inFile),
    ...chunk.types.map(inFile),
    ...chunk.assertions.flatMap(({ type, check: { type: checkType, target: name, file } }) =>
      type === 'assert' && checkType === 'export_exists' && name !== undefined && typeof file === 'string'
        ? [inFile({ name, file })]
        : [],
    ),
    ...chunk.creates.map((item) => ({ name: exportName(item), chunk, files: writable })),
  ];
}
