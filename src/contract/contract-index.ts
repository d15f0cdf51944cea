import { createPathMatcher, isPathPattern, normalizeEntry, type PathMatcher } from './globs/path-matcher.ts';
import type { Chunk, Contract } from './model.ts';

/** A function or type of a contract that belongs to one of its chunks. */
export interface ContractDeclaration {
  readonly name: string;
  readonly file: string;
}

/**
 * What questions about one chunk need to know of the others. It is made once for a contract, so that questions about all
 * chunks take time in proportion to their number. A contract that was read does not change.
 */
export interface ContractIndex {
  readonly positions: ReadonlyMap<Chunk, number>;
  /** The chunks that supersede a chunk, by its id. */
  readonly successors: ReadonlyMap<string, readonly Chunk[]>;
  /** The ids of the gates that chunks name. */
  readonly namedGates: ReadonlySet<string>;
  /** The indexes of the top-level functions and types that each chunk is responsible for. */
  readonly functions: ReadonlyMap<Chunk, readonly number[]>;
  readonly types: ReadonlyMap<Chunk, readonly number[]>;
}

const indexes = new WeakMap<Contract, ContractIndex>();

export function indexContract(contract: Contract): ContractIndex {
  const known = indexes.get(contract);
  if (known !== undefined) return known;
  const { chunks } = contract;
  const ownerOf = createOwnerSearch(contract);
  const index = {
    positions: new Map(chunks.map((chunk, position) => [chunk, position])),
    successors: group(chunks.flatMap((chunk) => chunk.supersedes.map((id) => [id, chunk] as const))),
    namedGates: new Set(chunks.flatMap(({ gates }) => gates)),
    functions: group(contract.functions.flatMap((declaration, position) => toOwned(ownerOf(declaration), position))),
    types: group(contract.types.flatMap((declaration, position) => toOwned(ownerOf(declaration), position))),
  };
  indexes.set(contract, index);
  return index;
}

/** The export name of an item of `creates` or `consumes`. `name()` and `name(a: A): R` denote functions. */
export function exportName(item: string): string {
  return item.trim().replace(/\s*[<(].*$/s, '');
}

function toOwned(owner: Chunk | undefined, position: number): readonly (readonly [Chunk, number])[] {
  return owner === undefined ? [] : [[owner, position]];
}

function group<Key, Value>(pairs: readonly (readonly [Key, Value])[]): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const values = groups.get(key);
    if (values === undefined) groups.set(key, [value]);
    else values.push(value);
  }
  return groups;
}

/**
 * A top-level function or type belongs to the first chunk that creates its name, otherwise to the first chunk that may
 * write its file, otherwise to the last chunk.
 */
function createOwnerSearch({
  chunks,
  functions,
  types,
}: Contract): (declaration: ContractDeclaration) => Chunk | undefined {
  if (functions.length + types.length === 0) return () => undefined;
  const creators = new Map<string, Chunk>();
  for (const chunk of chunks.toReversed()) for (const item of chunk.creates) creators.set(exportName(item), chunk);
  const findWriter = createWriterSearch(chunks);
  return ({ name, file }) => creators.get(name) ?? findWriter(file) ?? chunks.at(-1);
}

/** Finds the first chunk whose list of allowed files has a path. Equal lists with patterns are tried once. */
function createWriterSearch(chunks: readonly Chunk[]): (file: string) => Chunk | undefined {
  const literal = new Map<string, number>();
  const patterns = new Map<string, { readonly matches: PathMatcher; readonly position: number }>();
  for (const [position, { allowedFiles }] of chunks.entries()) {
    if (allowedFiles.some(isPathPattern)) {
      const key = JSON.stringify(allowedFiles);
      if (!patterns.has(key)) patterns.set(key, { matches: createPathMatcher(allowedFiles), position });
      continue;
    }
    for (const path of allowedFiles.map(normalizeEntry)) if (!literal.has(path)) literal.set(path, position);
  }
  return (file) => {
    const named = literal.get(file) ?? chunks.length;
    const matching = [...patterns.values()].find(({ matches, position }) => position >= named || matches(file));
    return chunks[Math.min(named, matching?.position ?? named)];
  };
}
