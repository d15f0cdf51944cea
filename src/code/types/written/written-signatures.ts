import type { ts } from 'ts-morph';
import { isStackOverflow } from '../../../shared/errors.ts';
import { findTypeNames } from '../../declarations/type-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { functionText, readExpectedSignature } from '../expected/expected-signature.ts';
import { parseFragment } from '../expected/fragment.ts';
import { locateDeclaration } from '../files/locate-declaration.ts';
import type { DeclarationRef } from '../files/queried-files.ts';
import { findReservedName } from '../probes/probe-names.ts';
import { signatureSubject } from '../probes/probe-subject.ts';
import type { TypeAnswer } from '../queries/type-checker.ts';
import { CertainNames } from './certain-names.ts';
import type { CertainNamesOptions } from './certain-names.ts';
import { WrittenTypes } from './written-type.ts';

/**
 * Answers signature queries without a type checker, where a function is declared with explicit types and they are those of
 * the expected text. It only answers that a signature matches. Everything else is left to the type checker: inferred types,
 * types that differ, and names that may be unresolved or `any`.
 */
export class WrittenSignatures {
  readonly #ts: TypeScript;
  readonly #names: CertainNames;

  constructor(options: CertainNamesOptions) {
    this.#ts = options.typescript;
    this.#names = new CertainNames(options);
  }

  /** @returns the answer that the type checker would give; `undefined` if only the type checker can answer */
  answer(declaration: DeclarationRef, expected: string): TypeAnswer | undefined {
    try {
      return this.#answer(declaration, expected);
    } catch (thrown) {
      if (isStackOverflow(thrown)) return undefined;
      throw thrown;
    }
  }

  #answer({ file, name }: DeclarationRef, expected: string): TypeAnswer | undefined {
    const ts = this.#ts;
    if (file.probeFile !== file.absolute || findReservedName(file.text + expected) !== undefined) return undefined;
    const subject = signatureSubject(file.scope, name);
    const [node] = subject.nodes;
    if (subject.kind !== 'function' || subject.nodes.length !== 1 || node === undefined) return undefined;
    if (subject.nameNode === undefined || !ts.isIdentifier(subject.nameNode)) return undefined;
    if (this.#names.imports(file.file, subject.nameNode.text)) return undefined;
    const signature = this.#signatureOf(node);
    if (signature === undefined || this.#mentionsOtherTypes(node, signature)) return undefined;
    const read = readExpectedSignature(ts, expected);
    if ('error' in read || read.type !== undefined) return undefined;
    const [overload] = read.overloads;
    if (read.overloads.length !== 1 || overload === undefined || overload.isConstructor) return undefined;
    const text = functionText(overload);
    const expectedNode = this.#parseSignature(text);
    if (expectedNode === undefined) return undefined;
    const types = new WrittenTypes(ts, (used, typeArguments) => this.#names.isCertain(file.file, used, typeArguments));
    const form = types.signature(signature);
    if (form === undefined || form !== types.signature(expectedNode)) return undefined;
    return { passed: true, expected: text, actual: text, location: locateDeclaration(file, 'signatures', name) };
  }

  /** The signature with explicit types of a declaration that is a function; `undefined` if there is none. */
  #signatureOf(node: ts.Node): ts.SignatureDeclaration | undefined {
    const ts = this.#ts;
    if (ts.isFunctionDeclaration(node)) return node.body && node;
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return undefined;
    const { initializer, type } = node;
    if (type !== undefined) return undefined;
    const isFunction = initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
    return isFunction ? initializer : undefined;
  }

  /** Whether a declaration mentions types that are not in its signature, for example in default values. */
  #mentionsOtherTypes(node: ts.Node, { parameters, typeParameters, type }: ts.SignatureDeclaration): boolean {
    const source = node.getSourceFile();
    const namesIn = (part: ts.Node): readonly string[] => findTypeNames(this.#ts, part, source).map(({ text }) => text);
    const parts = [...(typeParameters ?? []), ...parameters.map((parameter) => parameter.type), type];
    const names = new Set(parts.flatMap((part) => (part ? namesIn(part) : [])));
    return namesIn(node).some((text) => !names.has(text));
  }

  #parseSignature(text: string): ts.FunctionTypeNode | undefined {
    const { source, syntaxError } = parseFragment(this.#ts, 'type Expected = ', text, ';');
    const [statement] = source.statements;
    if (syntaxError || source.statements.length !== 1 || !statement) return undefined;
    if (!this.#ts.isTypeAliasDeclaration(statement) || !this.#ts.isFunctionTypeNode(statement.type)) return undefined;
    return statement.type;
  }
}
