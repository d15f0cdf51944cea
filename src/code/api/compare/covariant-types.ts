/** Types of the standard library whose values can be read alone, or read and written as TypeScript relates them. */
export const COVARIANT_TYPES: ReadonlySet<string> = new Set(
  `Promise PromiseLike Iterable Iterator IterableIterator AsyncIterable AsyncIterator AsyncIterableIterator Generator
  AsyncGenerator ReadonlyMap ReadonlySet Map Set WeakMap WeakSet Partial Required Readonly NonNullable Awaited ReadableStream
  Record Array ReadonlyArray`.split(/\s+/),
);
