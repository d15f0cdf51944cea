import type { FactRule } from './interface/fact-rule.ts';
import { dependencyReplaced } from './rules/dependency-replaced.ts';

/** Every rule that finds facts about a change. The order is that of the reports. */
export const FACT_RULES: readonly FactRule[] = [dependencyReplaced];
