import type { ProtectedArea } from '../../../contract/model.ts';
import type { Fact } from '../../../foundation/fact.ts';
import type { ProtectedChange } from './protected-change.ts';
import { severityOf } from './severity-of-change.ts';

/** A rule of facts about what a change is judged by. */
export interface ProtectedFactRule {
  readonly id: string;
  /** What the change does, as one sentence without a full stop. */
  readonly message: string;
  readonly reason: string;
}

export const PROTECTED_FACT_RULES: Readonly<Record<ProtectedArea, ProtectedFactRule>> = {
  tests: {
    id: 'test-changed',
    message: 'A test may run or check less often',
    reason: 'Its condition, or what replaces it, decides whether as much is checked as before.',
  },
  scripts: {
    id: 'script-changed',
    message: 'What a script or a job runs changed',
    reason: 'The text does not show whether it proves as much as before.',
  },
  tooling: {
    id: 'setting-changed',
    message: 'The configuration of a tool changed',
    reason: 'The text does not show whether the tool reports as much as before.',
  },
};

/** Hooks of git, and settings of the editor, that do not call Holdfast. */
export const HOOK_FACT_RULE: ProtectedFactRule = {
  id: 'hook-changed',
  message: 'A hook of git or a setting of the editor changed',
  reason: 'It runs commands on the machines of the people who work on the repository.',
};

/** The rules of other facts that say the same about an assertion, with both versions of it. */
const MORE_EXACT: ReadonlySet<string> = new Set(['skippable-assertion', 'dropped-await']);

/**
 * [PROOF-4] The changes whose direction is not certain, one for each rule and file, and the other facts about the change.
 *
 * @param others the facts that the rules for code report
 */
export function listFacts(changes: readonly ProtectedChange[], others: readonly Fact[]): readonly Fact[] {
  const isExact = ({ kind, file }: ProtectedChange): boolean =>
    kind === 'conditional' && others.some((fact) => fact.file === file && MORE_EXACT.has(fact.rule));
  const facts = new Map<string, Fact>();
  for (const change of changes) {
    if (severityOf(change) !== 'fact' || isExact(change)) continue;
    const { id, message } = PROTECTED_FACT_RULES[change.area];
    const key = `${id}\0${change.file}`;
    const known = facts.get(key);
    if (known !== undefined) facts.set(key, { ...known, places: known.places + 1 });
    else facts.set(key, { rule: id, file: change.file, line: change.line, message, ...describe(change), places: 1 });
  }
  return [...facts.values(), ...others];
}

function describe({ area, subject, expected, actual }: ProtectedChange): Pick<Fact, 'before' | 'after'> {
  return area === 'tests' ? { before: subject, after: actual } : { before: expected, after: actual };
}
