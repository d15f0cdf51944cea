import * as l10n from '@vscode/l10n';
import type { ConstraintFinding } from '../../verdicts/domains/constraints/constraint-finding.ts';
import { lineTextRange, locationToTextRange } from '../base/text-range.ts';
import type { ContractDiagnostic } from './contract-diagnostics.ts';

/**
 * Creates the diagnostics of values that do not fit an interface: one at the definition and, if the value has a place in
 * an artifact, one there. The two name each other.
 */
export function createConstraintDiagnostics(findings: readonly ConstraintFinding[]): readonly ContractDiagnostic[] {
  return findings.flatMap((finding): ContractDiagnostic[] => {
    const { definition, artifact, severity, domain, expected, actual, message } = finding;
    const common = {
      severity: severity === 'blocking' ? 'error' : 'warning',
      kind: 'interfaceFinding',
      code: `${finding.interface}.${finding.parameter}`,
      message,
    } as const;
    const atDefinition = { file: definition.file, range: locationToTextRange(definition) };
    const atArtifact = artifact && { file: artifact.artifact, range: lineTextRange(artifact.line ?? 1) };
    return [
      {
        ...common,
        ...atDefinition,
        related: atArtifact ? [{ ...atArtifact, message: l10n.t('{0}, from the domain {1}', actual, domain) }] : [],
      },
      ...(atArtifact
        ? [
            {
              ...common,
              ...atArtifact,
              related: [{ ...atDefinition, message: l10n.t('The definition requires {0}', expected) }],
            },
          ]
        : []),
    ];
  });
}
