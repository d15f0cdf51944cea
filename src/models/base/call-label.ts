import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import * as z from 'zod';

/**
 * The purpose of a model call. A recording selects its replies by this label. The label is a provider option and not
 * part of the prompt; HTTP providers do not send it.
 */
export interface CallLabel {
  /** `attempt` if absent. Other conversations set their own: `judge`, `amendment`, `plan`, a stage of the pipeline, … */
  readonly purpose?: string | undefined;
  /** The work item of the pipeline, with its stage and its round (from 1). */
  readonly item?: string | undefined;
  readonly stage?: string | undefined;
  readonly round?: number | undefined;
  readonly chunk?: string | undefined;
  /** From 1. */
  readonly attempt?: number | undefined;
}

const labelSchema = z.object({
  purpose: z.string().optional(),
  item: z.string().optional(),
  stage: z.string().optional(),
  round: z.number().optional(),
  chunk: z.string().optional(),
  attempt: z.number().optional(),
});

/** The fields of a label other than the purpose. A reply of a recording matches if each field that it has is equal. */
export const LABEL_FIELDS = [
  'item',
  'stage',
  'round',
  'chunk',
  'attempt',
] as const satisfies readonly (keyof CallLabel)[];

const KEY = 'holdfast';

export function toProviderOptions(label: CallLabel): SharedV4ProviderOptions {
  return { [KEY]: { purpose: label.purpose ?? 'attempt', ...labelFields(label) } };
}

/** The fields that a label has, without its purpose. */
export function labelFields(label: CallLabel): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    LABEL_FIELDS.flatMap((field) => {
      const value = label[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** Reads the label of a call. Returns an empty label if the call has none. */
export function readCallLabel(options: SharedV4ProviderOptions | undefined): CallLabel {
  const parsed = labelSchema.safeParse(options?.[KEY] ?? {});
  return parsed.success ? parsed.data : {};
}
