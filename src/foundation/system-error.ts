/** The code of an operating system or Node error, such as `ENOENT`; `undefined` if there is none. */
export function systemErrorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Whether a file system error means that the path does not exist. Nothing exists at or below a link that leads to itself. */
export function isNotFoundError(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemErrorCode(thrown) ?? '');
}

/** The result of a file system call; `undefined` if its path does not exist. */
export async function whenFound<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (thrown) {
    if (isNotFoundError(thrown)) return undefined;
    throw thrown;
  }
}

/** Whether a file system error means that the user may not read or change the path. */
export function isPermissionError(thrown: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(systemErrorCode(thrown) ?? '');
}
