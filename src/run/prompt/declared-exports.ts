import type { Chunk, Contract } from '../../contract/model.ts';
import { isPathPattern } from '../../contract/globs/path-matcher.ts';
import { exportName } from '../../contract/requirements.ts';
import { isIndexedPath } from '../../code/languages/language-table.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';

/** An export that a chunk of the contract declares. */
export interface ChunkExport {
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
export function listDeclaredExports({ chunks }: Contract, chunk: Chunk): readonly ChunkExport[] {
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
