import { HoldfastError } from '../../foundation/errors.ts';
import type { ModelProvider, ModelRequest } from '../base/model-provider.ts';

/** The environment variable of the key that takes precedence over the key of each provider. */
export const COMMON_KEY = 'HOLDFAST_API_KEY';

/** Returns the key of the provider. Throws if none is set. */
export async function requireApiKey(
  provider: Pick<ModelProvider, 'title' | 'keyNames'>,
  request: Pick<ModelRequest, 'firstKey'>,
): Promise<string> {
  const key = await request.firstKey(provider.keyNames);
  if (key !== undefined) return key;
  throw new HoldfastError('configuration', `Failed to use ${provider.title}: no API key is set`, {
    hint: `Run the command "Holdfast: Set API Key", or set the environment variable ${provider.keyNames.join(' or ')}.`,
  });
}
