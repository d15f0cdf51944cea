import type { ModifiedExportReport } from '../../engine.ts';

/** What happened to an export since the last commit, as a sentence without its end. */
export function changeInWords({ name, change, previousName, reasons }: ModifiedExportReport): string {
  const what = change === 'renamed' ? `${previousName ?? ''} is called ${name} now` : `${name} was ${change}`;
  const why = change === 'changed' && reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  return `${what} since the last commit${why}`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
