/** Words after which an operand follows, so that the name is no declaration and no key. */
export const operators = new Set(
  (
    'return typeof instanceof in of new delete void throw case do else yield await default extends implements is ' +
    'keyof satisfies as export'
  ).split(' '),
);
/** Words that a declared name follows; the last five are names elsewhere. */
export const declarators = new Set(
  'function class interface enum namespace module const let var using type'.split(' '),
);
