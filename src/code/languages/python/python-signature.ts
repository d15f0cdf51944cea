import type { Parser } from '@vscode/tree-sitter-wasm';
import type { SignatureComparison } from '../interface/code-language.ts';
import { childrenOf, positionOf, withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { normalizeAnnotation, normalizeExpression } from './normalized-text.ts';
import { variantsOf, type PythonFunction } from './python-functions.ts';

/** One parameter. `prefix` is `*`, `**` or nothing; `/` and a bare `*` are parameters without a name. */
export interface Parameter {
  readonly prefix: string;
  readonly name: string;
  readonly annotation: string | undefined;
  readonly defaultValue: string | undefined;
}

export interface Signature {
  readonly isAsync: boolean;
  readonly parameters: readonly Parameter[];
  readonly returns: string | undefined;
}

/**
 * Compares the text of a signature, normalized: white space, quotes, trailing commas, quoted annotations, and the forms of
 * `Optional`, `Union` and the generic types of `typing` do not matter. Names, order, defaults and annotations do. What the
 * expected signature does not annotate can have any annotation. Several signatures, separated by `;`, are overloads, or the
 * implementations in different branches.
 */
export function comparePythonSignature(
  parser: Parser,
  functions: readonly PythonFunction[],
  name: string,
  expected: string,
): SignatureComparison | undefined {
  const declared = functions.filter((one) => one.name === name);
  const variants = variantsOf(declared);
  const shown = variants.at(-1) ?? declared[0];
  if (shown === undefined) return undefined;
  const position = positionOf(shown.nameNode);
  const overloads = declared.filter((one) => one.isOverload);
  const error = whyNotSignature(parser, expected);
  if (error !== undefined) return { passed: false, expected, error, ...position };
  const wanted = splitSignatures(expected).flatMap((text) => parseSignature(parser, text) ?? []);
  if (shown.generated !== undefined && shown.generated.signature === undefined) {
    const reason = `Failed to read the signature of ${name}: its base classes can add parameters`;
    return { passed: false, expected, error: reason, ...position };
  }
  const read = (one: PythonFunction): Signature => readSignature(parser, one);
  const matches = (signature: Signature, one: PythonFunction): boolean => isMatch(signature, read(one), one.isBound);
  // Callers see the overloads, and the implementations of all branches.
  const listed = overloads.length > 0 ? overloads : variants;
  const [only] = wanted;
  const passed =
    wanted.length > 1 || only === undefined
      ? wanted.length === listed.length && wanted.every((one, at) => matchesAt(one, listed[at], matches))
      : overloads.some((one) => matches(only, one)) || [...variants, shown].every((one) => matches(only, one));
  const printed = overloads.length > 0 ? [...overloads, ...(wanted.length > 1 ? [] : [shown])] : variants;
  return {
    passed,
    expected: wanted.map(printSignature).join('; '),
    actual: [...new Set(printed.map((one) => printSignature(asWanted(read(one), only, one.isBound))))].join('; '),
    ...position,
  };
}

/** Why a text is no signature; `undefined` if it is one, or several that `;` separates. */
export function whyNotSignature(parser: Parser, expected: string): string | undefined {
  const texts = splitSignatures(expected);
  const wrong = texts.length === 0 ? expected : texts.find((text) => parseSignature(parser, text) === undefined);
  return wrong === undefined
    ? undefined
    : `"${wrong}" is not a Python signature such as (text: str, limit: int = 10) -> str`;
}

function matchesAt(
  signature: Signature,
  one: PythonFunction | undefined,
  matches: (signature: Signature, one: PythonFunction) => boolean,
): boolean {
  return one !== undefined && matches(signature, one);
}

/** Splits at semicolons outside brackets and quotes. */
function splitSignatures(text: string): readonly string[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^;"'])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Reads `(a: int) -> str`, with or without `async`, `def` and a name. */
function parseSignature(parser: Parser, text: string): Signature | undefined {
  const [, async = '', , rest = ''] =
    /^(async\s+)?(def\s+)?\w*\s*(\(.*)$/s.exec(text.replace(/:\s*(?:\.\.\.)?\s*$/, '')) ?? [];
  if (rest === '') return undefined;
  return withTree(parser, `${async}def f${rest}: ...\n`, (root) => {
    const [definition, ...others] = childrenOf(root);
    if (root.hasError || definition?.type !== 'function_definition' || others.length > 0) return undefined;
    return signatureOf(parser, definition);
  });
}

/** The signature of a function, written or generated. */
export function readSignature(parser: Parser, { node, generated }: PythonFunction): Signature {
  const text = generated?.signature;
  const signature = node === undefined ? parseSignature(parser, text ?? '()') : signatureOf(parser, node);
  return signature ?? { isAsync: false, parameters: [], returns: undefined };
}

/** The signature of a `function_definition` or a `lambda`. */
function signatureOf(parser: Parser, node: SyntaxNode): Signature {
  const parameters = node.childForFieldName('parameters');
  const returns = node.childForFieldName('return_type');
  return {
    isAsync: node.child(0)?.type === 'async',
    parameters: parameters === null ? [] : childrenOf(parameters).map((one) => parameterOf(parser, one)),
    returns: returns === null ? undefined : normalizeAnnotation(parser, returns),
  };
}

function parameterOf(parser: Parser, node: SyntaxNode): Parameter {
  if (node.type === 'positional_separator') return { ...UNNAMED, name: '/' };
  if (node.type === 'keyword_separator') return { ...UNNAMED, name: '*' };
  const isTyped = node.type === 'typed_parameter' || node.type === 'typed_default_parameter';
  const hasDefault = node.type === 'default_parameter' || node.type === 'typed_default_parameter';
  const target = (hasDefault ? node.childForFieldName('name') : isTyped ? childrenOf(node)[0] : node) ?? node;
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  const [, prefix = '', name = ''] = /^(\**)\s*(.*)$/s.exec(target.text) ?? [];
  return {
    prefix,
    name,
    annotation: type === null ? undefined : normalizeAnnotation(parser, type),
    defaultValue: value === null ? undefined : normalizeExpression(value),
  };
}

const UNNAMED = { prefix: '', annotation: undefined, defaultValue: undefined };

function isMatch(expected: Signature, actual: Signature, isBound: boolean): boolean {
  const wanted = expected.parameters;
  const compared = asWanted(actual, expected, isBound).parameters;
  if (wanted.length !== compared.length) return false;
  const separator = compared.findIndex(({ name }) => name === '/');
  return (
    wanted.every((one, at) => {
      const other = compared[at];
      return other !== undefined && isParameterMatch(one, other, at < separator);
    }) && isResultMatch(expected, actual)
  );
}

/** The signature of a method without its first parameter, if the expected one leaves it out too. */
function asWanted(actual: Signature, expected: Signature | undefined, isBound: boolean): Signature {
  const own = actual.parameters;
  const isReceiverOmitted = isBound && own.length > 0 && expected?.parameters[0]?.name !== own[0]?.name;
  return isReceiverOmitted ? { ...actual, parameters: withoutReceiver(own) } : actual;
}

/** Without the receiver, `(self, /, a)` is `(a)`. */
export function withoutReceiver([, ...rest]: readonly Parameter[]): readonly Parameter[] {
  return rest[0]?.name === '/' ? rest.slice(1) : rest;
}

/** @param isPositional whether callers cannot use the name of the parameter */
function isParameterMatch(expected: Parameter, actual: Parameter, isPositional: boolean): boolean {
  const isNameMatch = isPositional || expected.name === actual.name;
  const isAnnotationMatch = expected.annotation === undefined || expected.annotation === actual.annotation;
  const isDefaultMatch =
    expected.defaultValue === actual.defaultValue ||
    (expected.defaultValue === '...' && actual.defaultValue !== undefined);
  return expected.prefix === actual.prefix && isNameMatch && isAnnotationMatch && isDefaultMatch;
}

/** An `async def` returns a coroutine, which the expected signature can state as the type of the result. */
function isResultMatch(expected: Signature, actual: Signature): boolean {
  if (expected.isAsync === actual.isAsync) return expected.returns === undefined || expected.returns === actual.returns;
  const [asynchronous, other] = expected.isAsync ? [expected, actual] : [actual, expected];
  const [, awaited] = /^(?:Awaitable\[|Coroutine\[Any, Any, )(.*)\]$/s.exec(other.returns ?? '') ?? [];
  return awaited !== undefined && awaited === (asynchronous.returns ?? awaited);
}

/** A signature as contracts state it. */
export function printSignature({ isAsync, parameters, returns }: Signature): string {
  const list = parameters.map(({ prefix, name, annotation, defaultValue }) => {
    const typed = `${prefix}${name}${annotation === undefined ? '' : `: ${annotation}`}`;
    if (defaultValue === undefined) return typed;
    return annotation === undefined ? `${typed}=${defaultValue}` : `${typed} = ${defaultValue}`;
  });
  return `${isAsync ? 'async ' : ''}(${list.join(', ')})${returns === undefined ? '' : ` -> ${returns}`}`;
}
