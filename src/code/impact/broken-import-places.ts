import type { ts } from 'ts-morph';
import { componentScripts } from '../language/scripts.ts';
import { languageOf, type Dialect } from '../language/source-language.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../language/typescript-parser.ts';
import type { BrokenImport } from './broken-imports.ts';

/**
 * The broken imports of one file, each at the place of its missing name or specifier, as the compiler reports it. An import
 * whose failure is caught, or that no statement of the text makes, is left out.
 */
export async function placeBrokenImports(
  file: string,
  text: string,
  broken: readonly BrokenImport[],
): Promise<readonly BrokenImport[]> {
  // Flow finds names and modules in other ways, and a comment can switch the compiler off for a line.
  if (/@flow\b|@ts-nocheck\b/.test(text)) return [];
  const ts = await loadTypeScript();
  const language = languageOf(file);
  const scripts: readonly { readonly text: string; readonly dialect: Dialect }[] =
    language === 'ts' || language === 'tsx' || language === 'js'
      ? [{ text, dialect: language }]
      : language === undefined
        ? []
        : componentScripts(text, language).parts;
  const placed = new Map<string, BrokenImport>();
  for (const script of scripts) {
    const source = parseScript(ts, script.text, script.dialect);
    for (const one of broken) {
      for (const node of findNodes(ts, source, one)) {
        const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
        if (isSwitchedOff(script.text.split('\n'), line)) continue;
        placed.set(`${line}:${character}`, { ...one, line: line + 1, column: character + 1 });
      }
    }
  }
  return [...placed.values()];
}

/** Whether a comment before a 0-based line switches the compiler off for it. Other comments and empty lines can be between. */
function isSwitchedOff(lines: readonly string[], line: number): boolean {
  for (let at = line - 1; at >= 0; at--) {
    const text = lines[at]?.trim() ?? '';
    if (/@ts-(?:ignore|expect-error)/.test(text)) return true;
    if (text !== '' && !text.startsWith('//') && !/^(?:\/?\*|.*\*\/$)/.test(text)) return false;
  }
  return false;
}

/** The names in the imports of a specifier, or the specifiers if the module is missing. */
function findNodes(ts: TypeScript, source: ts.SourceFile, broken: BrokenImport): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const place =
      ts.isStringLiteralLike(node) && node.text === broken.specifier ? findInStatement(ts, node, broken) : undefined;
    if (place !== undefined) found.push(place);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function findInStatement(ts: TypeScript, specifier: ts.StringLiteralLike, broken: BrokenImport): ts.Node | undefined {
  const { parent } = specifier;
  if (broken.kind === 'require' || broken.kind === 'dynamic') {
    if (ts.isExternalModuleReference(parent)) return specifier;
    if (!ts.isCallExpression(parent) || parent.arguments[0] !== specifier) return undefined;
    const { expression } = parent;
    const isImport =
      expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === 'require');
    return isImport && isUnconditional(ts, parent) ? specifier : undefined;
  }
  if (!ts.isImportDeclaration(parent) && !ts.isExportDeclaration(parent)) return undefined;
  const { name } = broken;
  if (name === undefined) return specifier;
  if (ts.isExportDeclaration(parent)) {
    const { exportClause } = parent;
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) return undefined;
    return exportClause.elements.map((one) => one.propertyName ?? one.name).find((one) => one.text === name);
  }
  const clause = parent.importClause;
  if (clause?.name !== undefined && name === 'default') return clause.name;
  const bindings = clause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return undefined;
  return bindings.elements.map((one) => one.propertyName ?? one.name).find((one) => one.text === name);
}

/** Whether an expression is evaluated whenever the module is loaded, and its error ends the loading. */
function isUnconditional(ts: TypeScript, node: ts.Node): boolean {
  for (let inner = node, outer = node.parent as ts.Node | undefined; outer; inner = outer, outer = outer.parent) {
    if (ts.isSourceFile(outer)) return true;
    const isPassedOn =
      ts.isAwaitExpression(outer) ||
      ts.isElementAccessExpression(outer) ||
      (ts.isPropertyAccessExpression(outer) && !/^(?:catch|then|finally)$/.test(outer.name.text)) ||
      (ts.isCallExpression(outer) && outer.expression === inner) ||
      (ts.isVariableDeclaration(outer) && outer.initializer === inner) ||
      ts.isVariableDeclarationList(outer) ||
      ts.isVariableStatement(outer) ||
      ts.isExpressionStatement(outer) ||
      (ts.isBinaryExpression(outer) && outer.operatorToken.kind === ts.SyntaxKind.EqualsToken) ||
      ts.isParenthesizedExpression(outer) ||
      ts.isObjectLiteralExpression(outer) ||
      ts.isPropertyAssignment(outer) ||
      ts.isExportAssignment(outer);
    if (!isPassedOn) return false;
  }
  return false;
}
