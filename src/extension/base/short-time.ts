/**
 * A time as a person reads it in a list, in the language and time zone of the editor: the time of day if it is today,
 * otherwise the day, with the year if it is another one.
 *
 * @param time ISO 8601
 */
export function formatShortTime(time: string, now: Date): string {
  const date = new Date(time);
  if (date.toDateString() === now.toDateString())
    return date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return date.toLocaleDateString(undefined, { month: 'short', day: 'numeric', ...year });
}
