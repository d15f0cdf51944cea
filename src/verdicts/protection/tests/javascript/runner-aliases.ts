import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';
import { isLibraryModule } from './library-names.ts';
import { applyMembers, findRunner, isModifier, isRunnerName, readCallee } from './runner-names.ts';
import type { RunnerReference } from './runner-names.ts';

/**
 * Finds the local names of runner functions: renamed imports, variables such as `const slow = it.skip`, and functions that
 * redefine a runner's name. A redefinition that does not use a runner function is `local`: its tests may never run.
 */
export function findRunnerAliases(ts: TypeScript, source: ts.SourceFile): ReadonlyMap<string, RunnerReference> {
  const aliases = new Map<string, RunnerReference>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node)) addImport(ts, node, aliases);
    else if (ts.isBindingElement(node)) addBinding(ts, node, aliases);
    else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      addDefinition(ts, node.name.text, node.initializer, aliases);
    } else if (ts.isFunctionDeclaration(node) && node.name !== undefined && isRunnerName(node.name.text)) {
      addDefinition(ts, node.name.text, node, aliases);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return aliases;
}

/** `import { it as check } from 'vitest'` */
function addImport(
  ts: TypeScript,
  { name, propertyName, parent }: ts.ImportSpecifier,
  aliases: Map<string, RunnerReference>,
): void {
  const original = propertyName?.text ?? name.text;
  // `node:test` exports its modifiers: `skip` is `test.skip`.
  const { moduleSpecifier: module } = parent.parent.parent;
  const isFromLibrary = ts.isStringLiteral(module) && isLibraryModule(module.text);
  const callee =
    isModifier(original) && isFromLibrary ? { root: 'test', members: [original] } : { root: original, members: [] };
  if (callee.members.length === 0 && propertyName === undefined) return;
  const reference = findRunner(callee, aliases);
  if (reference !== undefined) aliases.set(name.text, reference);
}

/** `const { it: check } = require('mocha')`, `const { skip } = describe` */
function addBinding(ts: TypeScript, node: ts.BindingElement, aliases: Map<string, RunnerReference>): void {
  const { name, propertyName = name } = node;
  if (!ts.isIdentifier(propertyName) || !ts.isIdentifier(name)) return;
  const { parent: declaration } = node.parent;
  const { initializer } = ts.isVariableDeclaration(declaration) ? declaration : {};
  const owner = initializer === undefined ? undefined : findReferenced(ts, initializer, aliases);
  if (owner !== undefined) {
    const reference = applyMembers(owner, [propertyName.text]);
    if (reference !== undefined) aliases.set(name.text, reference);
    return;
  }
  if (propertyName === name) return;
  const reference = findRunner({ root: propertyName.text, members: [] }, aliases);
  if (reference !== undefined) aliases.set(name.text, reference);
}

function addDefinition(ts: TypeScript, name: string, definition: ts.Node, aliases: Map<string, RunnerReference>): void {
  const reference = findReferenced(ts, definition, aliases);
  if (reference !== undefined) aliases.set(name, reference);
  else if (isRunnerName(name) && !isRequired(ts, definition)) {
    const original = findRunner({ root: name, members: [] }, new Map());
    if (original !== undefined) aliases.set(name, { ...original, local: !usesRunner(ts, definition, name, aliases) });
  }
}

/** The runner function that an expression evaluates to: `it`, `it.skip`, `condition ? it : it.skip`, `base.extend({})`. */
export function findReferenced(
  ts: TypeScript,
  node: ts.Node,
  aliases: ReadonlyMap<string, RunnerReference>,
): RunnerReference | undefined {
  if (ts.isParenthesizedExpression(node)) return findReferenced(ts, node.expression, aliases);
  if (ts.isConditionalExpression(node)) {
    const branches = [node.whenTrue, node.whenFalse].map((branch) => findReferenced(ts, branch, aliases));
    const running = branches.find((branch) => branch !== undefined && branch.skip === undefined) ?? branches[0];
    return running && { ...running, conditional: branches.some((branch) => branch?.skip !== running.skip) };
  }
  const isReference = ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);
  if (!isReference) return undefined;
  const callee = readCallee(ts, node);
  // A call that is not `each`, `extend` or similar declares a test or is unrelated. It has no root here.
  return findRunner(callee, aliases);
}

/** `require('node:test')`, or a member of it. */
function isRequired(ts: TypeScript, node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return isRequired(ts, node.expression);
  if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) return isRequired(ts, node.expression);
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  return (
    (ts.isIdentifier(expression) && expression.text === 'require') || expression.kind === ts.SyntaxKind.ImportKeyword
  );
}

/** Whether a definition refers to a runner function other than itself, as a wrapper does. */
function usesRunner(
  ts: TypeScript,
  definition: ts.Node,
  name: string,
  aliases: ReadonlyMap<string, RunnerReference>,
): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text !== name) {
      found ||= isRunnerName(node.text) || aliases.has(node.text);
      // A call of an imported function can create the runner, as in `const test = createTest()`.
      found ||= ts.isCallExpression(node.parent) && node.parent.expression === node && node.parent === definition;
    }
    if (!found) ts.forEachChild(node, visit);
  };
  visit(definition);
  return found;
}
