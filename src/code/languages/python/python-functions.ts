import type { FunctionSymbol } from '../../declarations/function-symbols.ts';
import { childrenOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readBlockScope, type BlockStatement } from './block-statements.ts';
import { readDataclassInit, type GeneratedInit } from './dataclass-init.ts';

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
  /** Whether it is in a branch that may not run, so that another one can have its name. */
  readonly isConditional: boolean;
  /** Whether calls pass the instance or the class as the first argument. */
  readonly isBound: boolean;
  /** The decorator of a function that does not read its property. */
  readonly writes?: 'setter' | 'deleter' | undefined;
  /** Whether a decorator is not known to keep the parameters. */
  readonly isWrapped?: true | undefined;
}

/**
 * The functions at the top level of a module and in its classes, in text order, with overload signatures. Functions that
 * do not exist when the module is imported are left out.
 */
export function readFunctions(root: SyntaxNode, text: string): readonly PythonFunction[] {
  const functions: PythonFunction[] = [];
  readBlock(root, text, '', functions);
  return functions.filter(({ node }) => node === undefined || !isReplacedByNone(node, root));
}

/** Whether a decorator of the module, which returns nothing, leaves `None` in the place of a function. */
export function isReplacedByNone(definition: SyntaxNode, root: SyntaxNode): boolean {
  const { parent } = definition;
  if (parent?.type !== 'decorated_definition') return false;
  return childrenOf(parent)
    .filter(({ type }) => type === 'decorator')
    .map(({ text }) => text.slice(1).trim())
    .some((name) => /^\w+$/.test(name) && returnsNothing(name, root));
}

/** Whether the only binding of a name in a module is a function without a `return` of a value. */
function returnsNothing(name: string, root: SyntaxNode): boolean {
  const named = childrenOf(root).filter((node) => node.childForFieldName('name')?.text === name);
  const isBoundElsewhere = new RegExp(String.raw`^(?:from|import|@).*\b${name}\b|^[ \t]*${name}\s*(?:=|:)`, 'm');
  const [only, ...others] = named;
  if (only?.type !== 'function_definition' || others.length > 0) return false;
  const withoutUses = root.text.replaceAll(new RegExp(String.raw`^[ \t]*@${name}\b.*$`, 'gm'), '');
  if (only.firstChild?.type === 'async' || isBoundElsewhere.test(withoutUses)) return false;
  const body = only.childForFieldName('body');
  return body !== null && !returnsValue(body);
}

function returnsValue(node: SyntaxNode): boolean {
  if (node.type === 'function_definition' || node.type === 'lambda' || node.type === 'class_definition') return false;
  if (node.type === 'yield' || node.type === 'raise_statement') return true;
  if (node.type === 'return_statement') return childrenOf(node).some(({ type }) => type !== 'none');
  return childrenOf(node).some(returnsValue);
}

/** The functions that one name can mean: the last one that certainly runs, and those in branches after it. */
export function variantsOf(declared: readonly PythonFunction[]): readonly PythonFunction[] {
  const bodies = declared.filter(({ isOverload: overload }) => !overload);
  const reading = bodies.filter(({ writes }) => writes === undefined);
  const implemented = reading.length > 0 ? reading : bodies;
  return implemented.slice(
    Math.max(
      implemented.findLastIndex(({ isConditional }) => !isConditional),
      0,
    ),
  );
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

function readBlock(block: SyntaxNode, text: string, prefix: string, functions: PythonFunction[]): void {
  for (const statement of readBlockScope(block, text).statements) {
    const { node, decorated, nameNode, isConditional } = statement;
    if (node.type === 'class_definition') readClass(statement, text, prefix, functions);
    else if (node.type === 'assignment') readLambda(statement, prefix, functions);
    else {
      const decorators = decorated === undefined ? [] : decoratorNames(decorated);
      const isProperty = decorators.some((one) =>
        /(?:^|\.)(?:cached_)?property$|\.(?:setter|getter|deleter)$/.test(one),
      );
      functions.push({
        name: prefix + nameNode.text,
        kind: prefix === '' ? 'function' : isProperty ? 'accessor' : 'method',
        node,
        nameNode,
        isOverload: decorated !== undefined && isOverload(decorated),
        isConditional,
        isBound: prefix !== '' && !decorators.includes('staticmethod'),
        isWrapped: decorators.every((one) => KEEPS_PARAMETERS.test(one)) ? undefined : true,
        writes: (['setter', 'deleter'] as const).find((use) => decorators.some((one) => one.endsWith(`.${use}`))),
      });
    }
  }
}

function readClass(
  { node, decorated, nameNode, isConditional }: BlockStatement,
  text: string,
  prefix: string,
  functions: PythonFunction[],
): void {
  const name = prefix + nameNode.text;
  const body = node.childForFieldName('body');
  if (body !== null) readBlock(body, text, `${name}.`, functions);
  const generated = readDataclassInit(decorated === undefined ? [] : decoratorsOf(decorated), node);
  if (generated === undefined) return;
  const init = { kind: 'method', nameNode, isOverload: false, isBound: true } as const;
  functions.push({ ...init, name: `${name}.__init__`, generated, isConditional });
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
function readLambda(
  { node, nameNode, isConditional }: BlockStatement,
  prefix: string,
  functions: PythonFunction[],
): void {
  const value = node.childForFieldName('right');
  if (value?.type !== 'lambda') return;
  const common = { kind: 'arrow', nameNode, isOverload: false, isConditional, isBound: prefix !== '' } as const;
  functions.push({ ...common, name: prefix + nameNode.text, node: value });
}

/** The decorators of the standard library and of typing after which callers pass what the function states. */
const KEEPS_PARAMETERS =
  /^(?:[\w.]+\.)?(?:(?:static|class|abstract)(?:class|static)?method|(?:cached_|abstract)?property|setter|getter|deleter|overload|override|final|no_type_check|cache|lru_cache|(?:async)?contextmanager|deprecated)$/;

/** Whether a decorated function is an overload signature: `@overload`, `@typing.overload`. */
function isOverload(decorated: SyntaxNode): boolean {
  return decoratorNames(decorated).some((name) => /^(?:[\w.]+\.)?overload$/.test(name));
}
