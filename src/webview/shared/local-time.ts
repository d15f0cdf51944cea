/**
 * A time in the short form of the reader's language and time zone, such as `24 Nov, 10:13`. It has the year if that is not
 * the current one.
 *
 * @param at ISO 8601
 */
export function formatLocalTime(at: string, now = new Date()): string {
  const date = new Date(at);
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return date.toLocaleString(undefined, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...year,
  });
}
