import type { ts } from 'ts-morph';
import { isStackOverflow } from '../../../foundation/errors.ts';
import { findTypeNames } from '../../declarations/type-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { ExportLookup } from '../../modules/module-graph.ts';
import { functionText, readExpectedSignature, rawFunctionText } from '../expected/expected-signature.ts';
import { parseFragment } from '../expected/fragment.ts';
import { locateDeclaration } from '../files/locate-declaration.ts';
import type { DeclarationRef } from '../files/queried-files.ts';
import type { WorkspaceTexts } from '../files/workspace-texts.ts';
import { findReservedName } from '../probes/probe-names.ts';
import { signatureSubject } from '../probes/probe-subject.ts';
import type { TypeAnswer, TypeQuery } from '../queries/type-checker.ts';
import { readAmbientNames } from './ambient-names.ts';
import { CertainNames } from './certain-names.ts';
import type { CertainNamesOptions } from './certain-names.ts';
import { ExactResolution } from './exact-resolution.ts';
import { WrittenTypes } from './written-type.ts';

export interface WrittenSignaturesOptions {
  readonly typescript: TypeScript;
  readonly texts: WorkspaceTexts;
  readonly exports: ExportLookup;
  /** Absolute path of the configuration; `undefined` if there is none. */
  readonly configuration: string | undefined;
  /** Absolute paths of the files of the configuration. */
  readonly configurationFiles: Iterable<string>;
}

/** Reads what the answers for the files of one configuration depend on. */
export function createWrittenSignatures(options: WrittenSignaturesOptions): WrittenSignatures {
  const { typescript, texts, exports, configuration } = options;
  const ambient = readAmbientNames(options);
  const files = (): Iterable<string> => exports.files();
  const resolution = new ExactResolution({ typescript, texts, configuration, files, ambient });
  return new WrittenSignatures({ typescript, texts, exports, resolution, ambient });
}

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

  /**
   * @param declaration the declaration that the query is about
   * @returns the answer that the type checker would give; `undefined` if only the type checker can answer
   */
  answer(query: TypeQuery, declaration: DeclarationRef): TypeAnswer | undefined {
    try {
      return this.#answer(query, declaration);
    } catch (thrown) {
      if (isStackOverflow(thrown)) return undefined;
      throw thrown;
    }
  }

  #answer(query: TypeQuery, { file, name }: DeclarationRef): TypeAnswer | undefined {
    const { expected } = query;
    const ts = this.#ts;
    if (file.probeFile !== file.absolute || findReservedName(file.text + expected) !== undefined) return undefined;
    const subject = signatureSubject(file.scope, name);
    const [node] = subject.nodes;
    if (subject.kind !== 'function' || subject.nodes.length !== 1 || node === undefined) return undefined;
    if (subject.nameNode === undefined || !ts.isIdentifier(subject.nameNode)) return undefined;
    const localName = subject.nameNode.text;
    if (!this.#isCertainFunction(query, { file, name }, localName)) return undefined;
    const signature = this.#signatureOf(node);
    if (signature === undefined || this.#mentionsOtherTypes(node, signature)) return undefined;
    const read = readExpectedSignature(ts, expected);
    if ('error' in read || read.type !== undefined) return undefined;
    const [overload] = read.overloads;
    if (read.overloads.length !== 1 || overload === undefined || overload.isConstructor) return undefined;
    const expectedNode = this.#parseSignature(rawFunctionText(overload));
    if (expectedNode === undefined) return undefined;
    const types = new WrittenTypes(ts, (used, typeArguments) => this.#names.isCertain(file.file, used, typeArguments));
    const form = types.signature(signature);
    if (form === undefined || form !== types.signature(expectedNode)) return undefined;
    const text = functionText(overload);
    return { passed: true, expected: text, actual: text, location: locateDeclaration(file, 'signatures', name) };
  }

  /** Whether a query is certainly about a local name of a file, without an overload that an augmentation adds. */
  #isCertainFunction({ file, name }: TypeQuery, declaration: DeclarationRef, localName: string): boolean {
    const declaring = declaration.file.file;
    if ([name, declaration.name, localName].some((one) => this.#names.isAugmented(one))) return false;
    if (this.#names.imports(declaring, localName)) return false;
    if (file === declaring) return true;
    const found = this.#names.findExported(file, name);
    return typeof found === 'object' && found.file === declaring && found.name === localName;
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
