import { findingKey } from './recognise-findings.ts';
import type { FindingSeverity, ReviewFinding } from './review-finding.ts';
import type { PassReport, ReviewReport } from './review-report.ts';

/** The parts of SARIF 2.1.0 that a review uses. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly [SarifRun];
}

interface SarifMessage {
  readonly text: string;
}

interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly version: string;
      readonly semanticVersion: string;
      readonly rules: readonly {
        readonly id: string;
        readonly name: string;
        readonly shortDescription: SarifMessage;
        readonly properties: { readonly tags: readonly string[] };
      }[];
    };
  };
  readonly originalUriBaseIds: { readonly SRCROOT: { readonly description: SarifMessage } };
  readonly columnKind: 'utf16CodeUnits';
  readonly invocations: readonly {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications: readonly {
      readonly level: 'warning' | 'error';
      readonly message: SarifMessage;
    }[];
  }[];
  readonly results: readonly SarifResult[];
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: SarifMessage;
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId: 'SRCROOT' };
      readonly region: { readonly startLine: number };
    };
  }[];
  readonly partialFingerprints: Readonly<Record<'holdfast/v1', string>>;
  readonly properties: { readonly pass: string; readonly severity: FindingSeverity };
}

const LEVELS = { blocking: 'error', warning: 'warning', informational: 'note' } as const;

/**
 * A report as SARIF 2.1.0, for code scanning. The rule of a finding is its pass and its category. A broken pass and a
 * warning of the review are notifications of the tool.
 *
 * @param report `undefined` if there was no change to review
 * @param version the version of Holdfast
 */
export function toSarif(report: ReviewReport | undefined, version: string): SarifLog {
  const { findings = [], passes = [], warnings = [] } = report ?? {};
  const ruleIds = [...new Set(findings.map(ruleIdOf))].sort();
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Holdfast', version, semanticVersion: version, rules: ruleIds.map(toRule) } },
        originalUriBaseIds: { SRCROOT: { description: { text: 'The workspace folder.' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: passes.every(({ status }) => status === 'completed'),
            toolExecutionNotifications: [
              ...passes.flatMap(toNotification),
              ...warnings.map((text) => ({ level: 'warning', message: { text } }) as const),
            ],
          },
        ],
        results: toResults(findings, ruleIds),
      },
    ],
  };
}

function ruleIdOf({ pass, category }: ReviewFinding): string {
  return `${pass}/${
    category
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'other'
  }`;
}

function toRule(id: string): SarifRun['tool']['driver']['rules'][number] {
  const [pass = '', category = ''] = id.split('/');
  const name = category.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  return {
    id,
    name,
    shortDescription: { text: `${category.replaceAll('-', ' ')} (pass ${pass})` },
    properties: { tags: pass === 'security' || category === 'secret' ? ['security'] : [pass] },
  };
}

function toNotification({ pass, status, reason = '' }: PassReport) {
  if (status === 'completed') return [];
  return [{ level: 'error', message: { text: `The pass ${pass} has no valid answer. ${reason}`.trim() } } as const];
}

function toResults(findings: readonly ReviewFinding[], ruleIds: readonly string[]): readonly SarifResult[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const { file, line, severity, pass, explanation, suggestion } = finding;
    const ruleId = ruleIdOf(finding);
    const key = findingKey(finding);
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return {
      ruleId,
      ruleIndex: ruleIds.indexOf(ruleId),
      level: LEVELS[severity],
      message: { text: suggestion === undefined ? explanation : `${explanation}\n\nSuggestion: ${suggestion}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' },
            // Code scanning of GitHub needs a line, also for a finding about the whole file.
            region: { startLine: line ?? 1 },
          },
        },
      ],
      partialFingerprints: { 'holdfast/v1': `${key}:${occurrence}` },
      properties: { pass, severity },
    };
  });
}
