import { formatCount } from '../../foundation/format-count.ts';
import type { FindingSeverity, ReviewFinding } from './review-finding.ts';

/** `src/a.ts:12`, or the file alone. */
export function formatFindingPlace({ file, line }: Pick<ReviewFinding, 'file' | 'line'>): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** [ASSERT-REVIEW-004] A finding for the next attempt and for people: file, line, severity, category, explanation and suggestion. */
export function formatFinding(finding: ReviewFinding): string {
  return `${formatFindingPlace(finding)}: ${formatFindingText(finding)}`;
}

/** A finding without its place: severity, pass, category, explanation and suggestion. */
export function formatFindingText({ pass, severity, category, explanation, suggestion }: ReviewFinding): string {
  return `[${severity}] ${pass}/${category}: ${explanation}${suggestion === undefined ? '' : ` Suggestion: ${suggestion}`}`;
}

/** A comment of a review on a forge. Without a line, it concerns the whole file. */
export interface FindingComment {
  readonly path: string;
  readonly line?: number | undefined;
  readonly body: string;
}

/** [ASSERT-INT-002] The comments on the lines of a pull request, one for each finding, as Markdown. */
export function toLineComments(findings: readonly ReviewFinding[]): readonly FindingComment[] {
  return findings.map((finding) => {
    const { file, line, pass, severity, category, explanation, suggestion } = finding;
    const parts = [
      `**${severity}** · ${pass} · ${escapeMarkup(category.replace(/\s+/g, ' '))}`,
      escapeMarkup(explanation),
      ...(suggestion === undefined ? [] : [`*Suggestion:* ${escapeMarkup(suggestion)}`]),
    ];
    return { path: file, ...(line === undefined ? {} : { line }), body: parts.join('\n\n') };
  });
}

/**
 * A model can write anything: a comment must not notify people, run commands of a forge, or contain markup or a hidden mark.
 * Inside code, which a forge shows as it is, only the marks matter.
 */
function escapeMarkup(text: string): string {
  const escaped = text
    .split(/(`[^`\n]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/<(?=[A-Za-z/!?])/g, '&lt;').replaceAll('@', '@\u200b'),
    )
    .join('');
  return escaped.replaceAll('<!--', '<\u200b!--').replace(/^(\s*)\//gm, '$1\\/');
}

const SEVERITIES: readonly FindingSeverity[] = ['blocking', 'warning', 'informational'];

/** For example `1 blocking, 2 warnings`; `no findings`. */
export function summarizeFindings(findings: readonly ReviewFinding[]): string {
  const counts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    if (count === 0) return [];
    return severity === 'warning' ? [formatCount(count, 'warning')] : [`${count} ${severity}`];
  });
  return counts.length === 0 ? 'no findings' : counts.join(', ');
}
