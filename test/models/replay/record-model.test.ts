import assert from 'node:assert/strict';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { toProviderOptions, type CallLabel } from '../../../src/models/base/call-label.ts';
import { withCallOrigin } from '../../../src/models/base/call-origin.ts';
import { RecordedAnswers, recordModel } from '../../../src/models/replay/record-model.ts';
import { createReplayModel } from '../../../src/models/replay/replay-model.ts';
import { recordingSchema, type Recording } from '../../../src/models/replay/replay-format.ts';
import { ManualClock } from '../../foundation/manual-clock.ts';

function createCall(label: CallLabel): LanguageModelV4CallOptions {
  return {
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Do it.' }] }],
    providerOptions: toProviderOptions(label),
  };
}

describe('models: recording', () => {
  it('labels every call with the item, stage and round that it is made for', async () => {
    const replies = [1, 2].map((round) => ({
      item: '7',
      stage: 'generation',
      round,
      chunk: 'types',
      attempt: 1,
      steps: [{ text: `round ${round}`, tools: [] }],
    }));
    const model = createReplayModel({ version: 1, replies }, 'source.yaml', new ManualClock());
    const configured = {
      reference: 'replay:source.yaml',
      model,
      supportsTools: true,
      price: () => null,
      redact: (text: string) => text,
      secrets: [],
    };
    for (const round of [2, 1]) {
      const labelled = withCallOrigin(configured, { item: '7', stage: 'generation', round });
      const { content } = await labelled.model.doGenerate(createCall({ chunk: 'types', attempt: 1 }));
      assert.deepEqual(content[0], { type: 'text', text: `round ${round}` });
    }
  });

  it('records item, stage, round and attempt, so that the recording answers the same calls', async () => {
    const labels: readonly CallLabel[] = [1, 2].flatMap((round) => [
      { purpose: 'architecture', item: '7', stage: 'architecture', round, attempt: 1 },
      { purpose: 'architecture', item: '7', stage: 'architecture', round, attempt: 2 },
      { purpose: 'attempt', item: '7', stage: 'generation', round, chunk: 'types', attempt: 1 },
    ]);
    const replies = labels.map((label, index) => ({
      purpose: label.purpose,
      item: label.item,
      stage: label.stage,
      round: label.round,
      chunk: label.chunk,
      attempt: label.attempt,
      steps: [{ text: `answer ${index}`, tools: [] }],
    }));
    const source = createReplayModel({ version: 1, replies }, 'source.yaml', new ManualClock());
    let saved: Recording | undefined;
    const recorded = recordModel(
      {
        reference: 'replay:source.yaml',
        model: source,
        supportsTools: true,
        price: () => null,
        redact: (text) => text,
        secrets: [],
      },
      (recording) => {
        saved = recording;
        return Promise.resolve();
      },
    );
    for (const label of labels) await recorded.model.doGenerate(createCall(label));
    const again = createReplayModel(recordingSchema.parse(saved), 'again.yaml', new ManualClock());
    for (const [index, label] of [...labels.entries()].reverse()) {
      const { content } = await again.doGenerate(createCall(label));
      assert.deepEqual(content[0], { type: 'text', text: `answer ${index}` });
    }
    assert.equal(saved?.replies.length, labels.length);
  });

  it('keeps the answers of several models that are recorded in the same file', async () => {
    const label = (chunk: string): CallLabel => ({ purpose: 'attempt', chunk, attempt: 1 });
    const replies = ['one', 'two'].map((chunk) => ({ ...label(chunk), steps: [{ text: chunk, tools: [] }] }));
    const answers = new RecordedAnswers();
    const saved: Recording[] = [];
    const open = () =>
      recordModel(
        {
          reference: 'replay:source.yaml',
          model: createReplayModel({ version: 1, replies }, 'source.yaml', new ManualClock()),
          supportsTools: true,
          price: () => null,
          redact: (text) => text,
          secrets: [],
        },
        (recording) => {
          saved.push(recording);
          return Promise.resolve();
        },
        answers,
      );
    await Promise.all(['one', 'two'].map((chunk) => open().model.doGenerate(createCall(label(chunk)))));
    assert.deepEqual(
      saved
        .at(-1)
        ?.replies.map(({ chunk }) => chunk)
        .sort(),
      ['one', 'two'],
    );
  });
});
