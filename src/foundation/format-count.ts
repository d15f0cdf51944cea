/** Formats a count with its noun: `1 chunk`, `3 chunks`, `2 retries`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}
