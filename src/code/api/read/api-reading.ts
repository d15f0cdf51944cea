import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { ApiType } from '../model/api-type.ts';
import type { ApiNames } from './api-names.ts';

/** What the readers of declarations and types share. */
export interface ApiReading {
  readonly ts: TypeScript;
  readonly checker: ts.TypeChecker;
  readonly names: ApiNames;
  /** The type of a declaration that states none. */
  inferredType(node: ts.Node): ApiType;
  /** The result of a function that states none. */
  inferredResult(node: ts.SignatureDeclaration): ApiType;
  /** The type that a computed type, such as `keyof T`, means; `undefined` if it depends on type parameters or unknown names. */
  resolvedType(node: ts.TypeNode): ApiType | undefined;
  /** Prints a written type. */
  print(node: ts.TypeNode): string;
  /** Records that the API depends on a type that the text does not state. */
  readonly onInferred: () => void;
}
