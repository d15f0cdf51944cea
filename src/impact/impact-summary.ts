import type { Impact, Place } from './impact.ts';

/** How many files a line of the summary names. */
const NAMED_FILES = 6;
/** How many exports the summary tells of one by one. */
const NAMED_EXPORTS = 40;

/** [ENF-IMPACT-3] Who uses what, in words for prompts and people. */
export function impactSummary(file: string, impact: Omit<Impact, 'summary'>): string {
  const used = [
    ...impact.functionsAffected.map(({ name, callers }) => ({ name, places: callers })),
    ...impact.typesAffected.map(({ name, usages }) => ({ name, places: usages })),
  ].filter(({ places }) => places.length > 0);
  const files = impact.filesAffected.length;
  if (used.length === 0) {
    return files === 0
      ? `Nothing uses ${file}.`
      : `${counted(files, 'file')} ${files === 1 ? 'imports' : 'import'} ${file}.`;
  }
  const lines = used
    .slice(0, NAMED_EXPORTS)
    .map(({ name, places }) => `- ${name} (${file}): ${useCount(places)}: ${filesNamed(places)}`);
  if (used.length > NAMED_EXPORTS) lines.push(`- and ${counted(used.length - NAMED_EXPORTS, 'export')} more`);
  const uses = used.reduce((sum, { places }) => sum + places.length, 0);
  const head = `A change of ${file} reaches ${counted(uses, 'place')}${files === 0 ? ', all of them in that file' : ` and ${counted(files, 'other file')}`}.`;
  return [head, ...lines].join('\n');
}

/** `12 uses in 5 files` */
export function useCount(places: readonly Place[]): string {
  if (places.length === 0) return 'no uses';
  return `${counted(places.length, 'use')} in ${counted(new Set(places.map(({ file }) => file)).size, 'file')}`;
}

function filesNamed(places: readonly Place[]): string {
  const lines = new Map<string, number[]>();
  for (const { file, line } of places) lines.set(file, [...(lines.get(file) ?? []), line]);
  const named = [...lines]
    .slice(0, NAMED_FILES)
    .map(([file, at]) => `${file}:${[...new Set(at)].slice(0, 8).join(',')}`);
  const rest = lines.size - named.length;
  return named.join('; ') + (rest > 0 ? `; and ${counted(rest, 'file')} more` : '');
}

/** `1 file`, `2 files` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
