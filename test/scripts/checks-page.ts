import { join } from 'node:path';
import { stringify } from 'yaml';
import { CHECKS } from '../../src/verdicts/checks/definitions/check-table.ts';
import { projectRoot } from './project.ts';

/** The page that describes every check. It is generated from the check table. */
export const checksPageFile = join(projectRoot, 'docs', 'checks.md');

/** The text that docs/checks.md must have. `node test/scripts/write-docs.ts` writes it. */
export function checksPage(): string {
  const rows = CHECKS.map(({ type, title }) => `| [\`${type}\`](#${type}) | ${title} |`);
  const sections = CHECKS.map(({ type, description, examples }) => {
    const yaml = stringify(
      examples.map((check) => ({ check })),
      { lineWidth: 110 },
    ).trimEnd();
    return `## ${type}\n\n${description}\n\n\`\`\`yaml\n${yaml}\n\`\`\``;
  });
  return (
    [
      '# Checks',
      'The `check` of an assertion has a `type` and the keys of that type. Paths are relative to the workspace folder. For other checks, write [a custom validator](validators.md). Without a check, a chunk also fails if it [weakens tests](languages.md#weakened-tests), scripts or the configuration of tools (`tests_kept`, `scripts_kept`, `tooling_kept`).',
      ['| check | passes if |', '| --- | --- |', ...rows].join('\n'),
      ...sections,
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}
