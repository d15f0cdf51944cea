import type { Unit } from './units.ts';

/** A range of the text of an expression, in UTF-16 code units from 0. `end` is exclusive. */
export interface ExpressionRange {
  readonly start: number;
  readonly end: number;
}

export const ARITHMETIC_OPERATORS = ['+', '-', '*', '/', '**'] as const;
export const COMPARISON_OPERATORS = ['<', '<=', '>', '>=', '==', '!='] as const;
export const LOGICAL_OPERATORS = ['&&', '||'] as const;

export type ArithmeticOperator = (typeof ARITHMETIC_OPERATORS)[number];
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];
export type LogicalOperator = (typeof LOGICAL_OPERATORS)[number];
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | LogicalOperator;

/** The syntax tree of an expression. It contains nothing but these nodes, so evaluation cannot reach anything else. */
export type ExpressionNode = ExpressionRange &
  (
    | { readonly kind: 'number'; readonly value: number; readonly unit?: Unit | undefined }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly ExpressionNode[] }
    | { readonly kind: 'unary'; readonly operator: '-' | '!'; readonly operand: ExpressionNode }
    | BinaryNode
  );

export interface BinaryNode extends ExpressionRange {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

/** Why an expression cannot be read or evaluated, with the position in its text. */
export class ExpressionError extends Error {
  readonly range: ExpressionRange;

  constructor(message: string, { start, end }: ExpressionRange) {
    super(message);
    this.name = 'ExpressionError';
    this.range = { start, end };
  }
}

export function isComparison(operator: BinaryOperator): operator is ComparisonOperator {
  return (COMPARISON_OPERATORS as readonly string[]).includes(operator);
}

export function isLogical(operator: BinaryOperator): operator is LogicalOperator {
  return (LOGICAL_OPERATORS as readonly string[]).includes(operator);
}
