import { listApiLines, type ApiComparison, type ApiDifference, type PackageApi } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Terminal } from '../base/terminal.ts';

/** Prints what a package offers. */
export function printApi(terminal: Terminal, api: PackageApi): void {
  terminal.result(terminal.style('bold', titleOf(api)));
  for (const { depth, text } of listApiLines(api)) {
    const line = `${'  '.repeat(depth)}${text}`;
    terminal.result(depth === 0 ? terminal.style('bold', line) : line);
  }
}

/** What a package offers, as a document that can be kept in the repository. */
export function apiMarkdown(api: PackageApi): string {
  const lines = [`# ${titleOf(api)}`, ''];
  let isOpen = false;
  for (const { depth, text } of listApiLines(api)) {
    if (depth === 0) {
      if (isOpen) lines.push('```', '');
      lines.push(`## ${text}`, '', '```ts');
      isOpen = true;
    } else lines.push(`${'  '.repeat(depth - 1)}${text}`);
  }
  if (isOpen) lines.push('```');
  return lines.join('\n');
}

function titleOf({ name, version, isPrivate }: PackageApi): string {
  return `${name}${version === undefined ? '' : ` ${version}`}${isPrivate ? ' (private)' : ''}`;
}

/** Prints the differences, the breaking ones first. */
export function printComparisons(terminal: Terminal, comparisons: readonly ApiComparison[]): void {
  for (const one of comparisons) {
    terminal.result(terminal.style('bold', headlineOf(one)));
    for (const difference of one.differences) {
      const { compatibility, reasons } = difference;
      const styled = compatibility === 'breaking' ? terminal.style('red', compatibility) : compatibility;
      terminal.result(`  ${styled} ${subjectOf(difference)}: ${reasons.join('; ')}`);
    }
    if (one.notJudged.length > 0) terminal.result(`  not judged: ${one.notJudged.join(', ')}`);
  }
}

export function comparisonsMarkdown(comparisons: readonly ApiComparison[]): string {
  return comparisons
    .flatMap((one) => [
      `## ${headlineOf(one)}`,
      '',
      ...(one.differences.length === 0 ? [] : ['| class | name | reason |', '| --- | --- | --- |']),
      ...one.differences.map((difference) => {
        const cells = [difference.compatibility, `\`${subjectOf(difference)}\``, difference.reasons.join('; ')];
        return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
      }),
      ...(one.notJudged.length === 0 ? [] : ['', `Not judged: ${one.notJudged.join(', ')}`]),
      '',
    ])
    .join('\n');
}

function headlineOf({ name, differences, bump }: ApiComparison): string {
  if (differences.length === 0) return `${name}: no difference of the public API`;
  const counts = (['breaking', 'unknown', 'compatible'] as const).flatMap((kind) => {
    const count = differences.filter(({ compatibility }) => compatibility === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  const asks = bump === 'none' ? '' : `; asks for a ${bump} version`;
  return `${name}: ${formatCount(differences.length, 'difference')}, ${counts.join(', ')}${asks}`;
}

/** `name`, with its entry unless that is the main one, and what it mentions. */
function subjectOf({ name, otherNames = [], entries, through }: ApiDifference): string {
  const isMain = entries.includes('.') || entries.includes(name);
  const where = isMain ? '' : ` (${entries.slice(0, 3).join(', ')}${entries.length > 3 ? ', …' : ''})`;
  return `${[name, ...otherNames].join(', ')}${where}${through === undefined ? '' : ` through ${through}`}`;
}
