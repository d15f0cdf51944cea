import type { LandingReport } from '../../run/result.ts';

/** What became of a landing, in one sentence, with what a person should know of it. */
export function landingWords(landing: LandingReport): string {
  if (landing.conflicts.length > 0) {
    const conflicts = landing.conflicts.map((conflict) => `${conflict.file}: ${conflict.reason}`).join('; ');
    const kept = landing.keptRef ? ` The result is kept as ${landing.keptRef}.` : '';
    return `Nothing was landed, your files are as they were. In conflict: ${conflicts}.${kept}`;
  }
  const files = `${landing.files.length} ${landing.files.length === 1 ? 'file' : 'files'}`;
  const how = landing.commit ? `committed as ${landing.commit.slice(0, 8)}` : 'in your working tree, not committed';
  return [`Landed ${files}, ${how}.`, ...landing.notes].join(' ');
}
