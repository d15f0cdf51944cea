/** The parts of SARIF 2.1.0 that Holdfast writes, for code scanning. */

interface SarifMessage {
  readonly text: string;
}

export interface SarifRule {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: SarifMessage;
  /** Code scanning of GitHub requires it, and the help. */
  readonly fullDescription: SarifMessage;
  readonly help: SarifMessage;
  readonly properties: { readonly tags: readonly string[] };
}

export interface SarifNotification {
  readonly level: 'note' | 'warning' | 'error';
  readonly message: SarifMessage;
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: SarifMessage;
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId: 'SRCROOT' };
      readonly region: { readonly startLine: number; readonly startColumn?: number };
    };
  }[];
  readonly partialFingerprints: Readonly<Record<'holdfast/v1', string>>;
  readonly properties: Readonly<Record<string, string>>;
}

export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: {
          readonly name: string;
          readonly version: string;
          readonly semanticVersion: string;
          readonly rules: readonly SarifRule[];
        };
      };
      readonly originalUriBaseIds: { readonly SRCROOT: { readonly description: SarifMessage } };
      readonly columnKind: 'utf16CodeUnits';
      readonly invocations: readonly {
        readonly executionSuccessful: boolean;
        readonly toolExecutionNotifications: readonly SarifNotification[];
      }[];
      readonly results: readonly SarifResult[];
    },
  ];
}

/** One result, before it is written. */
export interface SarifFinding {
  readonly ruleId: string;
  readonly level: SarifResult['level'];
  readonly message: string;
  /** Relative to the source root, with `/`. */
  readonly file: string;
  /** 1-based. Code scanning of GitHub needs a line, also for a finding about the whole file: 1 if it is absent. */
  readonly line?: number | undefined;
  /** 1-based. */
  readonly column?: number | undefined;
  /** Identifies the finding in later runs. Equal keys are counted. */
  readonly key: string;
  readonly properties: Readonly<Record<string, string>>;
}

export interface SarifContent {
  /** The version of Holdfast. */
  readonly version: string;
  /** What the paths are relative to. */
  readonly root: string;
  readonly toRule: (id: string) => SarifRule;
  readonly findings: readonly SarifFinding[];
  readonly notifications: readonly SarifNotification[];
  /** Whether the tool ran to its end. */
  readonly successful: boolean;
}

export function createSarifLog({ version, root, toRule, findings, notifications, successful }: SarifContent): SarifLog {
  const ruleIds = [...new Set(findings.map(({ ruleId }) => ruleId))].sort();
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Holdfast', version, semanticVersion: version, rules: ruleIds.map(toRule) } },
        originalUriBaseIds: { SRCROOT: { description: { text: root } } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: successful, toolExecutionNotifications: notifications }],
        results: toResults(findings, ruleIds),
      },
    ],
  };
}

function toResults(findings: readonly SarifFinding[], ruleIds: readonly string[]): readonly SarifResult[] {
  const seen = new Map<string, number>();
  return findings.map(({ ruleId, level, message, file, line, column, key, properties }) => {
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return {
      ruleId,
      ruleIndex: ruleIds.indexOf(ruleId),
      level,
      message: { text: message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' },
            region: { startLine: line ?? 1, ...(column === undefined ? {} : { startColumn: column }) },
          },
        },
      ],
      partialFingerprints: { 'holdfast/v1': `${key}:${occurrence}` },
      properties,
    };
  });
}
