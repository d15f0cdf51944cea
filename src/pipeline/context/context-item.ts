/** The tiers of context, from the highest priority to the lowest. Truncation starts with the last one. */
export const CONTEXT_TIERS = [
  'interface',
  'contract',
  'prior-output',
  'specification',
  'standard',
  'module-summary',
  'exemplar',
] as const;

export type ContextTier = (typeof CONTEXT_TIERS)[number];

/** A text that a model receives, as a whole or not at all. */
export interface ContextItem {
  readonly tier: ContextTier;
  /** The path of a file, or another name that is unique within the tier. */
  readonly name: string;
  readonly text: string;
}

/** An item that was left out, for the record of the step. */
export interface OmittedItem {
  readonly tier: ContextTier;
  readonly name: string;
  /** By the estimate that the truncation used. */
  readonly tokens: number;
}
