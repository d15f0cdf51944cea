import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/** A model in memory, for what has no protocol of its own: it streams the given answers in order. */
export function scriptedModel(
  modelId: string,
  answers: readonly (readonly LanguageModelV4StreamPart[])[],
): LanguageModelV4 {
  let next = 0;
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not scripted')),
    doStream() {
      const parts = [...(answers[next++] ?? [])];
      return Promise.resolve({
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          pull(controller) {
            const part = parts.shift();
            if (part === undefined) controller.close();
            else controller.enqueue(part);
          },
        }),
      });
    },
  };
}
