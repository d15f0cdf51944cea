import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';
import type { TestExclusion } from '../interface/declared-test.ts';
import { isLibraryModule, pathOf } from './library-names.ts';
import { endsProcess } from './process-end.ts';
import { isRunnerName, isSetupHook, readCallee } from './runner-names.ts';

/** The modules of runners that run each file in a separate process, or keep a test from ending it. */
const ISOLATING = /^(?:node:test|vitest|bun:test|@playwright\/test)$/;
/** The assertions of `node:assert`, chai and the matchers of jest, by their usual forms. */
const KNOWN_ASSERTION =
  /^(?:assert|ok|fail|equal|notEqual|strictEqual|notStrictEqual|deepEqual|notDeepEqual|deepStrictEqual|notDeepStrictEqual|partialDeepStrictEqual|throws|doesNotThrow|rejects|doesNotReject|match|doesNotMatch|ifError|AssertionError|eql?|a|an|include|contain|property|lengthOf|above|below|least|most|instanceof|toBe|toEqual|toStrictEqual|toThrow\w*|toMatch\w*|toContain\w*|toHave\w+|toBeTruthy|toBeFalsy|toBeNull|toBeUndefined|toBeDefined|toBeNaN|toBeCloseTo|toBeInstanceOf|toBeGreaterThan\w*|toBeLessThan\w*)$/;
const ASSERTION_LIBRARY =
  /^(?:(?:node:)?assert(?:\/strict)?|chai(?:\/.*)?|expect|@jest\/expect|@vitest\/expect|should|power-assert)$/;

/**
 * What a file does to the tests of other files when a runner loads it: it ends the process, or replaces assertions or parts
 * of the runner. The bodies of its tests are not searched: they are executed later, and restore what they replace.
 */
export function findEffects(ts: TypeScript, source: ts.SourceFile): readonly TestExclusion[] {
  const found: TestExclusion[] = [];
  const { modules, isIsolated } = readImports(ts, source);
  const add = (node: ts.Node, name: string, effect: string, replacesRunner = false): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ name, line: line + 1, effect, replacesRunner });
  };
  const visit = (node: ts.Node): void => {
    if (isDeferred(ts, node)) return;
    if (!isIsolated && endsWithoutFailure(ts, node))
      add(node, 'exit', 'The file ends the process, or sets its exit code');
    if (!isIsolated && changesResolution(ts, node, modules))
      add(node, 'modules', 'The file changes what modules are loaded');
    if (skipsAll(ts, node)) add(node, 'skip', 'The file skips the tests of all files');
    const replaced = findReplaced(ts, node, modules);
    if (replaced !== undefined) add(node, replaced, `The file replaces ${replaced}`, true);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

interface FileImports {
  /** The modules of the imported names. */
  readonly modules: ReadonlyMap<string, string>;
  readonly isIsolated: boolean;
}

function readImports(ts: TypeScript, source: ts.SourceFile): FileImports {
  const modules = new Map<string, string>();
  let isIsolated = false;
  const add = (name: ts.BindingName | undefined, module: string): void => {
    if (name === undefined) return;
    if (ts.isIdentifier(name)) modules.set(name.text, module);
    else for (const element of name.elements) if (ts.isBindingElement(element)) add(element.name, module);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const module = node.moduleSpecifier.text;
      isIsolated ||= ISOLATING.test(module);
      add(node.importClause?.name, module);
      const bindings = node.importClause?.namedBindings;
      if (bindings !== undefined && ts.isNamespaceImport(bindings)) add(bindings.name, module);
      else for (const { name } of bindings?.elements ?? []) add(name, module);
    } else if (ts.isVariableDeclaration(node)) {
      const module = requiredModule(ts, node.initializer);
      if (module !== undefined) {
        isIsolated ||= ISOLATING.test(module);
        add(node.name, module);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { modules, isIsolated };
}

/** The module that an expression requires, also as a member of it: `require('assert').strict`. */
function requiredModule(ts: TypeScript, node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isPropertyAccessExpression(node) || ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) {
    return requiredModule(ts, node.expression);
  }
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  const isLoading =
    node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(node.expression) && node.expression.text === 'require');
  return isLoading && first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined;
}

/** Whether a node is executed with a test or by a call elsewhere, and not when a runner loads the file or runs its hooks. */
function isDeferred(ts: TypeScript, node: ts.Node): boolean {
  if (!ts.isFunctionLike(node)) return false;
  const { parent } = node;
  // `exports.mochaHooks = { beforeEach() {} }`
  if (
    ts.isMethodDeclaration(node) &&
    /\bmochaHooks\s*[=:]\s*$/.test(node.getSourceFile().text.slice(0, parent.getStart()))
  )
    return false;
  if (ts.isParenthesizedExpression(parent))
    return !ts.isCallExpression(parent.parent) && !ts.isPropertyAccessExpression(parent.parent);
  if (ts.isNewExpression(parent)) return false;
  if (!ts.isCallExpression(parent) || parent.expression === node) return !ts.isCallExpression(parent);
  const { root = '', members } = readCallee(ts, parent.expression);
  if (isHook(ts, parent)) return false;
  return [root, members.at(-1) ?? ''].some(
    (name) => isRunnerName(name) && !/^[fx]?(?:describe|context|suite)$/.test(name),
  );
}

/** Whether a call registers a hook of the runner. */
function isHook(ts: TypeScript, call: ts.CallExpression): boolean {
  const callee = readCallee(ts, call.expression);
  return isSetupHook(callee) || /^(?:after|teardown)/.test(callee.members.at(-1) ?? callee.root ?? '');
}

/** Whether the nearest function around a node is a hook. A runner sets the exit code after all hooks. */
function isInHook(ts: TypeScript, node: ts.Node): boolean {
  let outer = node.parent;
  while (!ts.isFunctionLike(outer) && !ts.isSourceFile(outer)) outer = outer.parent;
  return !ts.isSourceFile(outer) && ts.isCallExpression(outer.parent) && isHook(ts, outer.parent);
}

/** Whether another place of the file gives a member a stored value again: `process.exit = exit`. */
function isRestored(ts: TypeScript, target: string, source: ts.SourceFile): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    found ||=
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      node.left.getText() === target &&
      (ts.isIdentifier(node.right) || ts.isPropertyAccessExpression(node.right));
    if (!found) ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function endsWithoutFailure(ts: TypeScript, node: ts.Node): boolean {
  if (ts.isCallExpression(node)) {
    const { root, members } = readCallee(ts, node.expression);
    const [first, second] = node.arguments;
    if (root === 'process' && members.join() === 'kill')
      return first?.getText() === 'process.pid' && second?.getText() !== '0';
    return endsProcess(ts, node) && (first === undefined || /^(?:0|undefined|null|void 0)$/.test(first.getText()));
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const target = node.left.getText();
  if (target === 'process.exitCode')
    return /^(?:0|undefined|null|void 0)$/.test(node.right.getText()) && !isInHook(ts, node);
  if (isInHook(ts, node) && isRestored(ts, target, node.getSourceFile())) return false;
  return (
    /^process\.(?:exit|reallyExit)$/.test(target) &&
    !ts.isIdentifier(node.right) &&
    !ts.isPropertyAccessExpression(node.right)
  );
}

/** `Module._load = f`, `require.cache[path] = m`, `register('./hooks.js')` of `node:module` */
function changesResolution(ts: TypeScript, node: ts.Node, modules: ReadonlyMap<string, string>): boolean {
  const isModule = (name: string): boolean => /^(?:node:)?module$/.test(modules.get(name) ?? '');
  if (ts.isCallExpression(node)) {
    const { root = '', members } = readCallee(ts, node.expression);
    return isModule(root) && /^(?:register|registerHooks)$/.test(members.at(-1) ?? root);
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  if (ts.isIdentifier(node.left)) return false;
  const [root = '', member = ''] = pathOf(ts, node.left);
  return (root === 'require' && /^(?:cache|extensions)$/.test(member)) || (isModule(root) && member.startsWith('_'));
}

/** The assertion or the part of a runner that a node replaces. */
function findReplaced(ts: TypeScript, node: ts.Node, modules: ReadonlyMap<string, string>): string | undefined {
  for (const { target, member, value } of listReplacements(ts, node)) {
    if (value !== undefined && (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value))) continue;
    const required = requiredRoot(ts, target);
    const path = required === undefined ? pathOf(ts, target) : [required, ...membersOf(target.getText())];
    const names = member === undefined ? path : [...path, member];
    const [root = ''] = names;
    if (names.length === 1) {
      // `globalThis.it = () => {}`; a variable of the file with this name is no global.
      if (target.getText() !== root && (isRunnerName(root) || root === 'expect' || root === 'assert')) return root;
      continue;
    }
    const module =
      required ??
      modules.get(root) ??
      // `expect` is a global of jest; other names need `globalThis`.
      (root === 'expect' || (/^(?:assert|chai)$/.test(root) && target.getText() !== path.join('.')) ? root : undefined);
    if (module === undefined || !isLibraryModule(module)) continue;
    const isAssertion = ASSERTION_LIBRARY.test(module) || root === 'expect';
    // A computed name can be that of any assertion.
    const last = names.at(-1) ?? '';
    if (!isAssertion || last === '' || KNOWN_ASSERTION.test(last)) return names.join('.');
  }
  return undefined;
}

/** The module that an expression starts with: `require('assert').equal`. */
function requiredRoot(ts: TypeScript, node: ts.Expression): string | undefined {
  let expression = node;
  while (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression))
    ({ expression } = expression);
  return ts.isCallExpression(expression) ? requiredModule(ts, expression) : undefined;
}

/** The names after a call: `equal` for `require('assert').equal`. */
function membersOf(text: string): readonly string[] {
  return text
    .slice(text.lastIndexOf(')') + 1)
    .split('.')
    .filter((name) => name !== '');
}

/** Whether a node skips every test: in a hook of the whole run, or in `mochaHooks`, without a condition. */
function skipsAll(ts: TypeScript, node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'this.skip') return false;
  let outer = node.parent;
  while (!ts.isFunctionLike(outer)) {
    if (ts.isSourceFile(outer) || ts.isIfStatement(outer) || ts.isConditionalExpression(outer)) return false;
    outer = outer.parent;
  }
  if (ts.isMethodDeclaration(outer)) return /^before(?:All|Each)$/.test(outer.name.getText());
  const call = outer.parent;
  return (
    ts.isCallExpression(call) &&
    isHook(ts, call) &&
    ts.isExpressionStatement(call.parent) &&
    ts.isSourceFile(call.parent.parent)
  );
}

interface Replacement {
  readonly target: ts.Expression;
  readonly member: string | undefined;
  readonly value: ts.Expression | undefined;
}

/** `a.b = f`, `Object.assign(a, { b })`, `Object.defineProperty(a, 'b', …)`, `expect.extend({ b })`, `overwriteMethod('b', f)` */
function listReplacements(ts: TypeScript, node: ts.Node): readonly Replacement[] {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    return [{ target: node.left, member: undefined, value: node.right }];
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: object, name } = node.expression;
  const [first, second, third] = node.arguments;
  const isObject = /^(?:Object|Reflect)$/.test(object.getText());
  const listed = (target: ts.Expression, value: ts.Expression | undefined): readonly Replacement[] =>
    value !== undefined && ts.isObjectLiteralExpression(value)
      ? value.properties.flatMap((property) => {
          const member = property.name?.getText().replaceAll(/['"]/g, '');
          return member === undefined ? [] : [{ target, member, value: undefined }];
        })
      : [];
  if (isObject && first !== undefined) {
    if (name.text === 'assign' || name.text === 'defineProperties') return listed(first, second);
    const isOne = name.text === 'defineProperty' || name.text === 'set';
    return isOne && second !== undefined && ts.isStringLiteralLike(second)
      ? [{ target: first, member: second.text, value: name.text === 'set' ? third : undefined }]
      : [];
  }
  if (name.text === 'extend') return listed(object, first);
  // `mock.method(assert, 'equal', f)`, `sinon.stub(assert, 'equal')`
  if (/^(?:method|stub|replace|spyOn)$/.test(name.text) && first !== undefined && second !== undefined) {
    return ts.isStringLiteralLike(second) ? [{ target: first, member: second.text, value: undefined }] : [];
  }
  const overwrites = /^overwrite(?:Method|Property|ChainableMethod)$/.test(name.text);
  return overwrites && first !== undefined && ts.isStringLiteralLike(first)
    ? [{ target: object, member: first.text, value: undefined }]
    : [];
}
