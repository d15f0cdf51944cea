import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { readCallLabel, toProviderOptions, type CallLabel } from '../../../../src/models/base/call-label.ts';
import type { ConfiguredModel } from '../../../../src/models/base/configured-model.ts';
import { createReplayModel } from '../../../../src/models/replay/replay-model.ts';
import type { GenerationRun } from '../../../../src/pipeline/executors/generation/generation-services.ts';
import { openGeneration } from '../../../../src/pipeline/executors/generation/open-generation.ts';
import { systemClock } from '../../../../src/foundation/clock.ts';
import { TemporaryHistory } from '../../../history/temporary-history.ts';
import { signal } from '../../forge/support/forge-scene.ts';
import { createItem } from '../../state/item-states.ts';

describe('the run of a planned contract', () => {
  it('[PIPE-5] labels the calls of attempts and judges with the item, its round and the stage', async () => {
    const text = 'contract';
    const state = {
      ...createItem(),
      round: 3,
      contract: { text, hash: createHash('sha256').update(text).digest('hex') },
    };
    const labels: CallLabel[] = [];
    const replay = createReplayModel(
      { version: 1, replies: [{ steps: [{ text: 'ok', tools: [] }] }] },
      'r',
      systemClock,
    );
    const configured: ConfiguredModel = {
      reference: 'replay:r',
      model: {
        ...replay,
        doGenerate: (options: LanguageModelV4CallOptions) => {
          labels.push(readCallLabel(options.providerOptions));
          return replay.doGenerate(options);
        },
      },
      supportsTools: true,
      price: () => null,
      redact: (one) => one,
      secrets: [],
    };
    const models = { model: () => Promise.resolve(configured), judgeModel: () => Promise.resolve(configured) };
    await using temporary = await TemporaryHistory.create();
    const history = await temporary.open();
    // Only the models and the history of the services are used here.
    const opened = { runnable: {}, services: { ...models, history } } as unknown as GenerationRun;
    const { services } = await openGeneration(
      { state, subItem: 'types', availableUsd: undefined, signal },
      { openRun: () => Promise.resolve(opened) },
    );
    for (const [open, label] of [
      [services.model, { chunk: 'types', attempt: 2 }],
      [() => services.judgeModel('replay:r'), { purpose: 'judge', chunk: 'types' }],
    ] as const) {
      const { model } = (await open()) ?? configured;
      await model.doGenerate({
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'Do it.' }] }],
        providerOptions: toProviderOptions(label),
      });
    }
    const origin = { item: '42', stage: 'generation', round: 3 };
    assert.deepEqual(labels, [
      { purpose: 'attempt', ...origin, chunk: 'types', attempt: 2 },
      { purpose: 'judge', ...origin, chunk: 'types' },
    ]);
    const call = { model: 'replay:r', inputTokens: 3, outputTokens: 2, costUsd: null, durationMs: 1 };
    await services.history.recordCall({ attempt: 2, call });
    const [recorded] = await history.readAudit('42');
    const { kind, stage, round, subItem } = recorded ?? {};
    assert.deepEqual([kind, stage, round, subItem], ['call', 'generation', 3, 'types']);
  });
});
