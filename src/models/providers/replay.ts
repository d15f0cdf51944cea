import { basename, isAbsolute, join } from 'node:path';
import { systemClock } from '../../foundation/clock.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ModelProvider, ModelRequest } from '../base/model-provider.ts';
import { configuredPrices, unknownPrice, type CostCalculator } from '../cost/model-prices.ts';
import { readRecording } from '../replay/recording-file.ts';
import type { Recording } from '../replay/replay-format.ts';
import { createReplayModel } from '../replay/replay-model.ts';

/** Answers from a recording. Needs no key and no network. */
export const replay: ModelProvider = {
  id: 'replay',
  title: 'Recorded replies',
  modelExample: 'replies.yaml',
  needsBaseUrl: false,
  keyNames: [],
  async create(request) {
    const recording = await readRecording(resolveRecording(request));
    return {
      model: createReplayModel(recording, basename(request.model), systemClock),
      supportsTools: true,
      price: findPrice(recording, request),
    };
  },
};

function resolveRecording(request: ModelRequest): string {
  if (isAbsolute(request.model)) return request.model;
  if (request.folder !== undefined) return join(request.folder, request.model);
  throw new HoldfastError(
    'configuration',
    `Failed to use replay:${request.model}: the path is relative, but there is no workspace folder`,
    { hint: 'Use the absolute path of the recording.' },
  );
}

/**
 * The cost of a replayed call: its recorded cost, else calculated with the prices of the configuration or the recording.
 * Without prices, the price is unknown unless every answer has a recorded cost.
 */
function findPrice(recording: Recording, request: ModelRequest): CostCalculator {
  const prices = request.prices ?? recording.prices;
  if (prices !== undefined) return configuredPrices(prices);
  const isComplete = recording.replies.every((reply) => reply.steps.every((step) => step.usage?.costUsd !== undefined));
  return isComplete ? (usage) => usage.recordedCostUsd ?? 0 : unknownPrice;
}
