/** The code that the system, or Node, gives an error, such as ENOENT; undefined of what has none. */
export function systemCodeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}
