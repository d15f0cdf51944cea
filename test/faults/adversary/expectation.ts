/** What a contract requires, as data for the oracle. The contract says the same in its own words. */
export type Expectation =
  | { readonly kind: 'export'; readonly file: string; readonly name: string }
  | { readonly kind: 'function'; readonly file: string; readonly name: string }
  | { readonly kind: 'signature'; readonly file: string; readonly name: string; readonly type: string }
  | { readonly kind: 'shape'; readonly file: string; readonly name: string; readonly type: string }
  /** The type exists and is not `any`. */
  | { readonly kind: 'known type'; readonly file: string; readonly name: string }
  | { readonly kind: 'pattern'; readonly file: string; readonly pattern: string; readonly isAbsent?: boolean }
  | { readonly kind: 'data'; readonly file: string; readonly key: string; readonly value: unknown }
  | { readonly kind: 'file'; readonly file: string; readonly isAbsent?: boolean }
  /** The module passes the user's test: `name(2, 3)` is this value. */
  | { readonly kind: 'value'; readonly file: string; readonly name: string; readonly value: number };
