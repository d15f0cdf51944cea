/** What the oracle counts. Each belongs at zero. */
export const FINDING_KINDS = [
  'false pass',
  'loss',
  'leak',
  'hang',
  'orphan',
  'crash',
  'overspend',
  'false fail',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}
