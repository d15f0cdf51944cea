import type { StopProgress } from '../answer-hook.ts';
import type { IncompleteJudgement } from '../protocol/incomplete-decision.ts';
import type { ChunkReference, DecidedSoFar, JudgementProgress } from '../../run/change/change-types.ts';
import { keyOf } from '../../run/change/decided-so-far.ts';
import { listViolations } from './list-violations.ts';

/** The progress of the judgement of a change, as the hook at the end of a session reports it. */
export function toJudgementProgress(
  { leftOut, onStep, onChunks }: StopProgress,
  onDecided: (judgement: IncompleteJudgement) => void,
): JudgementProgress {
  return {
    isLeftOut: (chunk) => leftOut.includes(keyOf(chunk)),
    onStep: (chunk, waiting) => onStep(chunk && keyOf(chunk), waiting),
    onDecided: (decided) => {
      onChunks([...new Set([...decided.chunks, ...decided.unjudged].map(keyOf))]);
      onDecided(toIncomplete(decided));
    },
  };
}

function toIncomplete({ chunks, findings, unjudged, changedFiles }: DecidedSoFar): IncompleteJudgement {
  return { violations: listViolations({ chunks, findings }), unjudged: unjudged.map(keyOf), changedFiles };
}

/** The chunk of a key: `<contract>#<chunk>`. */
export function toReference(key: string): ChunkReference {
  const separator = key.lastIndexOf('#');
  return { contract: key.slice(0, separator), chunk: key.slice(separator + 1) };
}
