import { basename, isAbsolute, join } from 'node:path';
import { HoldfastError } from '../../shared/errors.ts';
import { systemClock } from '../clock.ts';
import { givenPrices, unknownPrice } from '../model-prices.ts';
import type { PriceOf } from '../model-prices.ts';
import type { ModelProvider, ModelRequest } from '../model-provider.ts';
import { readRecording } from '../recording-file.ts';
import type { Recording } from '../replay-format.ts';
import { replayModel } from '../replay-model.ts';

/** Answers from a recorded file; needs no key and no network. */
export const replay: ModelProvider = {
  id: 'replay',
  title: 'Recorded replies',
  modelExample: 'replies.yaml',
  needsBaseUrl: false,
  keyNames: [],
  async create(request) {
    const recording = await readRecording(pathOf(request));
    return {
      model: replayModel(recording, basename(request.model), systemClock),
      supportsTools: true,
      price: priceOf(recording, request),
    };
  },
};

function pathOf(request: ModelRequest): string {
  if (isAbsolute(request.model)) return request.model;
  if (request.folder !== undefined) return join(request.folder, request.model);
  throw new HoldfastError(
    'configuration',
    `Failed to use replay:${request.model}: the path is relative and there is no folder to start from`,
    {
      hint: 'Give the absolute path of the recording.',
    },
  );
}

/** Prices of the configuration or the file, else the recorded costs; known only where every answer has one. */
function priceOf(recording: Recording, request: ModelRequest): PriceOf {
  const prices = request.prices ?? recording.prices;
  if (prices !== undefined) return givenPrices(prices);
  const complete = recording.replies.every((reply) => reply.steps.every((step) => step.usage?.costUsd !== undefined));
  return complete ? (usage) => usage.recordedCostUsd ?? 0 : unknownPrice;
}
