import type { KeyReader } from '../../base/model-provider.ts';
import { configuredPrices, unknownPrice, type ModelPrices } from '../../cost/model-prices.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { readAgentReference } from './agent-definition.ts';
import type { ConfiguredAgent } from './external-agent.ts';

export interface AgentConfiguration {
  /** `acp:name` or `acp:command`. */
  readonly model?: string | undefined;
  readonly prices?: ModelPrices | undefined;
  /** A file to record answers in, which no agent supports. */
  readonly record?: string | undefined;
}

/**
 * Prepares an external agent. It receives the API keys that it can use, because it calls its model itself.
 *
 * @throws HoldfastError `configuration` if the reference names no agent, or if its answers should be recorded
 */
export async function configureAgent(
  { model: reference = '', prices, record }: AgentConfiguration,
  keys: KeyReader,
): Promise<ConfiguredAgent> {
  const definition = readAgentReference(reference);
  if (definition === undefined) {
    throw new HoldfastError(
      'configuration',
      `Failed to use the agent "${reference}": expected acp:name or acp:command`,
    );
  }
  if (record !== undefined) {
    throw new HoldfastError(
      'configuration',
      `Failed to record ${reference}: the answers of an external agent cannot be replayed`,
      {
        hint: 'Remove "record", or use a model.',
      },
    );
  }
  const variables: Record<string, string> = {};
  for (const name of definition.keyNames) {
    const key = (await keys(name))?.trim();
    if (key !== undefined && key !== '') variables[name] = key;
  }
  return {
    reference,
    definition,
    price: prices === undefined ? unknownPrice : configuredPrices(prices),
    variables,
    secrets: Object.values(variables),
  };
}
