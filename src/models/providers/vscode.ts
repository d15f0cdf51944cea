import { HoldfastError } from '../../foundation/errors.ts';
import type { ModelProvider } from '../base/model-provider.ts';
import { configuredPrices, unknownPrice } from '../cost/model-prices.ts';

/** The models of the editor (Copilot and others). The extension passes them in as extra providers. */
export const vscode: ModelProvider = {
  id: 'vscode',
  title: "The editor's models",
  modelExample: 'copilot/gpt-4.1',
  needsBaseUrl: false,
  keyNames: [],
  async create(request) {
    const createModel = request.extraProviders['vscode'];
    if (createModel === undefined) {
      throw new HoldfastError(
        'configuration',
        `Failed to use vscode:${request.model}: these models are only available in the editor`,
        { hint: 'Set another model with --model or HOLDFAST_MODEL, for example openai-compatible:glm-4.6.' },
      );
    }
    return {
      model: await createModel(request.model),
      supportsTools: 'unknown',
      price: request.prices ? configuredPrices(request.prices) : unknownPrice,
    };
  },
};
