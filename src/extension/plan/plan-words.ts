import type { PlanRuleDescription } from '../../engine.ts';
import type { Finding } from '../../plan/finding.ts';

/** What a hover over a finding says: the rule, why it exists, and what would satisfy it. Markdown. */
export function findingWords(finding: Finding, rules: readonly PlanRuleDescription[]): string {
  const rule = rules.find(({ id }) => id === finding.rule);
  const lines = [
    `**${finding.rule}**${rule === undefined ? '' : ` · ${rule.title}`}`,
    ...(rule === undefined ? [] : [rule.explanation]),
    ...(finding.satisfiedBy === undefined ? [] : [`*What would satisfy it:* ${escaped(finding.satisfiedBy)}`]),
  ];
  return lines.join('\n\n');
}

/** Names and paths of the plan are shown as they are. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!<>|~]/g, '\\$&');
}
