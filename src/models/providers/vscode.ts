import { HoldfastError } from '../../shared/errors.ts';
import { givenPrices, unknownPrice } from '../model-prices.ts';
import type { ModelProvider } from '../model-provider.ts';

/** The editor's own models (Copilot and others); the editor hands them in. */
export const vscode: ModelProvider = {
  id: 'vscode',
  title: "the editor's own models",
  modelExample: 'copilot/gpt-4.1',
  needsBaseUrl: false,
  keyNames: [],
  async create(request) {
    const provide = request.extraProviders['vscode'];
    if (provide === undefined) {
      throw new HoldfastError(
        'configuration',
        `Failed to use vscode:${request.model}: the editor's models are only reachable in the editor`,
        {
          hint: 'Choose another model with --model or HOLDFAST_MODEL, for example openai-compatible:glm-4.6.',
        },
      );
    }
    return {
      model: await provide(request.model),
      supportsTools: 'unknown',
      price: request.prices ? givenPrices(request.prices) : unknownPrice,
    };
  },
};
