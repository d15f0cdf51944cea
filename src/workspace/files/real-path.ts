import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isNotFoundError } from '../../foundation/system-error.ts';

/** The real path of a file that may not exist yet: the links in its existing folders are followed. */
export async function findRealPath(absolute: string): Promise<string> {
  try {
    return await realpath(absolute);
  } catch (thrown) {
    const parent = path.dirname(absolute);
    if (!isNotFoundError(thrown) || parent === absolute) throw thrown;
    return path.join(await findRealPath(parent), path.basename(absolute));
  }
}
