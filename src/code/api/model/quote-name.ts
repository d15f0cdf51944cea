/** The name of a member as importers write it. */
export function quoteName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) || /^\d+$/.test(name) ? name : JSON.stringify(name);
}
