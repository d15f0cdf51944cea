import { exportName } from '../contract/requirements.ts';
import type { CommandReading } from './commands/command-reading.ts';
import type { PlannedChunk, PlanShape } from './plan-facts.ts';
import { conditionPath, spelled } from './tree-spelling.ts';

/** Why one chunk comes after another: what the first gives and the second uses. */
export interface PlanEdge {
  /** Positions in the list of chunks. */
  readonly from: number;
  readonly to: number;
  /** Whether dependsOn says it. */
  readonly declared: boolean;
  readonly exports: readonly string[];
  readonly files: readonly string[];
}

type Flow = { declared: boolean; readonly exports: Set<string>; readonly files: Set<string> };

/**
 * What flows from chunk to chunk: by dependsOn, and from chunks that stand earlier in the run's sequence by exports, by
 * files that conditions, context files and acceptance commands ask for.
 */
export function planEdges(shape: PlanShape, readingOf: (command: string) => CommandReading): readonly PlanEdge[] {
  const places = new Map(shape.order.sequence.map((position, place) => [position, place]));
  const isEarlier = (one: number, other: number): boolean => (places.get(one) ?? 0) < (places.get(other) ?? 0);
  const byId = new Map(shape.chunks.map(({ chunk, position }) => [chunk.id, position]));
  const writers = writersOf(shape);
  return shape.chunks.flatMap((planned) => {
    const flows = new Map<number, Flow>();
    const flowFrom = (position: number): Flow => {
      const known = flows.get(position) ?? { declared: false, exports: new Set<string>(), files: new Set<string>() };
      flows.set(position, known);
      return known;
    };
    const { chunk, position: to } = planned;
    for (const id of chunk.dependsOn) {
      const from = byId.get(id);
      if (from !== undefined && from !== to) flowFrom(from).declared = true;
    }
    for (const name of chunk.consumes.map(exportName)) {
      for (const from of shape.creatorsOf(name)) if (isEarlier(from, to)) flowFrom(from).exports.add(name);
    }
    for (const path of usedFiles(planned, readingOf)) {
      for (const from of writers.get(path) ?? []) if (isEarlier(from, to)) flowFrom(from).files.add(path);
    }
    return [...flows].map(([from, flow]) => ({
      from,
      to,
      declared: flow.declared,
      exports: [...flow.exports],
      files: [...flow.files],
    }));
  });
}

function writersOf({ chunks }: PlanShape): ReadonlyMap<string, ReadonlySet<number>> {
  const writers = new Map<string, Set<number>>();
  for (const { chunk, position, allowed } of chunks) {
    const paths = [...allowed.paths.keys(), ...chunk.postconditions.flatMap(({ path }) => conditionPath(path) ?? [])];
    for (const path of paths) writers.set(path, (writers.get(path) ?? new Set()).add(position));
  }
  return writers;
}

function usedFiles({ chunk }: PlannedChunk, readingOf: (command: string) => CommandReading): ReadonlySet<string> {
  return new Set([
    ...chunk.preconditions.flatMap(({ path }) => conditionPath(path) ?? []),
    ...chunk.contextFiles.flatMap((path) => spelled(path) ?? []),
    ...chunk.acceptanceCommands.flatMap((command) => readingOf(command).needs.flatMap(({ files }) => files)),
  ]);
}
