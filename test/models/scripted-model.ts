import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/** Creates an in-memory model that streams the answers in order. */
export function createScriptedModel(
  modelId: string,
  answers: readonly (readonly LanguageModelV4StreamPart[])[],
): LanguageModelV4 {
  let next = 0;
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('doGenerate is not scripted')),
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
