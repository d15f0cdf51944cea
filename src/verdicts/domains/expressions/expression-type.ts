import { formatDimension, isSameDimension, NO_DIMENSION, type Dimension } from './dimension.ts';
import type { Unit } from './units.ts';

/** The type of a value in an expression. */
export type ExpressionType =
  | {
      readonly kind: 'number';
      readonly dimension: Dimension;
      /**
       * `point`: a value in a unit whose zero is not nothing, such as °C; `difference`: what is between two of them. They
       * are not compared, and points are not added.
       */
      readonly scale?: 'point' | 'difference';
    }
  | { readonly kind: 'string' }
  | { readonly kind: 'boolean' };

/** The type of numbers in a unit. */
export function numberTypeOf(unit: Unit | undefined): ExpressionType {
  const isPoint = unit !== undefined && unit.offset !== 0;
  return { kind: 'number', dimension: unit?.dimension ?? NO_DIMENSION, ...(isPoint && { scale: 'point' as const }) };
}

/** A bound or the nominal value of a definition, in base units. */
export interface DefinedValues {
  readonly minimum?: number | undefined;
  readonly nominal?: number | undefined;
  readonly maximum?: number | undefined;
}

/** The names that an expression can use, with the types of their values. */
export interface ExpressionScope {
  readonly parameters: ReadonlyMap<string, { readonly type: ExpressionType; readonly defined: DefinedValues }>;
  /** The properties of messages. They are known inside the functions of messages only. */
  readonly messageProperties: ReadonlyMap<string, ExpressionType>;
}

export function isSameType(left: ExpressionType, right: ExpressionType): boolean {
  if (left.kind !== 'number' || right.kind !== 'number') return left.kind === right.kind;
  return isSameDimension(left.dimension, right.dimension);
}

/** A type in words: `a number in byte/second`, `text`. */
export function describeType(type: ExpressionType): string {
  if (type.kind === 'boolean') return 'true or false';
  if (type.kind === 'string') return 'text';
  if (type.dimension.size === 0) return 'a number without a unit';
  const what = type.scale === 'difference' ? 'a difference' : 'a number';
  return `${what} in ${formatDimension(type.dimension)}`;
}
