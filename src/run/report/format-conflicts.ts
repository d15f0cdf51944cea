import type { LandingReport } from './run-result.ts';

/** Formats the conflicts of a landing in one line. A conflict without a file is a sentence. */
export function formatConflicts(conflicts: LandingReport['conflicts']): string {
  return conflicts.map(({ file, reason }) => (file === '' ? reason : `${file}: ${reason}`)).join('; ');
}
