import type { ChunkStrength } from '../strength/chunk-strength.ts';
import type { ContractDocument, ContractForm } from '../../../contract/document.ts';
import type { Contract, Gate } from '../../../contract/model.ts';
import { exportName } from '../../../contract/requirements.ts';
import type { CommandReading } from '../commands/command-reading.ts';
import { computeChunkOrder, type ChunkOrder } from './chunk-order.ts';
import type { InitialCreates } from './initial-creates.ts';
import type { CodeError } from './code-errors.ts';
import { FileTimeline } from './file-timeline.ts';
import { allowedFilesOf, type PlannedChunk } from './planned-chunk.ts';
import { collectPossibleFiles, type PossibleFiles } from './possible-files.ts';
import { SortedPaths } from './sorted-paths.ts';

/** The facts that follow from a plan's text and the paths of the initial tree, without reading files or commands. */
export interface PlanShape {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly keyNames: KeyNames;
  readonly chunks: readonly PlannedChunk[];
  /** Whether there is a verify contract or a condition. A manifest without either is checked for its structure only. */
  readonly hasConditions: boolean;
  readonly order: ChunkOrder;
  readonly files: FileTimeline;
  /** Files that chunks can create without a postcondition. */
  readonly possibleFiles: PossibleFiles;
  /** Every file of the initial tree. */
  readonly initialPaths: SortedPaths;
  /** Every path without wildcards in a chunk's postconditions, allowed files, functions, types or assertions. */
  readonly plannedPaths: SortedPaths;
  /** The positions of the chunks that create an export. */
  readonly creatorsOf: (name: string) => readonly number[];
}

/** Everything that rules read. */
export interface PlanFacts extends PlanShape {
  /** The consumed names that the initial tree exports; `undefined` if that is not known. */
  readonly initialExports: ReadonlySet<string> | undefined;
  readonly initialCreates: InitialCreates;
  /** The strengths of the chunks whose work has not begun, by id. */
  readonly strengths: ReadonlyMap<string, ChunkStrength>;
  readonly codeErrors: readonly CodeError[];
  readonly readingOf: (command: string) => CommandReading;
  /** The gates of gate files that the chunks name. */
  readonly sharedGates: readonly Gate[];
  /** The command that runs the tests of the initial tree; `undefined` if it is not known, or if the plan has a verify command. */
  readonly testCommand: string | undefined;
  /** The commands of the configuration that prepare the worktree of every attempt. */
  readonly setup: readonly string[];
}

/** @param initial the normalized paths of the files of the initial tree */
export function createPlanShape(
  document: ContractDocument,
  contract: Contract,
  initial: ReadonlySet<string>,
): PlanShape {
  const order = computeChunkOrder(contract.chunks);
  const chunks = contract.chunks.map((chunk, position): PlannedChunk => ({
    chunk,
    position,
    at: ['chunks', position],
    allowed: allowedFilesOf(chunk),
  }));
  const files = new FileTimeline(contract.chunks, order, initial);
  const possibleFiles = collectPossibleFiles(chunks, order);
  const creators = creatorsByExport(contract);
  return {
    document,
    contract,
    keyNames: keyNamesOf(document.form),
    chunks,
    hasConditions:
      contract.verify !== undefined ||
      contract.chunks.some((chunk) => chunk.preconditions.length > 0 || chunk.postconditions.length > 0),
    order,
    files,
    possibleFiles,
    initialPaths: new SortedPaths(() => initial),
    plannedPaths: new SortedPaths(() => new Set([...files.postconditionPaths(), ...possibleFiles.named])),
    creatorsOf: (name) => creators.get(name) ?? [],
  };
}

/** A chunk creates the names of its functions and types, as well as those under creates. */
function creatorsByExport(contract: Contract): ReadonlyMap<string, readonly number[]> {
  const creators = new Map<string, number[]>();
  contract.chunks.forEach((chunk, position) => {
    const names = [
      ...chunk.creates.map(exportName),
      ...chunk.functions.map((fn) => fn.name),
      ...chunk.types.map((type) => type.name),
    ];
    for (const name of new Set(names)) {
      const positions = creators.get(name);
      if (positions) positions.push(position);
      else creators.set(name, [position]);
    }
  });
  return creators;
}

/** The keys of the model as a contract form writes them, for messages. */
interface KeyNames {
  readonly allowedFiles: string;
  readonly acceptanceCommands: string;
  readonly contextFiles: string;
  readonly dependsOn: string;
  readonly verify: string;
}

function keyNamesOf(form: ContractForm): KeyNames {
  return form === 'manifest'
    ? {
        allowedFiles: 'allowed_files',
        acceptanceCommands: 'acceptance_commands',
        contextFiles: 'context_files',
        dependsOn: 'depends_on',
        verify: 'verify_contract',
      }
    : {
        allowedFiles: 'allowedFiles',
        acceptanceCommands: 'acceptanceCommands',
        contextFiles: 'contextFiles',
        dependsOn: 'dependsOn',
        verify: 'verify contract',
      };
}
