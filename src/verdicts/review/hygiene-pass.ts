import { messageOf } from '../../foundation/errors.ts';
import type { ProtectedChange } from '../protection/changes/protected-change.ts';
import { severityOf } from '../protection/changes/severity-of-change.ts';
import { addedLines, type FileDiff } from './diff/parse-diff.ts';
import type { ReviewFinding } from './review-finding.ts';
import type { PassOutcome, ReviewInput, ReviewServices } from './review-input.ts';
import { findSecrets, MAX_SEARCHED_CHARACTERS, type FoundSecret } from './secrets/find-secrets.ts';

export interface HygieneOutcome extends PassOutcome {
  /** The secrets in the changed files, also those that were there before or were removed. Never shown, stored or sent. */
  readonly secrets: readonly string[];
}

/** Files whose text a review has to see. One zero byte makes git and the review take a file for binary. */
const SOURCE_FILE =
  /\.([cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|ps1|sql|vue|svelte|ya?ml|json|toml|html?|css)$/i;

/** Searches the added lines for secrets, and reports tests and settings that the change weakens. Calls no model. */
export async function runHygienePass(
  { change, protectedChanges, isAllowed = () => false }: ReviewInput,
  files: readonly FileDiff[],
  { onEvent }: Pick<ReviewServices, 'onEvent'>,
): Promise<HygieneOutcome> {
  onEvent?.({ type: 'pass-started', pass: 'hygiene' });
  const findings: ReviewFinding[] = [
    ...protectedChanges.flatMap((one) => toFinding(one, isAllowed(one))),
    ...change.changedFiles.filter(({ path, binary }) => binary && SOURCE_FILE.test(path)).map(toHiddenTextFinding),
  ];
  const warnings: string[] = [];
  const secrets = new Set<string>();
  const failures: string[] = [];
  const texts = new Map(change.files.map(({ path, text }) => [path, text]));
  for (const file of files) {
    try {
      const added = addedLines(file);
      const text = texts.get(file.path) ?? joinAdded(file);
      const isTooLong = text.length > MAX_SEARCHED_CHARACTERS;
      if (isTooLong) warnings.push(`${file.path} was not searched for secrets: it is too long.`);
      for (const secret of isTooLong ? [] : await findSecrets(file.path, text)) {
        secrets.add(secret.value);
        const line = firstAddedLine(secret, added);
        // If the diff does not show all lines, a secret that cannot be placed may be an added one.
        if (line !== undefined || file.binary || file.incomplete)
          findings.push(toSecretFinding(file.path, secret, line));
      }
      // A removed secret is not a finding, but it must not be sent either.
      for (const { value } of await findSecrets(file.path, joinDeleted(file))) secrets.add(value);
    } catch (thrown) {
      failures.push(`Failed to search ${file.path} for secrets: ${messageOf(thrown)}`);
    }
  }
  const report = { pass: 'hygiene', dropped: 0, calls: 0, costUsd: 0 } as const;
  return {
    report:
      failures.length === 0
        ? { ...report, status: 'completed' }
        : { ...report, status: 'broken', reason: failures.join(' ') },
    findings,
    warnings,
    secrets: [...secrets],
  };
}

/** The added lines at their line numbers, for a file whose text is not known. */
function joinAdded({ hunks }: FileDiff): string {
  const lines: (string | undefined)[] = [];
  for (const { text, line } of hunks.flatMap((hunk) => hunk.lines)) if (line !== undefined) lines[line - 1] = text;
  return Array.from(lines, (line) => line ?? '').join('\n');
}

function joinDeleted({ hunks }: FileDiff): string {
  return hunks
    .flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'deleted').map(({ text }) => text))
    .join('\n')
    .slice(0, MAX_SEARCHED_CHARACTERS);
}

function firstAddedLine({ firstLine, lastLine }: FoundSecret, added: ReadonlySet<number>): number | undefined {
  for (let line = firstLine; line <= lastLine; line++) if (added.has(line)) return line;
  return undefined;
}

function toHiddenTextFinding({ path }: { readonly path: string }): ReviewFinding {
  return {
    pass: 'hygiene',
    file: path,
    severity: 'warning',
    category: 'unreadable-source',
    explanation: 'The file has the name of a source file, but git takes it for binary, so its text was not reviewed.',
    suggestion: 'Save the file as UTF-8 without zero bytes, or review it by hand.',
  };
}

function toSecretFinding(file: string, { kind, rule }: FoundSecret, line: number | undefined): ReviewFinding {
  return {
    pass: 'hygiene',
    file,
    ...(line === undefined ? {} : { line }),
    severity: 'blocking',
    category: 'secret',
    explanation: `The ${line === undefined ? 'file' : 'line'} contains a secret (${kind}, ${rule}). Its value is not shown.`,
    suggestion:
      'Remove the secret from the change and from its commits, read it from the environment or a secret store, and revoke it if the change was shared.',
  };
}

const NOUNS: Readonly<Record<ProtectedChange['area'], string>> = {
  tests: 'test',
  scripts: 'script',
  tooling: 'setting',
};

const SEVERITIES = { error: 'blocking', warning: 'warning' } as const;

/** The finding about a change that certainly proves less. What is not certain is a fact. */
function toFinding(change: ProtectedChange, isAllowed: boolean): ReviewFinding | [] {
  const { area, kind, subject, file, line, expected, actual } = change;
  const severity = severityOf(change);
  if (severity === 'fact') return [];
  const noun = NOUNS[area];
  return {
    pass: 'hygiene',
    file,
    // The line of a deletion is that before the change.
    ...(kind === 'deleted' || kind === 'moved-out' ? {} : { line }),
    severity: isAllowed ? 'informational' : SEVERITIES[severity],
    category: area === 'tests' ? `test-${kind}` : `${area}-${kind}`,
    explanation: `The ${noun} "${subject}" is weaker than before. Expected: ${expected}. Actual: ${actual}.${isAllowed ? ' The task allows this.' : ''}`,
    ...(isAllowed ? {} : { suggestion: `Restore the ${noun}, or explain why the change needs this.` }),
  };
}
