import type { ts } from 'ts-morph';
import type { DeclaredNames } from '../../declarations/declared-names.ts';
import { findExportedObject } from '../../language/exported-object.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';

/** How types outside a JavaScript module refer to what it declares: through its exports only. */
export interface JavaScriptNames {
  /** The names of the file, with the local names behind CommonJS exports. */
  readonly names: DeclaredNames;
  /** Writes an export so that it resolves in another file. */
  readonly exportText: (name: string) => string;
  /** Writes a declared name so that it resolves in another file. The name of an export that is not declared is kept. */
  readonly nameText: (name: string) => string;
}

/** @param absolute Absolute path of the JavaScript file. */
export function readJavaScriptNames(
  typescript: TypeScript,
  declared: DeclaredNames,
  absolute: string,
): JavaScriptNames {
  const isCommonJs = !typescript.isExternalModule(declared.source);
  const common = isCommonJs ? readCommonJsNames(typescript, declared) : undefined;
  const localNames = new Map([...(common?.localNames ?? []), ...declared.localNames]);
  const isWhole = (name: string): boolean => common?.wholeNames.has(name) === true;
  const module = `import(${JSON.stringify(absolute)})`;
  const exportText = (name: string): string => (isWhole(name) ? module : `${module}.${name}`);
  const exportNames = new Map([...localNames].map(([exported, local]) => [local, exported]));
  const nameText = (name: string): string => {
    // A name can be exported under itself too, and then that export is the clearest reference.
    const isOwn = !exportNames.has(name) || localNames.get(name) === name;
    return exportText(isOwn ? name : (exportNames.get(name) ?? name));
  };
  const members = [...(common?.members ?? [])].map(([name, node]) => [name, { name, declarations: [node] }] as const);
  return {
    names: { ...declared, declared: new Map([...declared.declared, ...members]), localNames },
    exportText,
    nameText,
  };
}

interface CommonJsNames {
  /** The local names behind `module.exports = local`, `module.exports = { name: local }` and `exports.name = local`. */
  readonly localNames: ReadonlyMap<string, string>;
  /** The names of the whole module, if one value is: `module.exports = …`. A member `default` is not the whole module. */
  readonly wholeNames: ReadonlySet<string>;
  /** The declarations of the exports that are no local names. */
  readonly members: ReadonlyMap<string, ts.Node>;
}

function readCommonJsNames(typescript: TypeScript, { source }: DeclaredNames): CommonJsNames {
  const localNames = new Map<string, string>();
  const members = new Map<string, ts.Node>();
  const wholeNames = new Set<string>();
  const memberNames = new Set<string>();
  const addMember = (name: string, value: ts.Expression, node: ts.Node): void => {
    memberNames.add(name);
    members.delete(name);
    localNames.delete(name);
    if (typescript.isIdentifier(value)) localNames.set(name, value.text);
    else members.set(name, node);
  };
  const addProperties = (object: ts.ObjectLiteralExpression): void => {
    for (const property of object.properties) {
      const { name } = property;
      if (name === undefined || !typescript.isIdentifier(name)) continue;
      if (typescript.isShorthandPropertyAssignment(property)) addMember(name.text, name, property);
      else if (typescript.isPropertyAssignment(property)) addMember(name.text, property.initializer, property);
      else members.set(name.text, property);
    }
  };
  for (const { target, value } of source.statements.flatMap((statement) => readAssignments(typescript, statement))) {
    const name = exportedMember(typescript, target);
    if (name !== undefined) addMember(name, value, value);
    if (!isModuleExports(typescript, target)) continue;
    for (const whole of ['export=', 'default']) {
      wholeNames.add(whole);
      if (typescript.isIdentifier(value)) localNames.set(whole, value.text);
      else localNames.delete(whole);
    }
    const { object = value } = typescript.isIdentifier(value)
      ? (findExportedObject(typescript, source.statements, value.text) ?? {})
      : {};
    if (typescript.isObjectLiteralExpression(object)) addProperties(object);
  }
  if (memberNames.has('default')) wholeNames.delete('default');
  return { localNames, wholeNames, members };
}

interface Assignment {
  readonly target: ts.Expression;
  readonly value: ts.Expression;
}

/** The assignments of a statement: `a = b = value` assigns the value to both. */
function readAssignments(typescript: TypeScript, statement: ts.Statement): readonly Assignment[] {
  if (!typescript.isExpressionStatement(statement)) return [];
  const targets: ts.Expression[] = [];
  let value = statement.expression;
  while (typescript.isBinaryExpression(value) && value.operatorToken.kind === typescript.SyntaxKind.EqualsToken) {
    targets.push(value.left);
    value = value.right;
  }
  const assigned = value;
  return targets.map((target) => ({ target, value: assigned }));
}

/** `name` in `exports.name` and `module.exports.name`. */
function exportedMember(typescript: TypeScript, target: ts.Expression): string | undefined {
  if (!typescript.isPropertyAccessExpression(target) || !typescript.isIdentifier(target.name)) return undefined;
  const { expression, name } = target;
  const isExports = typescript.isIdentifier(expression) && expression.text === 'exports';
  return isExports || isModuleExports(typescript, expression) ? name.text : undefined;
}

function isModuleExports(typescript: TypeScript, target: ts.Expression): boolean {
  return (
    typescript.isPropertyAccessExpression(target) &&
    target.name.text === 'exports' &&
    typescript.isIdentifier(target.expression) &&
    target.expression.text === 'module'
  );
}
