import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { standardArity } from './standard-types.ts';
import { parseFragment } from './fragment.ts';

/** The types that TypeScript reads in the comments of JavaScript in the place of the objects around primitive values. */
const PRIMITIVES: Readonly<Record<string, string>> = {
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
  BigInt: 'bigint',
  Void: 'void',
  Undefined: 'undefined',
  Null: 'null',
};

/** The names that are types only where `noImplicitAny` is off, and what they are there. */
const IMPLICIT: Readonly<Record<string, string>> = { Object: 'any', array: 'any[]', promise: 'Promise<any>' };

/** What surrounds an expected text so that it is valid TypeScript. */
const SURROUNDINGS = [
  ['type Expected = ', ';'],
  ['type Expected = { ', ' };'],
  ['declare function expected', ';'],
  ['declare ', ';'],
] as const;

/** How a compiler reads the types in the comments of a file. */
export interface CommentTypes {
  /** Whether `noImplicitAny` is off. */
  readonly allowsImplicitAny: () => boolean;
  /** Whether `function(string): number` is a function type, and `object` is `any` where `noImplicitAny` is off. */
  readonly hasFunctionTypes: boolean;
}

/** A replacement of a part of a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * An expected text for a JavaScript file, with the types as TypeScript reads them in comments: `Array<String>` is
 * `Array<string>`, `Object<string, number>` has an index signature, `a: string=` is an optional parameter, and a missing type
 * argument is `any`. Where `noImplicitAny` is off, `Object` and `object` are `any`.
 */
export function readJsDocSpelling(typescript: TypeScript, written: string, comments: CommentTypes): string {
  const expected = withOptionalParameters(
    typescript,
    written.replaceAll(/(?<=[:<|(,[]\s*)function(?=\s*[\]|>),=])/g, 'Function'),
  );
  for (const [before, after] of SURROUNDINGS) {
    const { source, syntaxError } = parseFragment(typescript, before, expected, after);
    if (syntaxError !== undefined) continue;
    const reader = new SpellingReader(typescript, source, comments);
    return applyEdits(expected, reader.edits, before.length);
  }
  return expected;
}

/** Reads `a: string=` as `a?: string`. */
function withOptionalParameters(typescript: TypeScript, expected: string): string {
  if (!/=\s*[,)]/.test(expected)) return expected;
  for (const [before, after] of SURROUNDINGS) {
    const { source } = parseFragment(typescript, before, expected, after);
    const edits: Edit[] = [];
    const visit = (node: ts.Node): void => {
      if (typescript.isParameter(node) && node.initializer?.getWidth(source) === 0 && node.type !== undefined) {
        const { end } = node.name;
        if (node.questionToken === undefined) edits.push({ start: end, end, text: '?' });
        edits.push({ start: node.type.end, end: source.text.indexOf('=', node.type.end) + 1, text: '' });
      }
      typescript.forEachChild(node, visit);
    };
    visit(source);
    if (edits.length > 0) return applyEdits(expected, edits, before.length);
  }
  return expected;
}

function applyEdits(text: string, edits: readonly Edit[], offset: number): string {
  return edits.reduceRight(
    (edited, edit) => edited.slice(0, edit.start - offset) + edit.text + edited.slice(edit.end - offset),
    text,
  );
}

/** Collects the replacements in one text, in source order. */
class SpellingReader {
  readonly edits: Edit[] = [];
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #comments: CommentTypes;

  constructor(typescript: TypeScript, source: ts.SourceFile, comments: CommentTypes) {
    this.#ts = typescript;
    this.#source = source;
    this.#comments = comments;
    this.#visit(source);
  }

  #visit(node: ts.Node): void {
    const text = this.#spellingOf(node);
    if (text !== undefined) this.edits.push({ start: node.getStart(this.#source), end: node.end, text });
    else this.#ts.forEachChild(node, (child) => this.#visit(child));
  }

  /** What replaces a type; `undefined` if the text is read as it is, apart from its parts. */
  #spellingOf(node: ts.Node): string | undefined {
    const ts = this.#ts;
    const { allowsImplicitAny, hasFunctionTypes } = this.#comments;
    if (node.kind === ts.SyntaxKind.ObjectKeyword) return hasFunctionTypes && allowsImplicitAny() ? 'any' : undefined;
    if (ts.isJSDocFunctionType(node)) {
      const isWhole = ts.isTypeAliasDeclaration(node.parent);
      return isWhole ? this.#signatureOf(node) : hasFunctionTypes ? undefined : 'Function';
    }
    if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName)) return undefined;
    const { typeName, typeArguments = [] } = node;
    const name = typeName.text;
    if (name === 'Object' && typeArguments.length === 2) return this.#indexed(typeArguments);
    if (typeArguments.length > 0) return undefined;
    const arity = standardArity(name) ?? 0;
    if (arity > 0) return `${name}<${Array.from({ length: arity }, () => 'any').join(', ')}>`;
    if (Object.hasOwn(IMPLICIT, name)) return allowsImplicitAny() ? IMPLICIT[name] : undefined;
    return Object.hasOwn(PRIMITIVES, name) ? PRIMITIVES[name] : undefined;
  }

  /**
   * The expected signature `function(string): number` as `(a0: string) => number`. A name in lower case can be that of a
   * parameter without a type.
   */
  #signatureOf({ parameters, type }: ts.JSDocFunctionType): string | undefined {
    const ts = this.#ts;
    const read = (node: ts.TypeNode): string =>
      readJsDocSpelling(ts, node.getText(this.#source).replace(/^\.\.\./, ''), this.#comments);
    let constructed: string | undefined;
    const written: string[] = [];
    for (const [at, parameter] of parameters.entries()) {
      const { type: own } = parameter;
      const text = own?.getText(this.#source) ?? '';
      const [, label] = /^(new|this)\s*:/.exec(parameter.getText(this.#source)) ?? [];
      const mayBeName = own === undefined || (ts.isTypeReferenceNode(own) && /^[a-z_$][\w$]*$/.test(text));
      if (own === undefined || (mayBeName && label === undefined)) return undefined;
      const isRest = text.startsWith('...') || parameter.dotDotDotToken !== undefined;
      if (label === 'new') constructed = read(own);
      else if (label === 'this') written.push(`this: ${read(own)}`);
      else written.push(isRest ? `...a${at}: (${read(own)})[]` : `a${at}: ${read(own)}`);
    }
    const result = constructed ?? (type === undefined ? 'any' : read(type));
    return `${constructed === undefined ? '' : 'new '}(${written.join(', ')}) => ${result}`;
  }

  /** `Object<string, number>`. TypeScript reads any other key as `any`. */
  #indexed([key, value]: readonly ts.TypeNode[]): string {
    const { StringKeyword, NumberKeyword } = this.#ts.SyntaxKind;
    if (key === undefined || value === undefined) return 'any';
    if (key.kind !== StringKeyword && key.kind !== NumberKeyword) return 'any';
    const text = readJsDocSpelling(this.#ts, value.getText(this.#source), this.#comments);
    return `{ [key: ${key.getText(this.#source)}]: ${text} }`;
  }
}
