import type { CommandValidationInput } from './command-validation.ts';

/** Restores the judged snapshot after commands ran, and reports the files that they wrote. */
export async function revertCommandWrites(
  {
    chunk,
    attempt,
    judged,
    services,
    shared,
  }: Pick<CommandValidationInput, 'chunk' | 'attempt' | 'judged' | 'services' | 'shared'>,
  ranCommands: boolean,
): Promise<void> {
  if (!ranCommands) return;
  const after = await attempt.snapshot();
  const changes = await attempt.listChanges(judged.commit, after.commit);
  if (changes.length === 0) return;
  shared?.treeWasChanged();
  const paths = changes.map(({ path }) => path);
  await attempt.checkout(judged.commit);
  await services.analysis.filesChanged(attempt.root, paths);
  services.report({
    type: 'note',
    chunk: chunk.id,
    level: 'info',
    message: `Discarded files that commands wrote and that are not part of the result: ${paths.join(', ')}`,
  });
}
