import { join } from 'node:path';
import { stringify } from 'yaml';
import { CHECKS } from '../../src/checks/table.ts';
import { projectRoot } from './project.ts';

/** The page that describes every check; made from the table, so that a check that is added is described. */
export const checksPageFile = join(projectRoot, 'docs', 'checks.md');

/** The text that docs/checks.md must have. `node test/workshop/write-docs.ts` writes it. */
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
      'What an assertion can ask: the `check` of an assertion has a `type`, and what that type takes. Paths are relative to the workspace folder. What only you can judge is answered by [a validator of your own](validators.md).',
      ['| check | asks that |', '| --- | --- |', ...rows].join('\n'),
      ...sections,
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}
