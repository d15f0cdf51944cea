import { acceptanceCommandsOf } from '../../../contract/acceptance-commands.ts';
import type { CommandNeed, CommandReading } from '../commands/command-reading.ts';
import type { PlanShape } from './plan-facts.ts';
import { conditionPath } from './plan-path.ts';
import type { PlannedChunk } from './planned-chunk.ts';

/** A chunk that must end before another one starts. Positions in the list of chunks. */
export interface OrderConstraint {
  readonly from: number;
  readonly to: number;
}

/**
 * The order that the rules rely on in addition to the edges of a plan. Without it, a plan that passes with one job could
 * fail with several:
 *
 * - A chunk whose precondition says that a file is absent runs before the later chunks that may create the file.
 * - If no chunk has dependsOn, the rules count on every earlier chunk. So a chunk runs after the earlier chunks that may
 *   provide what its commands and the verify contract need.
 */
export function findOrderConstraints(
  shape: PlanShape,
  readingOf: (command: string) => CommandReading,
): readonly OrderConstraint[] {
  const { chunks, order } = shape;
  const verifyNeeds = verifyNeedsOf(shape, readingOf);
  const sequence = order.sequence.flatMap((position) => chunks[position] ?? []);
  const constraints: OrderConstraint[] = [];
  sequence.forEach((later, rank) => {
    const needs = order.declared ? [] : [...verifyNeeds, ...acceptanceNeeds(later, readingOf)];
    for (const earlier of sequence.slice(0, rank)) {
      if (mayInvalidate(later, earlier) || needs.some((need) => mayProvide(shape, earlier, need))) {
        constraints.push({ from: earlier.position, to: later.position });
      }
    }
  });
  return constraints;
}

/** Whether a chunk may make a precondition of an earlier chunk false. */
function mayInvalidate(later: PlannedChunk, earlier: PlannedChunk): boolean {
  return earlier.chunk.preconditions.some(({ kind, path: written }) => {
    const path = conditionPath(written);
    if (path === undefined) return false;
    const contrary = later.chunk.postconditions.some(
      (condition) => condition.kind !== kind && conditionPath(condition.path) === path,
    );
    return contrary || (kind === 'file_absent' && later.allowed.allows(path));
  });
}

type Need = Pick<CommandNeed, 'files' | 'prefixes'>;

/** Whether a chunk may write a file that satisfies a need. */
function mayProvide(
  { document }: PlanShape,
  { chunk, allowed }: PlannedChunk,
  { files, prefixes = [] }: Need,
): boolean {
  if (allowed.noneListed) return document.form === 'contract';
  if (files.some((file) => allowed.allows(file))) return true;
  if (prefixes.length === 0) return false;
  const paths = [...allowed.paths.keys(), ...chunk.postconditions.flatMap(({ path }) => conditionPath(path) ?? [])];
  return prefixes.some(
    (prefix) =>
      paths.some((path) => path.startsWith(prefix)) ||
      allowed.patterns.some(({ folder }) => folder.startsWith(prefix) || prefix.startsWith(folder)),
  );
}

function acceptanceNeeds(
  { chunk }: PlannedChunk,
  readingOf: (command: string) => CommandReading,
): readonly CommandNeed[] {
  return acceptanceCommandsOf(chunk).flatMap((command) => readingOf(command).needs);
}

function verifyNeedsOf({ contract }: PlanShape, readingOf: (command: string) => CommandReading): readonly Need[] {
  const { verify } = contract;
  if (verify === undefined) return [];
  const required = verify.requires.flatMap(({ path }): Need[] => {
    const normalized = conditionPath(path);
    return normalized === undefined ? [] : [{ files: [normalized] }];
  });
  return [...required, ...readingOf(verify.command).needs];
}
