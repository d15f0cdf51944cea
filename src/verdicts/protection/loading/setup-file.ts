import { isBuiltin } from 'node:module';
import type { ts } from 'ts-morph';
import { loadTypeScript, parseScript, type TypeScript } from '../../../code/language/typescript-parser.ts';
import { isRelative } from '../../../code/resolution/tree-path.ts';
import { findEffects } from '../tests/javascript/file-effects.ts';
import { readCallee } from '../tests/javascript/runner-names.ts';

const HOOK = /^(?:before|after)(?:All|Each)?$/;

/**
 * Whether a setup file only does what its text shows, and nothing of it decides about results: it imports packages, and calls
 * their functions at once or in hooks. It neither imports code of the tree nor writes to what it did not define.
 */
export async function onlyRegisters(path: string, text: string): Promise<boolean> {
  const ts = await loadTypeScript();
  const source = parseScript(ts, text, /\.[cm]?tsx?$/.test(path) ? 'ts' : 'js');
  const imported = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { moduleSpecifier: module, importClause: clause } = statement;
    if (
      !ts.isStringLiteral(module) ||
      isRelative(module.text) ||
      /^[/#@~]\/?(?![\w-]+\/)/.test(module.text) ||
      isBuiltin(module.text)
    )
      return false;
    if (clause?.name !== undefined) imported.add(clause.name.text);
    const bindings = clause?.namedBindings;
    if (bindings !== undefined && ts.isNamespaceImport(bindings)) imported.add(bindings.name.text);
    else for (const { name } of bindings?.elements ?? []) imported.add(name.text);
  }
  const isAllowed = (statement: ts.Statement): boolean =>
    ts.isImportDeclaration(statement) ||
    (ts.isExpressionStatement(statement) && isRegistration(ts, statement.expression, imported));
  return source.statements.every(isAllowed) && findEffects(ts, source).length === 0;
}

/** A call of an imported function or of a hook, whose arguments do the same. */
function isRegistration(ts: TypeScript, node: ts.Expression, imported: ReadonlySet<string>): boolean {
  if (!ts.isCallExpression(node)) return false;
  const { root = '', members } = readCallee(ts, node.expression);
  if (!HOOK.test(root) && root !== 'expect' && !imported.has(root)) return false;
  if (
    /^(?:mock|doMock|stub\w*|spyOn|setConfig|use|overwrite\w*|register\w*|replace\w*|define\w*)$/.test(
      members.at(-1) ?? root,
    )
  )
    return false;
  return node.arguments.every((argument) => {
    if (ts.isArrowFunction(argument) || ts.isFunctionExpression(argument)) {
      const { body } = argument;
      if (!ts.isBlock(body)) return isRegistration(ts, body, imported);
      return body.statements.every(
        (inner) => ts.isExpressionStatement(inner) && isRegistration(ts, inner.expression, imported),
      );
    }
    return ts.isIdentifier(argument) ? imported.has(argument.text) : ts.isLiteralExpression(argument);
  });
}
