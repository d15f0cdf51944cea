import { findSecrets, MAX_SEARCHED_CHARACTERS } from './find-secrets.ts';
import { createSecretMask } from './mask-secrets.ts';

/**
 * Masks the secrets in everything that a model receives, in any part of a request: a changed file, a standard, the
 * specification, a criterion or the name of a file. A request that is too long to be searched is not sent.
 *
 * @throws RangeError if the request is too long
 */
export async function maskRequest(request: string): Promise<string> {
  if (request.length > MAX_SEARCHED_CHARACTERS) {
    throw new RangeError(`The request has ${request.length} characters, too many to search them for secrets.`);
  }
  // The name decides about no rule, but a source has one.
  const secrets = await findSecrets('request.md', request);
  return createSecretMask(secrets.map(({ value }) => value))(request);
}
