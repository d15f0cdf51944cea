/** Words before an expression, a statement or a type. A name after them is a use, with the exceptions in `findNameRole`. */
export const beforeOperand = new Set(
  (
    'return typeof instanceof in of new delete void throw case do else yield await default extends implements is ' +
    'keyof satisfies as export'
  ).split(' '),
);
/** Words before a declared name. `namespace`, `module`, `let`, `using` and `type` can be names themselves. */
export const declarators = new Set(
  'function class interface enum namespace module const let var using type'.split(' '),
);

/** Modifiers, and other words after which a name can be a declaration, a label or a use. */
export const modifiers = new Set(
  (
    'get set static async public private protected readonly abstract override declare accessor infer asserts ' +
    'break continue import unique out'
  ).split(' '),
);
