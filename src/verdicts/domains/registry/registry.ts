import type { Location } from '../../../foundation/position.ts';
import type { ComparisonOperator, ExpressionNode } from '../expressions/expression-node.ts';
import type { Unit } from '../expressions/units.ts';
import type { ParameterRule, ValueRule } from './value-rule.ts';

/** A message or signal that a definition names, with narrower rules for its properties. */
export interface DeclaredMessage {
  readonly name: string;
  readonly required: boolean;
  readonly rules: ReadonlyMap<string, ValueRule>;
  readonly location: Location;
}

/** A comparison of a computed value with its limit. */
export interface RegisteredComparison {
  readonly operator: ComparisonOperator;
  readonly value: ExpressionNode;
  readonly limit: ExpressionNode;
  /** The unit in which people read both sides. */
  readonly unit: Unit | undefined;
  /** The name of the base unit of both sides if there is no `unit`; empty for numbers without a unit. */
  readonly baseUnit: string;
}

/** A computed constraint whose expression was checked. */
export interface RegisteredConstraint {
  readonly id: string;
  readonly title: string | undefined;
  /** As written. */
  readonly expression: string;
  readonly node: ExpressionNode;
  /** Present if the expression as a whole is a comparison: the computed value, and its limit. */
  readonly comparison: RegisteredComparison | undefined;
  readonly severity: 'blocking' | 'warning';
  readonly required: boolean;
  readonly location: Location;
}

export interface RegisteredInterface {
  readonly id: string;
  readonly version: number;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** The domains whose artifacts implement the interface. */
  readonly owners: readonly string[];
  readonly parameters: ReadonlyMap<string, ParameterRule>;
  readonly messageProperties: ReadonlyMap<string, ValueRule>;
  readonly declaredMessages: ReadonlyMap<string, DeclaredMessage>;
  /** Whether only declared messages are allowed. */
  readonly closed: boolean;
  readonly constraints: readonly RegisteredConstraint[];
  readonly location: Location;
}

/** The interface definitions of a tree, by id. */
export interface InterfaceRegistry {
  readonly interfaces: ReadonlyMap<string, RegisteredInterface>;
}
