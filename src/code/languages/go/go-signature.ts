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
  const all = [declared, ...others].map(({ node }) => comparableSignature(node));
  const actual = [...new Set(all.map(({ text }) => text))].join('; ');
  const wanted = readSignature(parser, expected);
  const position = positionOf(declared.nameNode);
  if (wanted === undefined) return { passed: false, expected, actual, error: notASignature(expected), ...position };
  const passed = all.every(({ compared }) => compared === wanted.compared);
  return { passed, expected: passed ? actual : wanted.text, actual, ...position };
}

export function whyNotGoSignature(parser: Parser, text: string): string | undefined {
  return readSignature(parser, text) === undefined ? notASignature(text) : undefined;
}

function notASignature(text: string): string {
  return `"${text}" is not a Go signature such as (text string, limit int) (string, error)`;
}

/** Reads `(a int) error`, with or without `func`, a receiver, a name and type parameters. */
function readSignature(parser: Parser, text: string): ComparableSignature | undefined {
  const source = text.trim().replace(/^func\b\s*/, '');
  const isMethod = /^\([^()]*\)\s*(?!func\b)\w+\s*\(/.test(source);
  const named = /^\w+\s*[[(]/.test(source) || isMethod ? source : `f${source}`;
  return withGoTree(parser, `package p\nfunc ${named}\n`, (root) => {
    const [, definition, ...others] = childrenOf(root);
    const isFunction = definition?.type === 'function_declaration' || definition?.type === 'method_declaration';
    if (root.hasError || !isFunction || others.length > 0 || definition.childForFieldName('body')) return undefined;
    return comparableSignature(definition);
  });
}

/** A signature, and the same with numbers in the place of its type parameters, whose names do not matter. */
interface ComparableSignature {
  readonly text: string;
  readonly compared: string;
}

function comparableSignature(node: SyntaxNode): ComparableSignature {
  const text = signatureText(node);
  const generics = node.childForFieldName('type_parameters');
  const names = generics === null ? [] : childrenOf(generics).flatMap((one) => fieldsOf(one, 'name'));
  if (names.length === 0) return { text, compared: text };
  const numbers = new Map(names.map((name, at) => [name.text, `$${at}`]));
  const types = [...childrenOf(generics ?? node)].flatMap((one) =>
    fieldsOf(one, 'name').map(() => typeText(one.childForFieldName('type') ?? one)),
  );
  const { parameters, result } = signatureParts(node);
  const compared = `[${types.join(', ')}](${parameters.join(', ')}) ${result}`;
  return { text, compared: compared.replace(/(?<![\w.])\w+/g, (word) => numbers.get(word) ?? word) };
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
export function signatureText(node: SyntaxNode): string {
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
  return Array.from({ length: countOf(parameter) }, () => text);
}

/**
 * A type without optional white space, and without what is no part of it: the names of parameters and results in function
 * types and in the methods of interfaces, the order of these methods, and the parentheses of one result. `any` is
 * `interface{}`.
 */
export function typeText(node: SyntaxNode): string {
  const tokens: string[] = [];
  collectTokens(node, tokens);
  return joinTokens(tokens).replace(/\binterface ?\{\}/g, 'any');
}

/** The text of a node without comments and optional white space. */
export function compactText(node: SyntaxNode): string {
  const tokens: string[] = [];
  const collect = (part: SyntaxNode): void => {
    if (part.childCount === 0 && part.type !== 'comment' && part.text.trim() !== '') tokens.push(part.text);
    for (const child of part.children) {
      if (child === null || child.type === 'comment') continue;
      collect(child);
      if (isMemberList(part) && child.isNamed) tokens.push(';');
    }
  };
  collect(node);
  return joinTokens(tokens);
}

function joinTokens(tokens: readonly string[]): string {
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
  return text;
}

/** Whether a newline, which is no node of the tree, separates the children of a node. */
function isMemberList({ type }: SyntaxNode): boolean {
  return type === 'field_declaration_list' || type === 'interface_type';
}

function collectTokens(node: SyntaxNode, tokens: string[]): void {
  if (node.childCount === 0 && node.type !== 'comment' && node.text.trim() !== '') tokens.push(node.text);
  if (node.type === 'parameter_list') {
    const types = childrenOf(node).flatMap((one) => Array.from({ length: countOf(one) }, () => one));
    const isOneResult = types.length === 1 && node.parent?.childForFieldName('result')?.id === node.id;
    if (!isOneResult) tokens.push('(');
    types.forEach((one, at) => {
      if (at > 0) tokens.push(',');
      if (one.type === 'variadic_parameter_declaration') tokens.push('...');
      const type = one.childForFieldName('type');
      if (type !== null) collectTokens(type, tokens);
    });
    if (!isOneResult) tokens.push(')');
    return;
  }
  if (node.type === 'interface_type') {
    const members = childrenOf(node).map((member) => [member, typeText(member)] as const);
    tokens.push('interface', '{');
    for (const [member] of members.sort(([, one], [, other]) => (one < other ? -1 : 1))) {
      collectTokens(member, tokens);
      tokens.push(';');
    }
    tokens.push('}');
    return;
  }
  const names = node.type === 'field_declaration' ? fieldsOf(node, 'name') : [];
  if (names.length > 1) {
    for (const name of names) {
      tokens.push(name.text);
      for (const part of childrenOf(node)) if (!names.some(({ id }) => id === part.id)) collectTokens(part, tokens);
      tokens.push(';');
    }
    return;
  }
  for (const child of node.children) {
    if (child === null || child.type === 'comment') continue;
    collectTokens(child, tokens);
    if (isMemberList(node) && child.isNamed) tokens.push(';');
  }
}

/** The number of parameters or results that a declaration in a list states: `a, b string` are two. */
function countOf(parameter: SyntaxNode): number {
  return Math.max(1, fieldsOf(parameter, 'name').length);
}
