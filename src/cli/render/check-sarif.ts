import { createHash } from 'node:crypto';
import { createSarifLog, type SarifLog, type SarifRule } from '../../foundation/sarif-log.ts';
import { listFactIssues, listIssues, type CheckReport, type Issue } from './check-issues.ts';

const ROOT = 'The top level of the repository.';

/**
 * [AGENT-7] A check as SARIF 2.1.0, for code scanning.
 *
 * @param version the version of Holdfast
 */
export function toCheckSarif(report: CheckReport, version: string): SarifLog {
  const notes = report.folders.flatMap(({ contracts, change }) => [
    ...contracts.flatMap((check) => check.notes),
    ...(change?.notes ?? []),
  ]);
  const issues = [...listIssues(report), ...listFactIssues(report)];
  return createSarifLog({
    version,
    root: ROOT,
    toRule,
    findings: issues.flatMap((issue) =>
      issue.file === undefined
        ? []
        : [
            {
              ruleId: issue.rule,
              level: issue.level,
              message: issue.message,
              file: issue.file,
              line: issue.line,
              column: issue.column,
              key: keyOf(issue),
              properties: propertiesOf(issue),
            },
          ],
    ),
    // Code scanning shows a result only in a file.
    notifications: [
      ...notes.map((text) => ({ level: 'warning', message: { text } }) as const),
      ...issues
        .filter(({ file }) => file === undefined)
        .map(({ level, message }) => ({ level, message: { text: message } })),
    ],
    successful: true,
  });
}

/** [CHANGE-7] A check that could not run as SARIF: a log without results that says why. */
export function toFailureSarif(message: string, version: string): SarifLog {
  return createSarifLog({
    version,
    root: ROOT,
    toRule,
    findings: [],
    notifications: [{ level: 'error', message: { text: message } }],
    successful: false,
  });
}

/** Lines move and outputs differ between runs, so the first line of the message identifies the issue. */
function keyOf({ rule, file, contract = '', chunk = '', message }: Issue): string {
  // A fact quotes code, and there is one of its rule in a file.
  const isFact = rule.startsWith('fact/');
  const text = [rule, file, contract, chunk, isFact ? '' : message.split('\n')[0]].join('\0');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function propertiesOf({ contract, chunk }: Issue): Readonly<Record<string, string>> {
  return { ...(contract === undefined ? {} : { contract }), ...(chunk === undefined ? {} : { chunk }) };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  assert: 'An assertion of a contract that must be met.',
  suggest: 'An assertion of a contract that should be met.',
  contract: 'A problem of the contract file.',
  command: 'A command of a contract that must pass.',
  gate: 'A gate of a contract.',
  chunk: 'A chunk of a contract.',
  change: 'What a change does to the files that it is judged by, or outside of its files.',
  fact: 'Something about a change that a reviewer should look at. It is no fault.',
};
const HELP: Readonly<Record<string, string>> = {
  assert: 'Change the code so that it meets the assertion. If the assertion is wrong, change the contract separately.',
  suggest: 'Change the code so that it meets the suggestion, or remove the suggestion from the contract.',
  contract: 'Correct the contract file.',
  chunk: 'Add an assertion that files can answer.',
  change: 'Undo this part of the change. If a person has decided it, "--may-change" accepts it.',
  fact: 'Look at this part of the change. If it is what was meant, nothing has to be done.',
};

function toRule(id: string): SarifRule {
  const [kind = '', name = ''] = id.split('/');
  const title = name.replaceAll(/[-_]/g, ' ');
  return {
    id,
    name: name.replace(/(?:^|[-_ ])(.)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `${title} (${kind})` },
    fullDescription: { text: DESCRIPTIONS[kind] ?? title },
    help: { text: HELP[kind] ?? 'Correct what the message says.' },
    properties: { tags: [kind] },
  };
}
