/** Formats the conflicts of a landing in one line, each file once. A conflict without a file is a sentence. */
export function formatConflicts(conflicts: readonly { readonly file: string; readonly reason: string }[]): string {
  return groupByFile(conflicts)
    .map(({ file, reasons }) => (file === '' ? reasons.join('; ') : `${file}: ${reasons.join('; ')}`))
    .join('; ');
}

/** The reasons of each file, in the order of the first reason. A reason that is repeated is listed once. */
export function groupByFile(
  conflicts: readonly { readonly file: string; readonly reason: string }[],
): readonly { readonly file: string; readonly reasons: readonly string[] }[] {
  const reasonsOf = new Map<string, Set<string>>();
  for (const { file, reason } of conflicts) reasonsOf.set(file, (reasonsOf.get(file) ?? new Set()).add(reason));
  return [...reasonsOf].map(([file, reasons]) => ({ file, reasons: [...reasons] }));
}
