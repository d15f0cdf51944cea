/** Types of the standard library that signatures are written with. A file can replace one of them by its own alias. */
export const STANDARD_TYPES: ReadonlySet<string> = new Set(
  'Array AsyncIterable AsyncIterator Awaited Date Error Exclude Extract Function Iterable Iterator Map NonNullable Omit Parameters Partial Pick Promise PromiseLike Readonly ReadonlyArray ReadonlyMap ReadonlySet Record RegExp Required ReturnType Set Uint8Array WeakMap WeakSet'.split(
    ' ',
  ),
);

/** The number of type arguments of standard types that every supported version of TypeScript declares since ES5. */
export const ES5_TYPES: ReadonlyMap<string, number> = new Map([
  ['Array', 1],
  ['ArrayBuffer', 0],
  ['Date', 0],
  ['Error', 0],
  ['Function', 0],
  ['Partial', 1],
  ['Pick', 2],
  ['Promise', 1],
  ['PromiseLike', 1],
  ['Readonly', 1],
  ['ReadonlyArray', 1],
  ['Record', 2],
  ['RegExp', 0],
  ['Required', 1],
  ['Uint8Array', 0],
]);

/** The same for ES2015. */
export const ES2015_TYPES: ReadonlyMap<string, number> = new Map([
  ['Map', 2],
  ['ReadonlyMap', 2],
  ['ReadonlySet', 1],
  ['Set', 1],
  ['WeakMap', 2],
  ['WeakSet', 1],
]);

/** The number of type arguments of a standard type, in any version of the library. */
export function standardArity(name: string): number | undefined {
  return ES5_TYPES.get(name) ?? ES2015_TYPES.get(name);
}
