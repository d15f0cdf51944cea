/** A clock that advances one second with every call. */
export function clock(): () => Date {
  let seconds = 0;
  return () => new Date(Date.UTC(2026, 10, 21, 10, 0, seconds++));
}
