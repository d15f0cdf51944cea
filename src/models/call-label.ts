import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import * as z from 'zod';

/**
 * What a call is for. It travels beside the prompt, never in it, so that a recording can be answered in any order;
 * providers over HTTP do not send it.
 */
export interface CallLabel {
  /** `attempt` where absent; other conversations name theirs (`judge`, `amendment`, `plan`, …). */
  readonly purpose?: string;
  readonly chunk?: string;
  /** From 1. */
  readonly attempt?: number;
}

const labelSchema = z.object({
  purpose: z.string().optional(),
  chunk: z.string().optional(),
  attempt: z.number().optional(),
});

const KEY = 'holdfast';

/** The label as provider options of a call. */
export function labelOptions(label: CallLabel): SharedV4ProviderOptions {
  return {
    [KEY]: {
      purpose: label.purpose ?? 'attempt',
      ...(label.chunk === undefined ? {} : { chunk: label.chunk }),
      ...(label.attempt === undefined ? {} : { attempt: label.attempt }),
    },
  };
}

/** The label that a call carries; empty where it carries none. */
export function labelOf(options: SharedV4ProviderOptions | undefined): CallLabel {
  const parsed = labelSchema.safeParse(options?.[KEY] ?? {});
  return parsed.success ? parsed.data : {};
}
