import { groupBy } from './group-by.ts';
import { formatTable } from './table.ts';
import type { RunRecord } from './run-once.ts';

/** The runs as Markdown, and what must not happen. */
export function renderReport(records: readonly RunRecord[]): {
  readonly text: string;
  readonly failures: readonly string[];
} {
  const failures = records.flatMap((record) => [
    ...(record.crash === undefined ? [] : [`run ${record.number} crashed: ${record.crash}`]),
    ...(record.isHung ? [`run ${record.number} hung`] : []),
    ...record.attempts.flatMap(({ isFalse, oracle, failures: found }, index) =>
      isFalse
        ? [
            `run ${record.number}, attempt ${index + 1}: the oracle disagrees: ${oracle.details}; the engine: ${found.join('; ')}`,
          ]
        : [],
    ),
    ...record.notes.filter((note) => note.startsWith('FALSE')).map((note) => `run ${record.number}: ${note}`),
  ]);
  const text = [
    `${records.length} runs, ${sum(records, ({ attempts }) => attempts.length)} judged attempts, ${failures.length} crashes, hangs and false verdicts.`,
    '## By model, language and kind of task',
    byGroup(
      records.filter(({ variant }) => variant === 'chunk' || variant === 'judge'),
      ['model', 'language', 'kind'],
    ),
    '## By model, dialect and attempts',
    byGroup(records, ['model', 'dialect', 'variant', 'attemptMode']),
    '## Deviations from the protocol',
    deviations(records),
    ...(failures.length === 0 ? [] : ['## Failures', failures.map((failure) => `- ${failure}`).join('\n')]),
    '',
  ].join('\n\n');
  return { text, failures };
}

type GroupKey = 'model' | 'language' | 'kind' | 'dialect' | 'variant' | 'attemptMode';

function byGroup(records: readonly RunRecord[], keys: readonly GroupKey[]): string {
  const groups = groupBy(records, (record) => keys.map((key) => record[key]).join(' | '));
  const rows = [...groups].map(([name, group]) => [
    ...name.split(' | '),
    String(group.length),
    String(group.filter(({ outcome }) => ['pass', 'plan', 'proceed', 'remediate'].includes(outcome)).length),
    String(sum(group, ({ attempts }) => attempts.length)),
    String(sum(group, ({ steps }) => steps)),
    String(sum(group, ({ inputTokens }) => inputTokens)),
    String(sum(group, ({ outputTokens }) => outputTokens)),
    String(Math.round(sum(group, ({ seconds }) => seconds))),
  ]);
  return formatTable([
    [...keys, 'runs', 'passed', 'attempts', 'answers', 'tokens in', 'tokens out', 'seconds'],
    ...rows,
  ]);
}

function deviations(records: readonly RunRecord[]): string {
  const rows = [...groupBy(records, ({ model, dialect }) => `${model} | ${dialect}`)].flatMap(([name, group]) => {
    const counts = new Map<string, number>();
    for (const record of group) {
      for (const [kind, count] of Object.entries(record.deviations)) counts.set(kind, (counts.get(kind) ?? 0) + count);
    }
    const answers = String(sum(group, ({ steps }) => steps));
    return [...counts]
      .sort(([, one], [, other]) => other - one)
      .map(([kind, count]) => [...name.split(' | '), kind, String(count), answers]);
  });
  return formatTable([['model', 'dialect', 'deviation', 'answers', 'of'], ...rows]);
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
