import { HoldfastError } from '../../shared/errors.ts';
import type { ModelProvider, ModelRequest } from '../model-provider.ts';

/** The key that stands before every provider's own. */
export const COMMON_KEY = 'HOLDFAST_API_KEY';

/** The provider's key; throws where none of its names is set. */
export async function requiredKey(
  provider: Pick<ModelProvider, 'title' | 'keyNames'>,
  request: ModelRequest,
): Promise<string> {
  const key = await request.firstKey(provider.keyNames);
  if (key !== undefined) return key;
  throw new HoldfastError('configuration', `Failed to use ${provider.title}: no API key is set`, {
    hint: `Run the command "Holdfast: Set API Key", or set the environment variable ${provider.keyNames.join(' or ')}.`,
  });
}
