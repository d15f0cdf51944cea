import type { FunctionSymbol } from '../../declarations/function-symbols.ts';
import { readDataclassInit, type GeneratedInit } from './dataclass-init.ts';
import { childrenOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

/** One `def`, or a variable with a `lambda`. */
export interface PythonFunction {
  /** `name`, `Class.method` or `Outer.Inner.method`. */
  readonly name: string;
  readonly kind: FunctionSymbol['kind'];
  /** The `function_definition` or the `lambda`. It is valid while the tree exists. Absent for a generated function. */
  readonly node?: SyntaxNode;
  /** The signature of a function that a decorator writes. */
  readonly generated?: GeneratedInit;
  readonly nameNode: SyntaxNode;
  readonly isOverload: boolean;
  /** Whether calls pass the instance or the class as the first argument. */
  readonly isBound: boolean;
}

/** The functions at the top level of a module and in its classes, in text order, with overload signatures. */
export function readFunctions(root: SyntaxNode): readonly PythonFunction[] {
  const functions: PythonFunction[] = [];
  readBlock(root, '', functions);
  return functions;
}

/** The functions with a body. A function that is defined several times is listed once. */
export function listImplemented(
  functions: readonly PythonFunction[],
  isExported: (outermost: string) => boolean,
): readonly FunctionSymbol[] {
  const found = new Map<string, FunctionSymbol>();
  for (const { name, kind, nameNode, isOverload: overload } of functions) {
    if (overload || found.has(name)) continue;
    const [outermost = name] = name.split('.');
    found.set(name, { name, kind, ...positionOf(nameNode), exported: isExported(outermost) });
  }
  return [...found.values()];
}

function readBlock(block: SyntaxNode, prefix: string, functions: PythonFunction[]): void {
  for (const node of childrenOf(block)) {
    if (node.type === 'decorated_definition') {
      const definition = node.childForFieldName('definition');
      if (definition !== null) readDefinition(definition, node, prefix, functions);
    } else if (node.type === 'function_definition' || node.type === 'class_definition') {
      readDefinition(node, undefined, prefix, functions);
    } else if (node.type === 'expression_statement') readLambda(node, prefix, functions);
    else if (node.type === 'block' || node.type.endsWith('_clause') || COMPOUND.has(node.type)) {
      readBlock(node, prefix, functions);
    }
  }
}

const COMPOUND: ReadonlySet<string> = new Set([
  'if_statement',
  'try_statement',
  'with_statement',
  'for_statement',
  'while_statement',
  'match_statement',
]);

function readDefinition(
  node: SyntaxNode,
  decorated: SyntaxNode | undefined,
  prefix: string,
  functions: PythonFunction[],
): void {
  const nameNode = node.childForFieldName('name');
  if (nameNode === null) return;
  const name = prefix + nameNode.text;
  if (node.type === 'class_definition') {
    const body = node.childForFieldName('body');
    if (body !== null) readBlock(body, `${name}.`, functions);
    const generated = readDataclassInit(decorated === undefined ? [] : decoratorsOf(decorated), node);
    const init = { name: `${name}.__init__`, kind: 'method', nameNode, isOverload: false, isBound: true } as const;
    if (generated !== undefined) functions.push({ ...init, generated });
    return;
  }
  const decorators = decorated === undefined ? [] : decoratorNames(decorated);
  const isProperty = decorators.some((one) => /(?:^|\.)(?:cached_)?property$|\.(?:setter|getter|deleter)$/.test(one));
  const kind = prefix === '' ? 'function' : isProperty ? 'accessor' : 'method';
  const isBound = prefix !== '' && !decorators.includes('staticmethod');
  functions.push({
    name,
    kind,
    node,
    nameNode,
    isOverload: decorated !== undefined && isOverload(decorated),
    isBound,
  });
}

function decoratorNames(decorated: SyntaxNode): readonly string[] {
  return decoratorsOf(decorated).map(({ name }) => name);
}

function decoratorsOf(decorated: SyntaxNode): readonly { readonly name: string; readonly text: string }[] {
  return childrenOf(decorated)
    .filter(({ type }) => type === 'decorator')
    .map(({ text }) => ({ text, name: text.slice(1).replace(/\(.*$/s, '').trim() }));
}

/** `name = lambda …` */
function readLambda(statement: SyntaxNode, prefix: string, functions: PythonFunction[]): void {
  for (const assignment of childrenOf(statement)) {
    const left = assignment.type === 'assignment' ? assignment.childForFieldName('left') : null;
    const right = assignment.childForFieldName('right');
    if (left?.type !== 'identifier' || right?.type !== 'lambda') continue;
    const name = prefix + left.text;
    functions.push({ name, kind: 'arrow', node: right, nameNode: left, isOverload: false, isBound: prefix !== '' });
  }
}

/** Whether a decorated function is an overload signature: `@overload`, `@typing.overload`. */
function isOverload(decorated: SyntaxNode): boolean {
  return decoratorNames(decorated).some((name) => /^(?:[\w.]+\.)?overload$/.test(name));
}
