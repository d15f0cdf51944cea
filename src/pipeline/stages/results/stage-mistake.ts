import { formatDataPath } from '../../../contract/data-path.ts';
import type { DataPath } from '../../../contract/document.ts';

export const MISTAKE_CODES = [
  'shape',
  'outside-tree',
  'unknown-module',
  'module-exists',
  'unknown-dependency',
  'architectural-rule',
  'duplicate-name',
  'constraint',
  'protected-file',
  'syntax',
  'type-error',
  'implementation',
  'unsupported-language',
  'undeclared-interface',
  'no-sub-items',
  'duplicate-id',
  'invalid-id',
  'unknown-sub-item',
  'cycle',
  'unknown-interface',
  'uncovered-interface',
  'unchecked-interface',
  'plan-rule',
] as const;

/** The kind of a mistake. Code branches on it, never on the message. */
export type MistakeCode = (typeof MISTAKE_CODES)[number];

/** A mistake in the answer of a stage that a deterministic check found. The model receives it with the next try. */
export interface StageMistake {
  readonly code: MistakeCode;
  /** The value with the mistake, in the data of the answer. Empty for the answer as a whole. */
  readonly path: DataPath;
  /** What is wrong and what to do. */
  readonly message: string;
  /** What the mistake is about: the names of modules, interfaces or sub-items, or a plan rule. */
  readonly subjects: readonly string[];
  /** The line in a document or file of the answer, from 1. */
  readonly line?: number | undefined;
}

/** A mistake as one line, for the model and for people. */
export function formatMistake({ code, path, message, line }: StageMistake): string {
  const place = [...(path.length === 0 ? [] : [formatDataPath(path)]), ...(line === undefined ? [] : [`line ${line}`])];
  return `${code}${place.length === 0 ? '' : ` (${place.join(', ')})`}: ${message}`;
}

/** Why a person must decide instead of the pipeline. */
export interface Escalation {
  readonly code: 'scope-exceeded' | 'too-many-sub-items';
  /** What was measured, and the configured limit. */
  readonly actual: number;
  readonly limit: number;
  readonly message: string;
}
