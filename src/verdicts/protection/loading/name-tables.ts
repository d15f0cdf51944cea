import type { ts } from 'ts-morph';
import { parseScript, type TypeScript } from '../../../code/language/typescript-parser.ts';
import { folderOf, joinPath, nameOf } from '../../../code/resolution/tree-path.ts';

/** A name that a tool replaces before it resolves an import. */
export interface NameMapping {
  /** A text that an import starts with, or an expression. */
  readonly find: string | RegExp;
  /** The path from the root of the tree, or the name of a package; `undefined` if code computes it. */
  readonly target: string | undefined;
}

/** What a configuration of a runner decides about modules. */
export interface NameTables {
  /** `alias` of vite and babel, `moduleNameMapper` of jest. */
  readonly mappings: readonly NameMapping[];
  /** The folders in which jest and webpack search packages: `modulePaths`, `moduleDirectories`. */
  readonly folders: readonly string[];
  /** The conditions of package maps that apply besides the standard ones. */
  readonly conditions: readonly string[];
  /** The names that `define` replaces. */
  readonly defined: readonly string[];
  /** The texts of functions with which a plug-in changes modules, by their names: `transform`, `load`, `visitor`. */
  readonly changing: ReadonlyMap<string, { readonly line: number; readonly text: string }>;
}

const MAPPING_KEY = /^(?:alias|aliases|moduleNameMapper|_moduleAliases)$/;
const FOLDER_KEY = /^(?:modulePaths|moduleDirectories|modules)$/;
/** The members of plug-ins of vite and babel, of transformers and of loaders, that change or choose modules. */
const CHANGING_KEY =
  /^(?:transform|load|resolveId|resolve|visitor|process|processAsync|customResolver|transformRequest)$/;

/** Reads the tables of a configuration: a module, or data. */
export function readNameTables(ts: TypeScript, path: string, text: string): NameTables {
  const isData = /(?:\.json|rc)$/.test(path);
  const source = parseScript(ts, isData ? `(${text})` : text, /\.[cm]?ts$/.test(path) ? 'ts' : 'js');
  const tables = {
    mappings: [] as NameMapping[],
    folders: [] as string[],
    conditions: [] as string[],
    defined: [] as string[],
    changing: new Map<string, { line: number; text: string }>(),
  };
  const folder = folderOf(path);
  const visit = (node: ts.Node): void => {
    const name = propertyName(ts, node);
    if (name !== undefined && ts.isPropertyAssignment(node)) {
      const { initializer } = node;
      if (MAPPING_KEY.test(name)) tables.mappings.push(...readMappings(ts, name, initializer, folder));
      if (FOLDER_KEY.test(name) && ts.isArrayLiteralExpression(initializer)) {
        tables.folders.push(...initializer.elements.flatMap((one) => pathOf(ts, one, folder) ?? []));
      }
      if (
        /^(?:conditions|exportConditions|customExportConditions|conditionNames)$/.test(name) &&
        ts.isArrayLiteralExpression(initializer)
      ) {
        tables.conditions.push(...initializer.elements.flatMap((one) => (ts.isStringLiteralLike(one) ? one.text : [])));
      }
      if (name === 'define' && ts.isObjectLiteralExpression(initializer)) {
        tables.defined.push(...initializer.properties.flatMap((one) => propertyName(ts, one) ?? []));
      }
    }
    const isFunction =
      ts.isMethodDeclaration(node) ||
      (ts.isPropertyAssignment(node) &&
        !ts.isStringLiteralLike(node.initializer) &&
        isPluginPart(ts, node.initializer));
    // `resolve: { alias }` of vite and `transform: {}` of jest are no functions.
    if (name !== undefined && CHANGING_KEY.test(name) && isFunction) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      tables.changing.set(node.getText(source), { line: line + 1, text: name });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tables;
}

function isPluginPart(ts: TypeScript, value: ts.Expression): boolean {
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) || isVisitor(ts, value);
}

/** `visitor: { CallExpression(path) {} }` of a plug-in of babel. */
function isVisitor(ts: TypeScript, value: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(value) && /^visitor$/.test(propertyName(ts, value.parent) ?? '');
}

function propertyName(ts: TypeScript, node: ts.Node): string | undefined {
  if (!ts.isPropertyAssignment(node) && !ts.isMethodDeclaration(node) && !ts.isShorthandPropertyAssignment(node))
    return undefined;
  const { name } = node;
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

function readMappings(ts: TypeScript, key: string, value: ts.Expression, folder: string): readonly NameMapping[] {
  if (ts.isObjectLiteralExpression(value)) {
    return value.properties.flatMap((property): readonly NameMapping[] => {
      const name = propertyName(ts, property);
      if (name === undefined || !ts.isPropertyAssignment(property)) return [];
      const find = key === 'moduleNameMapper' ? toExpression(name) : name;
      return find === undefined ? [] : [{ find, target: pathOf(ts, property.initializer, folder) }];
    });
  }
  if (!ts.isArrayLiteralExpression(value)) return [];
  return value.elements.flatMap((element): readonly NameMapping[] => {
    if (!ts.isObjectLiteralExpression(element)) return [];
    const find = valueOf(ts, element, 'find');
    const replacement = valueOf(ts, element, 'replacement');
    const found = find === undefined ? undefined : readFind(ts, find);
    return found === undefined || replacement === undefined
      ? []
      : [{ find: found, target: pathOf(ts, replacement, folder) }];
  });
}

function valueOf(ts: TypeScript, object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = object.properties.find((one) => propertyName(ts, one) === name);
  return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

function readFind(ts: TypeScript, node: ts.Expression): string | RegExp | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return toExpression(node.text.replace(/^\/|\/[a-z]*$/g, ''));
  const [first] = ts.isNewExpression(node) || ts.isCallExpression(node) ? (node.arguments ?? []) : [];
  return first !== undefined &&
    ts.isStringLiteralLike(first) &&
    /RegExp$/.test((node as ts.NewExpression).expression.getText())
    ? toExpression(first.text)
    : undefined;
}

function toExpression(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}

/** The path that an expression means: a text, or a call that joins texts with the folder of the file. */
function pathOf(ts: TypeScript, node: ts.Expression, folder: string): string | undefined {
  if (ts.isArrayLiteralExpression(node)) {
    const [first] = node.elements;
    return first && pathOf(ts, first, folder);
  }
  const texts: string[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isStringLiteralLike(child)) texts.push(child.text);
    else if (ts.isTemplateExpression(child))
      texts.push(child.templateSpans.map(({ literal }) => literal.text).join(''));
    else ts.forEachChild(child, visit);
  };
  visit(node);
  const paths = texts.filter((text) => /[./\w@]/.test(text));
  if (paths.length === 0) return undefined;
  const isText = ts.isStringLiteralLike(node);
  const path = paths.join('/').replace(/^<rootDir>\/?/, './');
  // The name of a package stays one. A computed path starts from the folder of the file.
  if (isText && !/^[./]|^src\b/.test(path)) return path;
  return joinPath(folder, path.replace(/^\/+/, '')) ?? undefined;
}

/** The import after the first mapping that applies to it; `undefined` if none applies, `null` if code computes the target. */
export function mapName(mappings: readonly NameMapping[], specifier: string): string | null | undefined {
  for (const { find, target } of mappings) {
    if (typeof find === 'string') {
      if (specifier !== find && !specifier.startsWith(find.endsWith('/') ? find : `${find}/`)) continue;
      return target === undefined ? null : target + specifier.slice(find.length);
    }
    const match = find.exec(specifier);
    if (match === null) continue;
    if (target === undefined) return null;
    return target.replaceAll(/\$(\d)/g, (_text, index: string) => match[Number(index)] ?? '');
  }
  return undefined;
}

/** Whether a file is the configuration of a tool that resolves the imports of tests in its own way. */
export function hasNameTables(path: string): boolean {
  return /^(?:(?:vite|vitest|vitest\.workspace|jest|babel|webpack)(?:[.-][\w-]+)*\.(?:[cm]?[jt]s|json)|\.babelrc(?:\.\w+)?|package\.json)$/i.test(
    nameOf(path),
  );
}
