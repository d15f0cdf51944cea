import type { Fact } from '../shared/fact.ts';
import type { ComparedChange, FactPlace, FactRule } from './interface/fact-rule.ts';
import { FACT_RULES } from './fact-rules.ts';
import { showDifference } from './shown-difference.ts';

export type FactQuery = ComparedChange;

/** Whether a rule reads a file, by its path alone. */
export function canHaveFacts(path: string): boolean {
  return FACT_RULES.some((rule) => rule.reads(path));
}

/** [PROOF-5] What a reviewer of a change should look at: one fact for each rule and file, in the order of the rules. */
export async function findFacts(change: FactQuery, rules: readonly FactRule[] = FACT_RULES): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const rule of rules) {
    const files = change.files.filter(({ path }) => rule.reads(path));
    if (files.length > 0) facts.push(...joinPlaces(rule, await rule.find({ ...change, files })));
  }
  return facts;
}

function joinPlaces({ id, message }: FactRule, places: readonly FactPlace[]): readonly Fact[] {
  return [...new Set(places.map(({ file }) => file))].flatMap((file): Fact[] => {
    const own = places.filter((place) => place.file === file);
    const [first] = own;
    if (first === undefined) return [];
    const { before, after } = showDifference(first.before, first.after);
    return [
      {
        rule: id,
        file,
        line: first.line,
        message,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        places: own.length,
      },
    ];
  });
}
