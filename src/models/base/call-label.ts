import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import * as z from 'zod';

/**
 * The purpose of a model call. A recording selects its replies by this label. The label is a provider option and not
 * part of the prompt; HTTP providers do not send it.
 */
export interface CallLabel {
  /** `attempt` if absent. Other conversations set their own: `judge`, `amendment`, `plan`, … */
  readonly purpose?: string | undefined;
  readonly chunk?: string | undefined;
  /** From 1. */
  readonly attempt?: number | undefined;
}

const labelSchema = z.object({
  purpose: z.string().optional(),
  chunk: z.string().optional(),
  attempt: z.number().optional(),
});

const KEY = 'holdfast';

export function toProviderOptions(label: CallLabel): SharedV4ProviderOptions {
  return {
    [KEY]: {
      purpose: label.purpose ?? 'attempt',
      ...(label.chunk === undefined ? {} : { chunk: label.chunk }),
      ...(label.attempt === undefined ? {} : { attempt: label.attempt }),
    },
  };
}

/** Reads the label of a call. Returns an empty label if the call has none. */
export function readCallLabel(options: SharedV4ProviderOptions | undefined): CallLabel {
  const parsed = labelSchema.safeParse(options?.[KEY] ?? {});
  return parsed.success ? parsed.data : {};
}
