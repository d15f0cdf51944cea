/** Names of the standard library that signatures are written with. In a contract they mean its declarations. */
export const STANDARD_TYPES: ReadonlySet<string> = new Set(
  [
    'Array ArrayBuffer ArrayLike AsyncGenerator AsyncIterable AsyncIterableIterator AsyncIterator Awaited Capitalize',
    'ConstructorParameters DataView Date Error EvalError Exclude Extract Function Generator InstanceType Iterable',
    'IterableIterator Iterator Lowercase Map NoInfer NonNullable Omit OmitThisParameter Parameters Partial Pick Promise',
    'PromiseLike PropertyKey RangeError Readonly ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError RegExp',
    'RegExpExecArray RegExpMatchArray Required ReturnType Set SharedArrayBuffer SyntaxError ThisParameterType TypeError',
    'URIError Uncapitalize Uppercase WeakMap WeakRef WeakSet BigInt64Array BigUint64Array Float32Array Float64Array',
    'Int8Array Int16Array Int32Array Uint8Array Uint8ClampedArray Uint16Array Uint32Array',
  ].flatMap((line) => line.split(' ')),
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
