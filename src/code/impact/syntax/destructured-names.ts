import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';

/** A module that a script refers to: by a top-level name, or by `import('x')` and `require('x')` with some specifiers. */
export interface ModuleReference {
  readonly local?: string;
  readonly specifiers?: ReadonlySet<string>;
}

/** A top-level variable and the path from its value to the member. With an empty path, the variable is the member. */
export interface MemberVariable {
  readonly local: string;
  readonly path: readonly string[];
}

/**
 * Whether a text may destructure a module at all. A test of the text is much faster than the parser, and most files that
 * import a module do not.
 */
export function mayDestructure(text: string, { local }: ModuleReference): boolean {
  for (const { index } of text.matchAll(/\}\s*(?::[^=;]*)?=(?![=>])/g)) {
    const end = text.indexOf(';', index);
    const initializer = text.slice(index, end < 0 ? undefined : end);
    // An inline import may be in a variable of any name.
    if (local === undefined || initializer.includes(local)) return true;
  }
  return false;
}

/**
 * Finds the top-level variables that receive a member of a module by destructuring: `const { a, b: c } = module`. Follows
 * top-level variables that receive the module itself.
 *
 * @param path the names from the module to the member
 */
export function findDestructuredNames(
  ts: TypeScript,
  source: ts.SourceFile,
  module: ModuleReference,
  path: readonly string[],
): readonly MemberVariable[] {
  const found = new Map<string, MemberVariable>();
  if (module.local !== undefined) found.set(module.local, { local: module.local, path });
  const declarations = source.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
  for (const { name, initializer } of declarations) {
    const value = initializer && withoutWrappers(ts, initializer);
    const pathInValue = value && pathOf(value);
    if (pathInValue === undefined) continue;
    for (const variable of matchPattern(ts, name, pathInValue)) found.set(variable.local, variable);
  }
  return [...found.values()].filter(({ local }) => local !== module.local);

  function pathOf(value: ts.Expression): readonly string[] | undefined {
    if (ts.isIdentifier(value)) return found.get(value.text)?.path;
    if (!ts.isCallExpression(value) || module.specifiers === undefined) return undefined;
    const { expression } = value;
    const isImport =
      expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === 'require');
    const [specifier] = value.arguments;
    const isModule = isImport && specifier !== undefined && ts.isStringLiteralLike(specifier);
    return isModule && module.specifiers.has(specifier.text) ? path : undefined;
  }
}

/** The variables of a name or pattern that receive the member at a path. */
function matchPattern(ts: TypeScript, name: ts.BindingName, path: readonly string[]): readonly MemberVariable[] {
  if (ts.isIdentifier(name)) return [{ local: name.text, path }];
  const [first, ...rest] = path;
  if (!ts.isObjectBindingPattern(name) || first === undefined) return [];
  const keyOf = ({ propertyName, name: target }: ts.BindingElement): string | undefined => {
    const key = propertyName ?? target;
    return ts.isIdentifier(key) || ts.isStringLiteralLike(key) ? key.text : undefined;
  };
  const named = name.elements.filter((element) => element.dotDotDotToken === undefined);
  const matching = named.filter((element) => keyOf(element) === first);
  if (matching.length > 0) return matching.flatMap((element) => matchPattern(ts, element.name, rest));
  // The rest of the pattern receives all members that it does not name.
  return name.elements.flatMap((element) => (named.includes(element) ? [] : matchPattern(ts, element.name, path)));
}

/** The expression inside parentheses, `await` and casts. */
function withoutWrappers(ts: TypeScript, node: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapper ? withoutWrappers(ts, node.expression) : node;
}
