import { formatDimension, isSameDimension, type Dimension } from './dimension.ts';

/** The type of a value in an expression. */
export type ExpressionType =
  | { readonly kind: 'number'; readonly dimension: Dimension }
  | { readonly kind: 'string' }
  | { readonly kind: 'boolean' };

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
  return type.dimension.size === 0 ? 'a number without a unit' : `a number in ${formatDimension(type.dimension)}`;
}
