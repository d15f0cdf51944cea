import type { FactRule } from './interface/fact-rule.ts';
import { broaderMatcher } from './rules/broader-matcher.ts';
import { dependencyReplaced } from './rules/dependency-replaced.ts';
import { droppedAwait } from './rules/dropped-await.ts';
import { expectedValue } from './rules/expected-value.ts';
import { raisedLimit } from './rules/raised-limit.ts';
import { removedGuard } from './rules/removed-guard.ts';
import { seedOrClock } from './rules/seed-or-clock.ts';
import { silencedCheck } from './rules/silenced-check.ts';
import { skippableAssertion } from './rules/skippable-assertion.ts';
import { smallerTestData } from './rules/smaller-test-data.ts';
import { snapshotRewritten } from './rules/snapshot-rewritten.ts';
import { subjectMocked } from './rules/subject-mocked.ts';
import { swallowedError } from './rules/swallowed-error.ts';
import { testBranch } from './rules/test-branch.ts';

/** Every rule that finds facts about a change. The order is that of the reports: tests, then code, then dependencies. */
export const FACT_RULES: readonly FactRule[] = [
  expectedValue,
  broaderMatcher,
  droppedAwait,
  skippableAssertion,
  raisedLimit,
  smallerTestData,
  seedOrClock,
  subjectMocked,
  snapshotRewritten,
  testBranch,
  swallowedError,
  removedGuard,
  silencedCheck,
  dependencyReplaced,
];
