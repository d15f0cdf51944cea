import { formatCount } from '../../foundation/format-count.ts';
import type { CodeLocation, Impact, Use } from './impact.ts';

/** The maximum number of files in one line of the summary. */
const MAX_FILES = 6;
/** The maximum number of exports in the summary. */
const MAX_EXPORTS = 40;
/** The maximum number of line numbers for one file. */
const MAX_LINES = 8;

/** [ENF-IMPACT-3] Describes the uses of a file's exports for prompts and people. */
export function summarizeImpact(file: string, impact: Omit<Impact, 'summary'>): string {
  const used = [
    ...impact.functionsAffected.map(({ name, callers }) => ({ name, uses: callers })),
    ...impact.typesAffected.map(({ name, usages }) => ({ name, uses: usages })),
  ].filter(({ uses }) => uses.length > 0);
  const files = impact.filesAffected.length;
  if (used.length === 0) {
    return files === 0
      ? `Nothing uses ${file}.`
      : `${formatCount(files, 'file')} ${files === 1 ? 'imports' : 'import'} ${file}.`;
  }
  const lines = used
    .slice(0, MAX_EXPORTS)
    .map(({ name, uses }) => `- ${name} (${file}): ${formatUseKinds(uses)}: ${formatLocations(uses)}`);
  if (used.length > MAX_EXPORTS) lines.push(`- and ${formatCount(used.length - MAX_EXPORTS, 'export')} more`);
  const total = used.reduce((sum, { uses }) => sum + uses.length, 0);
  const scope = files === 0 ? ', all in this file' : ` and ${formatCount(files, 'other file')}`;
  return [`A change of ${file} affects ${formatCount(total, 'use')}${scope}.`, ...lines].join('\n');
}

/** Formats the number of uses: `12 uses in 5 files`. */
export function formatUseCount(uses: readonly CodeLocation[]): string {
  if (uses.length === 0) return 'no uses';
  return `${formatCount(uses.length, 'use')} in ${formatCount(new Set(uses.map(({ file }) => file)).size, 'file')}`;
}

/** The number of uses with the calls and imports among them: `12 uses in 5 files (7 calls, 5 imports)`. */
function formatUseKinds(uses: readonly Use[]): string {
  const parts = (['call', 'import'] as const).flatMap((kind) => {
    const count = uses.filter((use) => use.kind === kind).length;
    return count === 0 ? [] : [formatCount(count, kind)];
  });
  return `${formatUseCount(uses)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

function formatLocations(uses: readonly CodeLocation[]): string {
  const linesByFile = new Map<string, number[]>();
  for (const { file, line } of uses) linesByFile.set(file, [...(linesByFile.get(file) ?? []), line]);
  const listed = [...linesByFile]
    .slice(0, MAX_FILES)
    .map(([file, lines]) => `${file}:${[...new Set(lines)].slice(0, MAX_LINES).join(',')}`);
  const rest = linesByFile.size - listed.length;
  return listed.join('; ') + (rest > 0 ? `; and ${formatCount(rest, 'file')} more` : '');
}
