import type { EarlierFile } from '../../verdicts/analysis/tree-before.ts';

/** Changelogs, guides for an upgrade, and the folders of notes from which a tool makes a changelog. */
const CHANGELOG =
  /(?:^|\/)(?:change(?:s|log)|history|news|release[-_]?notes|migrati(?:on|ng)|upgrad(?:e|ing))\b[^/]*(?:\.(?:mdx?|rst|txt|adoc))?$|(?:^|\/)(?:changes|changelogs?(?:\.d)?|newsfragments|release[-_]?notes)\/[^/]+\.\w+$/i;

/**
 * The lines that a change adds to the changelogs of a repository.
 *
 * @param readAfter reads a file of the result
 */
export async function readChangelogLines(
  changes: readonly EarlierFile[],
  readAfter: (file: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const added = changes.map(async ({ after, text = '' }) => {
    if (after === undefined || !CHANGELOG.test(after)) return [];
    const earlier = new Set(text.split(/\r?\n/));
    const now = await readAfter(after);
    return (now ?? '').split(/\r?\n/).filter((line) => !earlier.has(line));
  });
  return (await Promise.all(added)).flat();
}

/** Whether a line of a changelog names an export, with or without the namespace or the class that has it. */
export function isInChangelog(lines: readonly string[], name: string): boolean {
  const last = name.split('.').at(-1) ?? name;
  const pattern = new RegExp(String.raw`(?<![\w$])${last.replace(/[$]/g, String.raw`\$`)}(?![\w$])`);
  return lines.some((line) => pattern.test(line));
}
