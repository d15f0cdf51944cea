/**
 * A type as the public API states it. Types are compared and printed from this form alone, so that neither depends on the
 * version of the compiler that read it.
 */
export type ApiType =
  /** A keyword, a literal, a member of an enum or `this`. */
  | { readonly kind: 'text'; readonly text: string; readonly literal?: ApiLiteral | undefined }
  | ApiReference
  /** Flat, without duplicates, sorted by text. */
  | { readonly kind: 'union' | 'intersection'; readonly members: readonly ApiType[] }
  | { readonly kind: 'array'; readonly element: ApiType; readonly isReadonly: boolean }
  | { readonly kind: 'tuple'; readonly elements: readonly ApiParameter[]; readonly isReadonly: boolean }
  /** One signature, or overloads. */
  | { readonly kind: 'function'; readonly signatures: readonly ApiSignature[]; readonly isConstructor: boolean }
  | { readonly kind: 'object'; readonly members: readonly ApiMember[] }
  /** A type whose parts are not compared: conditional and mapped types, `keyof`, and what is nested too deeply. */
  | { readonly kind: 'opaque'; readonly text: string; readonly mentions: readonly string[] };

/** A literal by its type, and its value as a string. */
export interface ApiLiteral {
  readonly type: 'string' | 'number' | 'bigint' | 'boolean';
  readonly value: string;
}

/** A type by its name. */
export interface ApiReference {
  readonly kind: 'reference';
  /** The id of a declaration of the package, or the name of a type parameter or of a type from elsewhere. */
  readonly name: string;
  readonly origin: 'package' | 'parameter' | 'elsewhere';
  readonly args: readonly ApiType[];
}

export interface ApiSignature {
  readonly typeParameters: readonly ApiTypeParameter[];
  readonly parameters: readonly ApiParameter[];
  readonly result: ApiType;
}

export interface ApiTypeParameter {
  readonly name: string;
  readonly constraint?: ApiType | undefined;
  readonly default?: ApiType | undefined;
}

/** A parameter of a function, or an element of a tuple. */
export interface ApiParameter {
  readonly name: string;
  readonly type: ApiType;
  readonly isOptional: boolean;
  readonly isRest: boolean;
  /** Whether it is in JavaScript, where nothing says whether callers must pass it. */
  readonly isUntyped?: true | undefined;
}

/** A member of an object, an interface or a class. The name of a call signature is `()`, of a construct signature `new ()`. */
export interface ApiMember {
  readonly name: string;
  readonly type: ApiType;
  readonly isOptional: boolean;
  readonly isReadonly: boolean;
  readonly isProtected?: true | undefined;
  readonly isAbstract?: true | undefined;
  /** Whether its documentation says that it is not stable. */
  readonly isUnstable?: true | undefined;
}

export function toText(text: string): ApiType {
  return { kind: 'text', text };
}

export function toLiteral(type: ApiLiteral['type'], value: string): ApiType {
  const text = type === 'string' ? JSON.stringify(value) : type === 'bigint' ? `${value}n` : value;
  return { kind: 'text', text, literal: { type, value } };
}

export const ANY = toText('any');
