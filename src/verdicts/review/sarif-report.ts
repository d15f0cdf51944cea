import { createHash } from 'node:crypto';
import { formatFact, type Fact } from '../../foundation/fact.ts';
import { createSarifLog, type SarifFinding, type SarifLog, type SarifRule } from '../../foundation/sarif-log.ts';
import { findingKey } from './recognise-findings.ts';
import type { ReviewFinding } from './review-finding.ts';
import type { PassReport, ReviewReport } from './review-report.ts';

const LEVELS = { blocking: 'error', warning: 'warning', informational: 'note' } as const;

/**
 * A report as SARIF 2.1.0, for code scanning. The rule of a finding is its pass and its category. A broken pass and a
 * warning of the review are notifications of the tool.
 *
 * @param report `undefined` if there was no change to review
 * @param version the version of Holdfast
 * @param facts what a reviewer should look at, as notes
 */
export function toSarif(report: ReviewReport | undefined, version: string, facts: readonly Fact[] = []): SarifLog {
  const { findings = [], passes = [], warnings = [] } = report ?? {};
  return createSarifLog({
    version,
    root: 'The workspace folder.',
    toRule,
    findings: [...findings.map(toSarifFinding), ...facts.map(toSarifFact)],
    notifications: [
      ...passes.flatMap(toNotification),
      ...warnings.map((text) => ({ level: 'warning', message: { text } }) as const),
    ],
    successful: passes.every(({ status }) => status === 'completed'),
  });
}

function ruleIdOf({ pass, category }: ReviewFinding): string {
  return `${pass}/${
    category
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'other'
  }`;
}

function toRule(id: string): SarifRule {
  const [pass = '', category = ''] = id.split('/');
  const name = category.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  return {
    id,
    name,
    shortDescription: { text: `${category.replaceAll('-', ' ')} (pass ${pass})` },
    fullDescription: { text: `A finding of the pass "${pass}" of the review.` },
    help: { text: 'Correct the code, or say in the review why the finding does not apply.' },
    properties: { tags: pass === 'security' || category === 'secret' ? ['security'] : [pass] },
  };
}

function toNotification({ pass, status, reason = '' }: PassReport) {
  if (status === 'completed') return [];
  return [{ level: 'error', message: { text: `The pass ${pass} has no valid answer. ${reason}`.trim() } } as const];
}

function toSarifFinding(finding: ReviewFinding): SarifFinding {
  const { file, line, severity, pass, explanation, suggestion } = finding;
  return {
    ruleId: ruleIdOf(finding),
    level: LEVELS[severity],
    message: suggestion === undefined ? explanation : `${explanation}\n\nSuggestion: ${suggestion}`,
    file,
    line,
    key: findingKey(finding),
    properties: { pass, severity },
  };
}

function toSarifFact(fact: Fact): SarifFinding {
  const { rule, file, line } = fact;
  const key = createHash('sha256').update([rule, file].join('\0')).digest('hex').slice(0, 32);
  return { ruleId: `fact/${rule}`, level: 'note', message: formatFact(fact), file, line, key, properties: {} };
}
