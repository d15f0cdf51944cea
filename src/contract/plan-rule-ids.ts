/**
 * The plan rules that a contract can override by name. The plan rules are in `src/verdicts/plan/rules`; the rules about the form of
 * the file are not in the list, because an invalid contract never runs.
 */
export const OVERRIDABLE_RULES = [
  'R1',
  'R2',
  'R3',
  'R4',
  'R5',
  'R6',
  'R7',
  'consumes-created',
  'consumed-signature',
  'parallel-writes',
  'context-files',
  'gate-mode',
  'pattern-anchors',
  'unread-language',
  'code-syntax',
  'behavior-check',
  'creates-present',
  'vacuous-chunk',
] as const;

export type OverridableRule = (typeof OVERRIDABLE_RULES)[number];
