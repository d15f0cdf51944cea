import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';
import type { LibraryNames } from '../interface/declared-test.ts';
import { isRunnerName } from './runner-names.ts';

/** The modules of test runners and assertion libraries. */
const LIBRARY_MODULE = new RegExp(
  `^(?:${[
    '(?:node:)?(?:test|assert)(?:/.+)?',
    'mocha|vitest|chai|should|expect|tap|tape|ava|uvu|zora|qunit|jasmine|unexpected|cypress|sinon|supertest',
    'power-assert|bun:test|playwright/test|(?:@playwright/test|vitest|uvu|tap|ava|chai|expect|jest|qunit)/.+|@playwright/.+',
    '@jest/.+|@vitest/.+|@std/.+|jsr:@std/.+|@testing-library/.+|@hapi/(?:lab|code)|(?:jest|chai|sinon|mocha)-.+',
  ].join('|')})$`,
);

/** Whether a module is a known test runner or assertion library. */
export function isLibraryModule(name: string): boolean {
  return LIBRARY_MODULE.test(name);
}

/** Without its hooks, a test still runs and checks. Variables often have such names. */
const HOOK = /^(?:before|after|setup|teardown|suiteSetup|suiteTeardown|mock|run)/;

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'global', 'window', 'self']);

/** Finds what provides the names of a file. */
export function findLibraryNames(ts: TypeScript, source: ts.SourceFile): LibraryNames {
  const library = new Set<string>();
  const imported = new Set<string>();
  const defined = new Set<string>();
  /** The definitions that use a library, such as helpers with assertions. */
  const based = new Set<string>();
  const used = new Set<string>();
  const isLibraryName = (name: string): boolean =>
    library.has(name) || based.has(name) || (isGlobalName(name) && !imported.has(name) && !defined.has(name));
  const addDefinition = (names: readonly string[], definition: ts.Node, isTopLevel: boolean): void => {
    const isBased = usesLibrary(ts, definition, (name) => !names.includes(name) && isLibraryName(name));
    for (const name of names) {
      if (isBased) based.add(name);
      // A variable of an inner scope often has the name of an import, such as `match`.
      else if (isTopLevel || isGlobalName(name)) defined.add(name);
    }
  };
  const visit = (node: ts.Node, isTopLevel: boolean): void => {
    if (ts.isIdentifier(node)) used.add(node.text);
    if (ts.isImportDeclaration(node)) {
      const { moduleSpecifier: module } = node;
      const isLibrary = ts.isStringLiteral(module) && isLibraryModule(module.text);
      for (const name of listImports(ts, node)) (isLibrary ? library : imported).add(name);
      return;
    }
    if (ts.isImportEqualsDeclaration(node)) addDefinition([node.name.text], node.moduleReference, isTopLevel);
    else if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      addDefinition(listBoundNames(ts, node.name), node.initializer, isTopLevel);
    } else if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name !== undefined) {
      addDefinition([node.name.text], node, isTopLevel);
    }
    const overwritten = findOverwritten(ts, node);
    if (overwritten !== undefined) defined.add(overwritten);
    const isInner = ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, isTopLevel && !isInner));
  };
  visit(source, true);
  for (const name of used) if (isGlobalName(name) && isLibraryName(name)) library.add(name);
  for (const name of [...imported, ...defined]) library.delete(name);
  for (const name of [...library].filter((one) => HOOK.test(one))) library.delete(name);
  return { library, imported, defined };
}

function isGlobalName(name: string): boolean {
  return isRunnerName(name) || name === 'expect' || name === 'assert' || name === 'should' || name === 'chai';
}

function listImports(ts: TypeScript, { importClause }: ts.ImportDeclaration): readonly string[] {
  const names = importClause?.name === undefined ? [] : [importClause.name.text];
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return names;
  if (ts.isNamespaceImport(bindings)) return [...names, bindings.name.text];
  return [...names, ...bindings.elements.map(({ name }) => name.text)];
}

/** The names that a declaration binds: `a`, `{ a, b: c }`, `[a]`. */
export function listBoundNames(ts: TypeScript, name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? listBoundNames(ts, element.name) : []));
}

/** Whether a definition refers to a name of a library, or loads one: `require('chai')`, `base.extend({})`. */
function usesLibrary(ts: TypeScript, definition: ts.Node, isLibraryName: (name: string) => boolean): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMemberName(ts, node)) found ||= isLibraryName(node.text);
    const isLoaded = ts.isStringLiteral(node) && (ts.isCallExpression(node.parent) || node.parent === definition);
    if (isLoaded) found ||= isLibraryModule(node.text);
    if (!found) ts.forEachChild(node, visit);
  };
  visit(definition);
  return found;
}

/** Whether an identifier is the name of a property, and no reference: `a.test`, `{ test: 1 }`, `{ test() {} }`. */
function isMemberName(ts: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  const isNamed =
    ts.isPropertyAccessExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertySignature(parent);
  return isNamed && parent.name === node;
}

/** The name whose value or member a node overwrites: `it = f`, `globalThis.it = f`, `assert.equal = f`. */
function findOverwritten(ts: TypeScript, node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    return rootName(ts, node.left);
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  const [target] = node.arguments;
  const isObject = ts.isIdentifier(expression) && (expression.text === 'Object' || expression.text === 'Reflect');
  const overwrites =
    (isObject && ['assign', 'defineProperty', 'defineProperties', 'set'].includes(name.text)) ||
    name.text === 'spyOn' ||
    name.text === 'method' ||
    name.text === 'stub';
  return overwrites && target !== undefined ? rootName(ts, target) : undefined;
}

/** The first name of an expression; for a property of the global object, the name of the property. */
function rootName(ts: TypeScript, node: ts.Expression): string | undefined {
  return pathOf(ts, node)[0];
}

/** The names of an expression, without the global object: `a.b` for `globalThis.a['b']`. Empty without a first name. */
export function pathOf(ts: TypeScript, node: ts.Expression): readonly string[] {
  const names: string[] = [];
  let expression = node;
  for (;;) {
    if (ts.isPropertyAccessExpression(expression)) names.unshift(expression.name.text);
    else if (ts.isElementAccessExpression(expression)) {
      const { argumentExpression: key } = expression;
      names.unshift(ts.isStringLiteralLike(key) ? key.text : '');
    } else break;
    expression = expression.expression;
  }
  if (!ts.isIdentifier(expression)) return [];
  return GLOBAL_OBJECTS.has(expression.text) ? names : [expression.text, ...names];
}
