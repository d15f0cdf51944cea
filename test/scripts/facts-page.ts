import { join } from 'node:path';
import { CHANGE_FACT_RULES } from '../../src/verdicts/facts/change-fact-rules.ts';
import { FACT_RULES } from '../../src/verdicts/facts/fact-rules.ts';
import type { FactRule } from '../../src/verdicts/facts/interface/fact-rule.ts';
import { HOOK_FACT_RULE, PROTECTED_FACT_RULES } from '../../src/verdicts/protection/changes/protected-facts.ts';
import { projectRoot } from './project.ts';

/** The page that describes every rule of facts. It is generated from the table of rules. */
export const factsPageFile = join(projectRoot, 'docs', 'facts.md');

/** The text that docs/facts.md must have. `node test/scripts/write-docs.ts` writes it. */
export function factsPage(): string {
  const rows = [
    ...[...Object.values(PROTECTED_FACT_RULES), HOOK_FACT_RULE].map((rule) => ({ ...rule, languages: ['all'] })),
    ...FACT_RULES,
    ...Object.values(CHANGE_FACT_RULES),
  ].map(({ id, message, reason, languages }) => `| \`${id}\` | ${message}. ${reason} | ${languages.join(', ')} |`);
  const examples = ['## Examples', ...FACT_RULES.map(exampleOf)];
  return (
    [
      '# Facts',
      'A fact is something about a change that a reviewer should look at, such as an expected value that the change replaced. It says what is, and nothing more: the change can be right.',
      '`holdfast check --since` and `holdfast review` show facts apart from errors and warnings: one line for each rule and file, with the first place and the number of the others. Text, Markdown, GitHub annotations and JUnit list ten, and the number of those that follow. JSON (`facts`) and SARIF (level `note`) have all. The editor shows those of a review in its panel, and in the Problems view as information.',
      'Facts change no exit code. `--strict` does not count them; `--fail-on fact` does. No hook of an agent, no tool for agents and no prompt contains them, and a commit hook does not print them, so that no agent works around them.',
      ['| rule | what it reports, and why | languages |', '| --- | --- | --- |', ...rows].join('\n'),
      ...examples,
      'A language that a rule does not name is not searched by it. A value, test or function that the change adds is no fact: the rules compare what exists before and after.',
    ].join('\n\n') + '\n'
  );
}

/** The first sample of a rule as a difference. */
function exampleOf({ id, samples }: FactRule): string {
  const [sample = []] = samples;
  const parts = sample.flatMap(({ file, before = '', after = '' }) => [`# ${file}`, ...differenceOf(before, after)]);
  return [`### ${id}`, '', '```diff', ...parts, '```'].join('\n');
}

function differenceOf(before: string, after: string): readonly string[] {
  const [earlier, later] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')];
  const removed = earlier.filter((line) => !later.includes(line)).map((line) => `- ${line}`);
  const added = later.filter((line) => !earlier.includes(line)).map((line) => `+ ${line}`);
  return [...removed, ...added];
}
