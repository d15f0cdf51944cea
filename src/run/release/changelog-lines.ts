import { isIndexedPath } from '../../code/languages/language-table.ts';
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
    // A module can be called history.ts.
    if (after === undefined || isIndexedPath(after) || !CHANGELOG.test(after)) return [];
    const earlier = new Set(text.split(/\r?\n/));
    const now = await readAfter(after);
    return (now ?? '').split(/\r?\n/).filter((line) => !earlier.has(line));
  });
  return (await Promise.all(added)).flat();
}

/** Whether a line of a changelog names an export, with or without the namespace or the class that has it, or a subpath. */
export function isInChangelog(lines: readonly string[], name: string): boolean {
  const isSubpath = /^\.(?:\/|$)/.test(name);
  const last = isSubpath ? name.slice(1) : (name.split('.').at(-1) ?? name);
  // The main entry has no name that a line could state.
  if (last === '') return false;
  const pattern = new RegExp(String.raw`${isSubpath ? '' : String.raw`(?<![\w$])`}${escapePattern(last)}(?![\w$])`);
  return lines.some((line) => pattern.test(line));
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
