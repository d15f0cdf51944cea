import { acceptanceCommandsOf } from '../../../contract/acceptance-commands.ts';
import { exportName } from '../../../contract/requirements.ts';
import type { CommandReading } from '../commands/command-reading.ts';
import type { PlanShape } from './plan-facts.ts';
import { conditionPath, toPlanPath } from './plan-path.ts';
import type { PlannedChunk } from './planned-chunk.ts';

/** Why one chunk must follow another: what the first provides and the second uses. */
export interface PlanEdge {
  /** Positions in the list of chunks. */
  readonly from: number;
  readonly to: number;
  /** Whether dependsOn states it. */
  readonly declared: boolean;
  readonly exports: readonly string[];
  readonly files: readonly string[];
}

type MutableEdge = { declared: boolean; readonly exports: Set<string>; readonly files: Set<string> };

/**
 * The dependencies between chunks: those of dependsOn, and those on chunks that are earlier in the run's sequence and
 * provide exports, or files that conditions, context files and acceptance commands need.
 */
export function findPlanEdges(shape: PlanShape, readingOf: (command: string) => CommandReading): readonly PlanEdge[] {
  const ranks = new Map(shape.order.sequence.map((position, rank) => [position, rank]));
  const isEarlier = (one: number, other: number): boolean => (ranks.get(one) ?? 0) < (ranks.get(other) ?? 0);
  const byId = new Map(shape.chunks.map(({ chunk, position }) => [chunk.id, position]));
  const writers = writersByPath(shape);
  return shape.chunks.flatMap((planned) => {
    const edges = new Map<number, MutableEdge>();
    const edgeFrom = (position: number): MutableEdge => {
      const edge = edges.get(position) ?? { declared: false, exports: new Set<string>(), files: new Set<string>() };
      edges.set(position, edge);
      return edge;
    };
    const { chunk, position: to } = planned;
    for (const id of chunk.dependsOn) {
      const from = byId.get(id);
      if (from !== undefined && from !== to) edgeFrom(from).declared = true;
    }
    for (const name of chunk.consumes.map(exportName)) {
      for (const from of shape.creatorsOf(name)) if (isEarlier(from, to)) edgeFrom(from).exports.add(name);
    }
    for (const path of usedFiles(planned, readingOf)) {
      for (const from of writers.get(path) ?? []) if (isEarlier(from, to)) edgeFrom(from).files.add(path);
    }
    return [...edges].map(([from, edge]) => ({
      from,
      to,
      declared: edge.declared,
      exports: [...edge.exports],
      files: [...edge.files],
    }));
  });
}

function writersByPath({ chunks }: PlanShape): ReadonlyMap<string, ReadonlySet<number>> {
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
    ...chunk.contextFiles.flatMap((path) => toPlanPath(path) ?? []),
    ...acceptanceCommandsOf(chunk).flatMap((command) => readingOf(command).needs.flatMap(({ files }) => files)),
  ]);
}
