import * as l10n from '@vscode/l10n';
import type { PlanRuleDescription } from '../../engine.ts';
import { escapeMarkdown } from '../../foundation/escape-markdown.ts';
import type { PlanFinding } from '../../verdicts/plan/findings/finding.ts';

/** Formats the hover over a finding as Markdown: the rule, its explanation, and how to satisfy it. */
export function formatFindingHover(finding: PlanFinding, rules: readonly PlanRuleDescription[]): string {
  const rule = rules.find(({ id }) => id === finding.rule);
  const lines = [
    `**${finding.rule}**${rule === undefined ? '' : ` · ${rule.title}`}`,
    ...(rule === undefined ? [] : [rule.explanation]),
    ...(finding.satisfiedBy === undefined ? [] : [l10n.t('*How to fix:* {0}', escapeMarkdown(finding.satisfiedBy))]),
  ];
  return lines.join('\n\n');
}
