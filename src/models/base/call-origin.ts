import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { readCallLabel, toProviderOptions, type CallLabel } from './call-label.ts';
import type { ConfiguredModel } from './configured-model.ts';

/** The work item that calls are made for, with its stage and round. */
export type CallOrigin = Pick<CallLabel, 'item' | 'stage' | 'round'>;

/** Adds an origin to the label of every call, so that recordings tell the calls of several items and rounds apart. */
export function withCallOrigin(configured: ConfiguredModel, origin: CallOrigin): ConfiguredModel {
  const { model } = configured;
  const labelled = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const label = { ...readCallLabel(options.providerOptions), ...origin };
    return { ...options, providerOptions: { ...options.providerOptions, ...toProviderOptions(label) } };
  };
  return {
    ...configured,
    model: {
      specificationVersion: 'v4',
      provider: model.provider,
      modelId: model.modelId,
      supportedUrls: model.supportedUrls,
      doGenerate: (options) => model.doGenerate(labelled(options)),
      doStream: (options) => model.doStream(labelled(options)),
    },
  };
}
