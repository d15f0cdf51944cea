/** The code of an operating system or Node error, such as `ENOENT`; `undefined` if there is none. */
export function systemErrorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Whether a file system error means that the path does not exist. */
export function isNotFoundError(thrown: unknown): boolean {
  const code = systemErrorCode(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
