import { exportName } from '../../contract/requirements.ts';
import { didYouMean } from '../../shared/nearest.ts';
import type { RuleFinding } from '../finding.ts';
import { moveBefore } from '../chunk-fixes.ts';
import { dependOn } from '../fixes.ts';
import type { PlanFacts, PlannedChunk } from '../plan-facts.ts';
import type { PlanRule } from '../plan-rule.ts';

/** Ours: preflight blocks a chunk whose consumed exports are not there. */
export const consumedExports: PlanRule = {
  id: 'consumes-created',
  title: 'What a chunk consumes is created before it',
  explanation:
    'A chunk is blocked where an export that it consumes does not exist when it starts. So each is created by an ' +
    'earlier chunk, or some file of the tree exports it now.',
  severity: 'error',
  structural: true,
  check: (facts) => facts.chunks.flatMap((planned) => unavailable(facts, planned)),
};

function unavailable(facts: PlanFacts, { chunk, position, at }: PlannedChunk): RuleFinding[] {
  return chunk.consumes.flatMap((item, index): RuleFinding[] => {
    const name = exportName(item);
    const creators = facts.creatorsOf(name);
    if (creators.some((creator) => facts.order.isBefore(creator, position))) return [];
    if (facts.exportedNow === undefined || facts.exportedNow.has(name)) return [];
    const others = creators.filter((creator) => creator !== position).flatMap((creator) => facts.chunks[creator] ?? []);
    const [other] = others;
    const fix = other && (dependOn(facts, position, other.position) ?? moveBefore(facts, position, other.position));
    const why = other
      ? `${other.chunk.id} creates it, and nothing puts that chunk before this one.`
      : creators.includes(position)
        ? 'only this chunk itself creates it.'
        : `no chunk creates it, and no file of the tree exports it.${guess(facts, name)}`;
    return [
      {
        chunk: chunk.id,
        at: [...at, 'consumes', index],
        message: `"${name}" is consumed and does not exist by then: ${why}`,
        satisfiedBy: `An earlier chunk that creates "${name}", or a file of the tree that exports it.`,
        ...(fix ? { fix } : {}),
      },
    ];
  });
}

function guess(facts: PlanFacts, name: string): string {
  return didYouMean(
    name,
    facts.contract.chunks.flatMap((chunk) => chunk.creates.map(exportName)),
  );
}
