import type { ContractDocument, DataPath } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import { exportName } from '../contract/requirements.ts';
import { allowedFilesOf, type AllowedFiles } from './allowed-files.ts';
import { chunkOrder, type ChunkOrder } from './chunk-order.ts';
import type { CommandReading } from './commands/command-reading.ts';
import { FileTimeline } from './file-timeline.ts';
import { keyWords, type KeyWords } from './key-words.ts';
import { possibleFiles, type PossibleFiles } from './possible-files.ts';
import { SortedPaths } from './sorted-paths.ts';

/** A chunk of a plan with where it stands. */
export interface PlannedChunk {
  readonly chunk: Chunk;
  readonly position: number;
  /** `['chunks', position]` */
  readonly at: DataPath;
  readonly allowed: AllowedFiles;
}

/** What a plan says of itself, before anything else is read. */
export interface PlanShape {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly words: KeyWords;
  readonly chunks: readonly PlannedChunk[];
  /** Whether a chunk has conditions, or the plan a verify contract: a manifest without is held to its structure alone. */
  readonly hasConditions: boolean;
  readonly order: ChunkOrder;
  readonly files: FileTimeline;
  /** Files that may exist although nobody promises them. */
  readonly possible: PossibleFiles;
  /** Every file of the initial tree, and every plain path that chunks speak of. */
  readonly initialPaths: SortedPaths;
  readonly plannedPaths: SortedPaths;
  /** The positions of the chunks that create an export. */
  readonly creatorsOf: (name: string) => readonly number[];
}

/** Everything that rules read, gathered once. */
export interface PlanFacts extends PlanShape {
  /** Of the consumed names, those that the tree exports now; undefined where nobody knows. */
  readonly exportedNow: ReadonlySet<string> | undefined;
  readonly readingOf: (command: string) => CommandReading;
}

/** @param initial the files of the initial tree, each in one spelling */
export function planShape(document: ContractDocument, contract: Contract, initial: ReadonlySet<string>): PlanShape {
  const order = chunkOrder(contract.chunks);
  const chunks = contract.chunks.map((chunk, position): PlannedChunk => ({
    chunk,
    position,
    at: ['chunks', position],
    allowed: allowedFilesOf(chunk),
  }));
  const files = new FileTimeline(contract.chunks, order, initial);
  const possible = possibleFiles(chunks, order);
  const creators = creatorsByExport(contract);
  return {
    document,
    contract,
    words: keyWords(document.form),
    chunks,
    hasConditions:
      contract.verify !== undefined ||
      contract.chunks.some((chunk) => chunk.preconditions.length > 0 || chunk.postconditions.length > 0),
    order,
    files,
    possible,
    initialPaths: new SortedPaths(() => initial),
    plannedPaths: new SortedPaths(() => new Set([...files.promised(), ...possible.named])),
    creatorsOf: (name) => creators.get(name) ?? [],
  };
}

/** Functions and types that a chunk must bring are created by it as much as what it lists under creates. */
function creatorsByExport(contract: Contract): ReadonlyMap<string, readonly number[]> {
  const creators = new Map<string, number[]>();
  contract.chunks.forEach((chunk, position) => {
    const names = [
      ...chunk.creates.map(exportName),
      ...chunk.functions.map((fn) => fn.name),
      ...chunk.types.map((type) => type.name),
    ];
    for (const name of new Set(names)) {
      const known = creators.get(name);
      if (known) known.push(position);
      else creators.set(name, [position]);
    }
  });
  return creators;
}
