import type { ExpressionValue } from '../expressions/evaluate-expression.ts';
import type { Origin } from './observation.ts';

/** A value that fits the type of its rule, in base units. */
export interface KnownValue extends Origin {
  readonly value: ExpressionValue;
  /** As written, for messages. */
  readonly text: string;
}

/** The values of all interfaces, by interface and parameter. */
export type KnownValues = ReadonlyMap<string, ReadonlyMap<string, readonly KnownValue[]>>;
