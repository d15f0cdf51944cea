/** Formats the conflicts of a landing in one line. A conflict without a file is a sentence. */
export function formatConflicts(conflicts: readonly { readonly file: string; readonly reason: string }[]): string {
  return conflicts.map(({ file, reason }) => (file === '' ? reason : `${file}: ${reason}`)).join('; ');
}
