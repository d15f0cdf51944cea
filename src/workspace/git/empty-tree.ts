import { createHash } from 'node:crypto';

/**
 * The name of the tree without entries, which git knows in every repository.
 *
 * @param object an object of the repository: its length shows the hash
 */
export function emptyTreeOf(object: string): string {
  return createHash(object.length === 64 ? 'sha256' : 'sha1')
    .update('tree 0\0')
    .digest('hex');
}
