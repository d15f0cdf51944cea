import { exportName } from '../../../contract/requirements.ts';
import { didYouMean } from '../../../foundation/name-suggestions.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { PlannedChunk } from '../facts/planned-chunk.ts';
import { moveProviderBefore } from '../findings/chunk-fixes.ts';
import type { RuleFinding } from '../findings/finding.ts';
import { addDependency } from '../findings/fixes.ts';
import type { PlanRule } from './plan-rule.ts';

/** Not in the source documents: preflight blocks a chunk if a consumed export does not exist. */
export const consumedExports: PlanRule = {
  id: 'consumes-created',
  title: 'Consumed exports are created earlier',
  explanation:
    'A chunk is blocked if an export that it consumes does not exist when the chunk starts. An earlier chunk must create ' +
    'the export, or a file of the initial tree must export it.',
  severity: 'error',
  runEffect: 'none',
  structural: true,
  check: (facts) => facts.chunks.flatMap((planned) => findUnavailableExports(facts, planned)),
};

function findUnavailableExports(facts: PlanFacts, { chunk, position, at }: PlannedChunk): RuleFinding[] {
  return chunk.consumes.flatMap((item, index): RuleFinding[] => {
    const name = exportName(item);
    const creators = facts.creatorsOf(name);
    if (creators.some((creator) => facts.order.isBefore(creator, position))) return [];
    if (facts.initialExports === undefined || facts.initialExports.has(name)) return [];
    const others = creators.filter((creator) => creator !== position).flatMap((creator) => facts.chunks[creator] ?? []);
    const [other] = others;
    const fix =
      other && (addDependency(facts, position, other.position) ?? moveProviderBefore(facts, position, other.position));
    const reason = other
      ? `${other.chunk.id} creates it, but does not run before this chunk.`
      : creators.includes(position)
        ? 'only this chunk itself creates it.'
        : `no chunk creates it, and no file exports it.${suggestExport(facts, name)}`;
    return [
      {
        chunk: chunk.id,
        at: [...at, 'consumes', index],
        message: `The consumed export "${name}" does not exist when the chunk starts: ${reason}`,
        satisfiedBy: `Let an earlier chunk create "${name}", or consume a name that a file exports.`,
        ...(fix ? { fix } : {}),
      },
    ];
  });
}

function suggestExport(facts: PlanFacts, name: string): string {
  return didYouMean(
    name,
    facts.contract.chunks.flatMap((chunk) => chunk.creates.map(exportName)),
  );
}
