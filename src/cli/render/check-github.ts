import { formatCount } from '../../foundation/format-count.ts';
import { listIssues, listShownFacts, type CheckReport, type Issue } from './check-issues.ts';

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** [AGENT-7] A check as workflow commands of GitHub Actions, one for each line. GitHub shows them in the change. */
export function toGitHubAnnotations(report: CheckReport): readonly string[] {
  const { shown, more } = listShownFacts(report);
  return [
    ...withoutRepetitions(listIssues(report)).map(toAnnotation),
    ...shown.map(toAnnotation),
    ...(more === 0 ? [] : [`::notice title=Holdfast::${formatCount(more, 'more fact')} about the change`]),
  ];
}

/** [CHANGE-7] A check that could not run, as a workflow command. */
export function toFailureAnnotation(message: string): string {
  return `::error title=Holdfast could not run::${escapeData(message)}`;
}

function toAnnotation({ level, message, file, line, column, rule, chunk }: Issue): string {
  const properties = {
    ...(file === undefined ? {} : { file, line: String(line) }),
    ...(column === undefined ? {} : { col: String(column) }),
    title: `Holdfast ${chunk ?? ''}`.trimEnd() + ` (${rule})`,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${COMMANDS[level]} ${list.join(',')}::${escapeData(message)}`;
}

/** A command fails once in a tree, for all chunks that it judges: its first chunk is named, and the others in the message. */
function withoutRepetitions(issues: readonly Issue[]): readonly Issue[] {
  const groups = new Map<string, Issue[]>();
  for (const [index, issue] of issues.entries()) {
    const { rule, level, message } = issue;
    const key = rule.startsWith('command/') ? JSON.stringify([level, message]) : String(index);
    groups.set(key, [...(groups.get(key) ?? []), issue]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const chunks = others.map(({ chunk }) => chunk).filter((chunk) => chunk !== undefined);
    if (chunks.length === 0) return [first];
    return [{ ...first, message: `${first.message}\nAlso for ${chunks.join(', ')}` }];
  });
}

/** A line break would end the command, and a text after it could contain another one. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
