import { posix } from 'node:path';

/** A path of a model in the one spelling that reports use: `/`, no `./`. Whether it may be used the files decide. */
export function treePath(path: string): string {
  return posix.normalize(path.trim().replaceAll('\\', '/'));
}
