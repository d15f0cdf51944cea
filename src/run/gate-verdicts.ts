import type { CriteriaVerdicts } from '../gates/criteria-judge.ts';
import type { History } from '../history/history.ts';

/** The verdicts of models on criteria, kept in the history. */
export function gateVerdicts(history: History): CriteriaVerdicts {
  return {
    get: async (key) => {
      const stored = await history.verdict(key);
      if (stored?.places === undefined || stored.verdict === 'undecided') return undefined;
      return {
        verdict: stored.verdict === 'pass' ? 'PASS' : 'FAIL',
        rationale: stored.rationale,
        confidence: stored.confidence,
        evidence: stored.places.map((place) => ({ ...place })),
      };
    },
    put: (key, { verdict, rationale, confidence, evidence }) =>
      history.saveVerdict(key, {
        verdict: verdict === 'PASS' ? 'pass' : 'fail',
        rationale,
        confidence,
        evidence: [],
        places: evidence,
        costUsd: null,
      }),
  };
}
