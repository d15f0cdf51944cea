import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModelV4CallOptions, LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { CallLabel } from '../../../src/models/base/call-label.ts';
import { toProviderOptions } from '../../../src/models/base/call-label.ts';
import { createModel } from '../../../src/models/create-model.ts';
import { parseRecording } from '../../../src/models/replay/recording-file.ts';
import { createReplayModel } from '../../../src/models/replay/replay-model.ts';
import { NO_TOKENS } from '../../../src/models/cost/token-usage.ts';
import { CancelledError, HoldfastError } from '../../../src/foundation/errors.ts';
import { ManualClock } from '../../foundation/manual-clock.ts';

const RECORDING = `
version: 1
prices: { inputPerMillion: 1, outputPerMillion: 10 }
replies:
  - chunk: types
    attempt: 1
    steps:
      - reasoning: A type is needed.
        text: I add the type.
        tools:
          - name: write_file
            input:
              path: src/types.ts
              content: |
                export interface A {}
        usage: { input: 1000, output: 100, cached: 400 }
      - text: Done.
  - chunk: types
    attempt: 2
    steps: [{ text: Second attempt. }]
  - purpose: judge
    steps: [{ text: PASS }]
  - contains: please fail
    steps: [{ tools: [{ name: write_file, rawInput: '{"path": ' }] }]
`;

function createCall(label: CallLabel, answers = 0, user = 'Do it.'): LanguageModelV4CallOptions {
  const earlier: LanguageModelV4Message = { role: 'assistant', content: [{ type: 'text', text: 'earlier' }] };
  const prompt: LanguageModelV4Message[] = [
    { role: 'system', content: 'You write code.' },
    { role: 'user', content: [{ type: 'text', text: user }] },
    ...Array.from({ length: answers }, () => earlier),
  ];
  return { prompt, providerOptions: toProviderOptions(label) };
}

async function streamParts(call: LanguageModelV4CallOptions): Promise<readonly LanguageModelV4StreamPart[]> {
  const model = createReplayModel(await parseRecording(RECORDING, 'replies.yaml'), 'replies.yaml', new ManualClock());
  const { stream } = await model.doStream(call);
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

async function streamText(call: LanguageModelV4CallOptions): Promise<string> {
  return (await streamParts(call)).map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
}

async function catchHoldfastError(work: Promise<unknown>): Promise<HoldfastError> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof HoldfastError, 'the call fails with a HoldfastError');
  return thrown;
}

describe('models: replay', () => {
  it('streams words, tool calls, usage and the finish reason of a recorded step', async () => {
    const parts = await streamParts(createCall({ chunk: 'types', attempt: 1 }));
    const deltas = parts.filter((part) => part.type === 'text-delta');
    assert.ok(deltas.length > 2, 'the text is streamed');
    assert.equal(deltas.map((part) => part.delta).join(''), 'I add the type.');
    const call = parts.find((part) => part.type === 'tool-call');
    assert.deepEqual(JSON.parse(call?.input ?? ''), { path: 'src/types.ts', content: 'export interface A {}\n' });
    const finish = parts.at(-1);
    assert.ok(finish?.type === 'finish');
    assert.equal(finish.finishReason.unified, 'tool-calls');
    assert.equal(finish.usage.inputTokens.total, 1000);
    assert.equal(finish.usage.inputTokens.cacheRead, 400);
  });

  it('selects the reply by chunk and attempt and the step by the earlier answers, on every call', async () => {
    for (let call = 0; call < 2; call++) {
      assert.equal(await streamText(createCall({ chunk: 'types', attempt: 2 })), 'Second attempt.');
      assert.equal(await streamText(createCall({ chunk: 'types', attempt: 1 }, 1)), 'Done.');
      assert.equal(await streamText(createCall({ chunk: 'types', attempt: 1 })), 'I add the type.');
    }
  });

  it('selects a reply by its purpose or by a text of the last user message', async () => {
    assert.equal(await streamText(createCall({ purpose: 'judge', chunk: 'check' })), 'PASS');
    const parts = await streamParts(createCall({ chunk: 'other', attempt: 1 }, 0, 'please fail now'));
    assert.equal(parts.find((part) => part.type === 'tool-call')?.input, '{"path": ');
  });

  it('selects a reply by item, stage and round, which an earlier recording leaves open', async () => {
    const recording = await parseRecording(
      `{ version: 1, replies: [
        { purpose: planning, item: '7', stage: planning, round: 2, attempt: 1, steps: [{ text: second round }] },
        { purpose: planning, item: '7', steps: [{ text: other rounds }] },
        { purpose: planning, steps: [{ text: any item }] } ] }`,
      'r.yaml',
    );
    const model = createReplayModel(recording, 'r.yaml', new ManualClock());
    const answer = async (label: CallLabel): Promise<unknown> =>
      (await model.doGenerate(createCall({ purpose: 'planning', stage: 'planning', ...label }))).content[0];
    const text = (words: string) => ({ type: 'text', text: words });
    assert.deepEqual(await answer({ item: '7', round: 2, attempt: 1 }), text('second round'));
    assert.deepEqual(await answer({ item: '7', round: 1, attempt: 1 }), text('other rounds'));
    assert.deepEqual(await answer({ item: '8', round: 2, attempt: 1 }), text('any item'));
    const label = { purpose: 'intake', item: '7', stage: 'intake', round: 1, attempt: 2 };
    const missing = await catchHoldfastError(Promise.resolve(model.doGenerate(createCall(label))));
    assert.match(missing.message, /no reply for intake, item 7, round 1, attempt 2/);
    assert.match(missing.hint ?? '', /planning, item 7, round 2, attempt 1/);
  });

  it('reports which chunk, attempt and step are missing', async () => {
    const noReply = await catchHoldfastError(streamParts(createCall({ chunk: 'check', attempt: 3 })));
    assert.equal(noReply.code, 'model');
    assert.match(noReply.message, /replies\.yaml.*chunk "check", attempt 3 \(step 1\)/);
    assert.match(noReply.hint ?? '', /chunk "types", attempt 2/);
    const noStep = await catchHoldfastError(streamParts(createCall({ chunk: 'types', attempt: 1 }, 2)));
    assert.match(noStep.message, /chunk "types", attempt 1 has 2 steps, but step 3 was requested/);
  });

  it('waits for the recorded delay, unless it is cancelled', async () => {
    const recording = await parseRecording(
      '{version: 1, replies: [{steps: [{text: Late., delayMs: 60000}]}]}',
      'r.yaml',
    );
    const clock = new ManualClock();
    const model = createReplayModel(recording, 'r.yaml', clock);
    const abort = new AbortController();
    const delayed = Promise.resolve(model.doStream({ ...createCall({}), abortSignal: abort.signal }));
    assert.equal(clock.pendingTimers, 1);
    abort.abort();
    assert.ok((await catchHoldfastError(delayed)) instanceof CancelledError);
    assert.equal(clock.pendingTimers, 0);
    const second = model.doStream(createCall({}));
    clock.advance(60_000);
    await second;
  });
});

describe('models: recording files', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-replay-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const noKeys = (): Promise<undefined> => Promise.resolve(undefined);

  it('are resolved from the workspace folder and have their own prices', async () => {
    await writeFile(join(folder, 'replies.yaml'), RECORDING);
    const model = await createModel({ reference: 'replay:replies.yaml', folder, keys: noKeys });
    assert.equal(model.price({ ...NO_TOKENS, inputTokens: 1000, outputTokens: 100 }), 0.002);
    assert.equal(model.reference, 'replay:replies.yaml');
  });

  it('have a known cost only if every answer has one', async () => {
    const step = (usage: object): object => ({ version: 1, replies: [{ steps: [{ text: 'a', usage }] }] });
    await writeFile(join(folder, 'known.json'), JSON.stringify(step({ input: 1, output: 1, costUsd: 0.25 })));
    await writeFile(join(folder, 'unknown.json'), JSON.stringify(step({ input: 1, output: 1 })));
    const known = await createModel({ reference: `replay:${join(folder, 'known.json')}`, keys: noKeys });
    const unknown = await createModel({ reference: `replay:${join(folder, 'unknown.json')}`, keys: noKeys });
    assert.equal(known.price({ ...NO_TOKENS, recordedCostUsd: 0.25 }), 0.25);
    assert.equal(unknown.price({ ...NO_TOKENS, inputTokens: 1 }), null);
  });

  for (const [name, text, expected] of [
    ['syntax', 'version: [1', /broken\.yaml/],
    ['an unknown key', '{version: 1, replies: [{chunck: a, steps: [{text: a}]}]}', /chunck/],
    ['a reply without steps', '{version: 1, replies: [{chunk: a, steps: []}]}', /steps/],
    [
      'arguments in two forms',
      '{version: 1, replies: [{steps: [{tools: [{name: a, input: {}, rawInput: ""}]}]}]}',
      /not both/,
    ],
  ] as const) {
    it(`are rejected with the location of the mistake: ${name}`, async () => {
      await writeFile(join(folder, 'broken.yaml'), text);
      const error = await catchHoldfastError(createModel({ reference: 'replay:broken.yaml', folder, keys: noKeys }));
      assert.equal(error.code, 'configuration');
      assert.match(error.message, expected);
    });
  }

  it('are reported if they are missing', async () => {
    assert.match(
      (await catchHoldfastError(createModel({ reference: 'replay:nothing.yaml', folder, keys: noKeys }))).message,
      /nothing\.yaml/,
    );
    assert.match(
      (await catchHoldfastError(createModel({ reference: 'replay:nothing.yaml', keys: noKeys }))).message,
      /relative/,
    );
  });

  it('of the example can be read', async () => {
    const path = new URL('../../../examples/health-check/replies.yaml', import.meta.url);
    const recording = await parseRecording(await readFile(path, 'utf8'), 'replies.yaml');
    assert.ok(recording.replies.some((reply) => reply.chunk === 'types' && reply.attempt === 2));
  });
});
