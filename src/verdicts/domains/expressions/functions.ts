/** A function that an expression can call. */
export interface ExpressionFunction {
  readonly name: string;
  /** How it is called, for messages and documentation. */
  readonly usage: string;
  readonly description: string;
}

/** The functions whose first argument is `messages`. The second one is evaluated for each message. */
export const MESSAGE_FUNCTIONS = ['sum', 'average', 'count', 'min', 'max'] as const;

/** The functions of numbers that keep the unit of their arguments. */
export const NUMBER_FUNCTIONS = ['abs', 'min', 'max', 'sqrt', 'floor', 'ceil', 'round'] as const;

/** The functions of a parameter's definition. */
export const DEFINITION_FUNCTIONS = ['minimum', 'nominal', 'maximum'] as const;

/** All functions, in the order of the documentation. */
export const EXPRESSION_FUNCTIONS: readonly ExpressionFunction[] = [
  {
    name: 'sum',
    usage: 'sum(messages, value, condition?)',
    description: 'The sum of a value over all messages, or over those for which the condition holds.',
  },
  {
    name: 'average',
    usage: 'average(messages, value, condition?)',
    description: 'The mean of a value over the messages.',
  },
  { name: 'count', usage: 'count(messages, condition?)', description: 'The number of messages.' },
  {
    name: 'min',
    usage: 'min(messages, value, condition?) or min(a, b, …)',
    description: 'The lowest value of the messages, or of the arguments.',
  },
  {
    name: 'max',
    usage: 'max(messages, value, condition?) or max(a, b, …)',
    description: 'The highest value of the messages, or of the arguments.',
  },
  { name: 'abs', usage: 'abs(x)', description: 'The value without its sign.' },
  { name: 'sqrt', usage: 'sqrt(x)', description: 'The square root. The unit must be a square.' },
  { name: 'floor', usage: 'floor(x)', description: 'Rounds a number without a unit down.' },
  { name: 'ceil', usage: 'ceil(x)', description: 'Rounds a number without a unit up.' },
  { name: 'round', usage: 'round(x)', description: 'Rounds a number without a unit to the nearest integer.' },
  { name: 'minimum', usage: 'minimum(parameter)', description: 'The minimum that the definition allows.' },
  { name: 'nominal', usage: 'nominal(parameter)', description: 'The nominal value of the definition.' },
  { name: 'maximum', usage: 'maximum(parameter)', description: 'The maximum that the definition allows.' },
];

export function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}
