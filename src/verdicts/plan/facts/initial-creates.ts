import { hasExports } from '../../../code/languages/language-table.ts';
import type { ContractDocument } from '../../../contract/document.ts';
import type { Chunk } from '../../../contract/model.ts';
import { exportName } from '../../../contract/requirements.ts';
import type { AllowedFiles, PlannedChunk } from './planned-chunk.ts';
import type { SortedPaths } from './sorted-paths.ts';

/** An item of `creates` that an allowed file fulfills before the chunk is run. */
export interface PresentExport {
  /** Index in the list of the chunk. */
  readonly index: number;
  /** The file that declares the export, if it is known. */
  readonly file: string | undefined;
}

/** The items of `creates` that allowed files of the initial tree fulfill, by the position of their chunk. */
export type InitialCreates = ReadonlyMap<number, readonly PresentExport[]>;

/** The parts of the plan input that answer which exports are present. */
export interface InitialCreatesSources {
  readonly findExports?: ((names: readonly string[]) => Promise<Iterable<string>>) | undefined;
  readonly presentCreates?:
    ((document: ContractDocument, chunk: Chunk) => Promise<readonly PresentExport[]>) | undefined;
}

interface InitialCreatesPlan {
  readonly chunks: readonly PlannedChunk[];
  readonly document: ContractDocument;
  readonly initialPaths: SortedPaths;
}

/** Only chunks that list their files are searched: without a list, an export of the name can be in an unrelated file. */
export async function findInitialCreates(
  { chunks, document, initialPaths }: InitialCreatesPlan,
  { findExports, presentCreates }: InitialCreatesSources,
): Promise<InitialCreates> {
  const searched = chunks.filter(
    ({ chunk, allowed }) => chunk.creates.length > 0 && !allowed.noneListed && mayWriteModule(allowed, initialPaths),
  );
  if (presentCreates === undefined || searched.length === 0) return new Map();
  const names = [...new Set(searched.flatMap(({ chunk }) => chunk.creates.map(exportName)))];
  const exported = new Set(await findExports?.(names));
  const found = new Map<number, readonly PresentExport[]>();
  for (const { chunk, position } of searched) {
    if (findExports && !chunk.creates.some((item) => exported.has(exportName(item)))) continue;
    found.set(position, await presentCreates(document, chunk));
  }
  return found;
}

/** Whether a chunk may write a module of the initial tree. Without one, exports need not be read. */
function mayWriteModule(allowed: AllowedFiles, initialPaths: SortedPaths): boolean {
  for (const start of [...allowed.paths.keys(), ...allowed.patterns.map(({ folder }) => folder)]) {
    for (const path of initialPaths.beginningWith(start)) {
      if (hasExports(path) && allowed.allows(path)) return true;
    }
  }
  return false;
}
