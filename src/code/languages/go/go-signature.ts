import type { Parser } from '@vscode/tree-sitter-wasm';
import type { SignatureComparison } from '../interface/code-language.ts';
import { childrenOf, fieldsOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import type { GoFunction } from './go-functions.ts';
import { withGoTree } from './go-tree.ts';

/** Compares the types of a signature as text. The names of parameters and results do not matter. */
export function compareGoSignature(
  parser: Parser,
  functions: readonly GoFunction[],
  name: string,
  expected: string,
): SignatureComparison | undefined {
  const [declared, ...others] = functions.filter((one) => one.name === name);
  if (declared === undefined) return undefined;
  // A function that is declared twice does not compile, so none of its signatures is right.
  const actual = [...new Set([declared, ...others].map(({ node }) => signatureText(node)))].join('; ');
  const wanted = readSignature(parser, expected);
  const position = positionOf(declared.nameNode);
  if (wanted !== undefined) return { passed: wanted === actual, expected: wanted, actual, ...position };
  return { passed: false, expected, actual, error: notASignature(expected), ...position };
}

export function whyNotGoSignature(parser: Parser, text: string): string | undefined {
  return readSignature(parser, text) === undefined ? notASignature(text) : undefined;
}

function notASignature(text: string): string {
  return `"${text}" is not a Go signature such as (text string, limit int) (string, error)`;
}

/** Reads `(a int) error`, with or without `func`, a receiver, a name and type parameters. */
function readSignature(parser: Parser, text: string): string | undefined {
  const source = text.trim().replace(/^func\b\s*/, '');
  const isMethod = /^\([^()]*\)\s*(?!func\b)\w+\s*\(/.test(source);
  const named = /^\w+\s*[[(]/.test(source) || isMethod ? source : `f${source}`;
  return withGoTree(parser, `package p\nfunc ${named}\n`, (root) => {
    const [, definition, ...others] = childrenOf(root);
    const isFunction = definition?.type === 'function_declaration' || definition?.type === 'method_declaration';
    if (root.hasError || !isFunction || others.length > 0 || definition.childForFieldName('body')) return undefined;
    return signatureText(definition);
  });
}

/** The parts of the signature of a function, as normalized types. */
export interface GoSignatureParts {
  readonly typeParameters: string;
  readonly parameters: readonly string[];
  /** The names of the parameters; empty if they have none. */
  readonly names: readonly string[];
  /** `''`, one type, or several in parentheses. */
  readonly result: string;
  /** The signature with the names of its parameters, as a contract states it. */
  readonly text: string;
}

export function signatureParts(node: SyntaxNode): GoSignatureParts {
  const generics = node.childForFieldName('type_parameters');
  const parameters = node.childForFieldName('parameters');
  const result = node.childForFieldName('result');
  const results = result === null ? [] : result.type === 'parameter_list' ? typesOf(result) : [typeText(result)];
  const [only = ''] = results;
  const named = [parameters, result].flatMap((part) => (part === null ? [] : [printed(part)]));
  return {
    typeParameters: generics === null ? '' : typeText(generics),
    parameters: parameters === null ? [] : typesOf(parameters),
    names: (parameters === null ? [] : childrenOf(parameters)).flatMap((one) =>
      fieldsOf(one, 'name').map((name) => name.text),
    ),
    result: results.length > 1 ? `(${results.join(', ')})` : only,
    text: `${generics === null ? '' : typeText(generics)}${named.join(' ')}`,
  };
}

/** A list of parameters with their names, or one type. */
function printed(part: SyntaxNode): string {
  if (part.type !== 'parameter_list') return typeText(part);
  const list = childrenOf(part).map((parameter) => {
    const [type = ''] = typesOfOne(parameter);
    const names = fieldsOf(parameter, 'name').map(({ text }) => text);
    return names.length === 0 ? type : `${names.join(', ')} ${type}`;
  });
  return `(${list.join(', ')})`;
}

/** The signature as types: `[T any](string, ...int) (string, error)`. */
function signatureText(node: SyntaxNode): string {
  const { typeParameters, parameters, result } = signatureParts(node);
  return `${typeParameters}(${parameters.join(', ')})${result === '' ? '' : ` ${result}`}`;
}

/** One type for each parameter: `a, b string` are two. */
function typesOf(list: SyntaxNode): readonly string[] {
  return childrenOf(list).flatMap(typesOfOne);
}

function typesOfOne(parameter: SyntaxNode): readonly string[] {
  const type = parameter.childForFieldName('type');
  const prefix = parameter.type === 'variadic_parameter_declaration' ? '...' : '';
  const text = prefix + (type === null ? '' : typeText(type));
  const names = fieldsOf(parameter, 'name');
  return names.length > 1 ? names.map(() => text) : [text];
}

/** A type without optional white space. `any` is `interface{}`. */
export function typeText(node: SyntaxNode): string {
  const tokens: string[] = [];
  collectTokens(node, tokens);
  let text = '';
  let previous = '(';
  tokens.forEach((token, at) => {
    // A separator at the start or the end of a list is optional.
    if (token === ';' && (/^[;{]$/.test(previous) || /^[;}]$/.test(tokens[at + 1] ?? '}'))) return;
    const isSpaced = (/\w$/.test(previous) && /^[\w*]/.test(token)) || (previous === ')' && /^[\w*([]/.test(token));
    const isAfter = previous === ',' || previous === ';' || token === '|' || previous === '|';
    text += isSpaced || isAfter || (/[)\]}\w]$/.test(previous) && token === '{') ? ` ${token}` : token;
    previous = token;
  });
  return text.replace(/\binterface ?\{\}/g, 'any');
}

function collectTokens(node: SyntaxNode, tokens: string[]): void {
  if (node.childCount === 0 && node.type !== 'comment' && node.text.trim() !== '') tokens.push(node.text);
  // A newline that separates fields or methods is no node of the tree.
  const hasMembers = node.type === 'field_declaration_list' || node.type === 'interface_type';
  for (const child of node.children) {
    if (child === null || child.type === 'comment') continue;
    collectTokens(child, tokens);
    if (hasMembers && child.isNamed) tokens.push(';');
  }
}
