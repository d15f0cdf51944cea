import type { ts } from 'ts-morph';
import type { TypeScript } from '../language/typescript-parser.ts';

/** A name that a file declares at top level, with all its merged declarations. */
export interface DeclaredName {
  readonly name: string;
  readonly declarations: readonly ts.Node[];
}

/** The top-level declarations and direct exports of a file. */
export interface DeclaredNames {
  readonly source: ts.SourceFile;
  readonly declared: ReadonlyMap<string, DeclaredName>;
  /** The local names of the names in `export { … }` statements, of `default` and of `export=`, by exported name. */
  readonly localNames: ReadonlyMap<string, string>;
  /** The names that the file exports from other modules by name. A local declaration of such a name is not exported. */
  readonly reexported: ReadonlySet<string>;
  /** The first syntax error, with its line; `undefined` if there is none. */
  readonly syntaxError: string | undefined;
}

/** Parses a file and reads the names that it declares and exports at top level. */
export function readDeclaredNames(typescript: TypeScript, file: string, text: string): DeclaredNames {
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
  const reader = new DeclarationReader(typescript);
  for (const statement of source.statements) reader.read(statement);
  return {
    source,
    declared: reader.declared,
    localNames: reader.localNames,
    reexported: reader.reexported,
    syntaxError: describeSyntaxError(typescript, source),
  };
}

/** Finds the first syntax error of a parsed text, with its offset. */
export function findFirstSyntaxError(
  typescript: TypeScript,
  source: ts.SourceFile,
): { readonly message: string; readonly start: number } | undefined {
  // `parseDiagnostics` is not part of the public API.
  const diagnostics: unknown = 'parseDiagnostics' in source ? source.parseDiagnostics : undefined;
  const [first] = Array.isArray(diagnostics) ? (diagnostics as readonly ts.DiagnosticWithLocation[]) : [];
  return first && { message: typescript.flattenDiagnosticMessageText(first.messageText, ' '), start: first.start };
}

function describeSyntaxError(typescript: TypeScript, source: ts.SourceFile): string | undefined {
  const error = findFirstSyntaxError(typescript, source);
  if (error === undefined) return undefined;
  const { line } = source.getLineAndCharacterOfPosition(error.start);
  return `line ${line + 1}: ${error.message}`;
}

class DeclarationReader {
  readonly declared = new Map<string, { readonly name: string; readonly declarations: ts.Node[] }>();
  readonly localNames = new Map<string, string>();
  readonly reexported = new Set<string>();
  readonly #ts: TypeScript;

  constructor(typescript: TypeScript) {
    this.#ts = typescript;
  }

  read(statement: ts.Statement): void {
    const ts = this.#ts;
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) this.#addBinding(declaration.name, declaration);
    } else if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      if (!exportClause) return;
      if (!ts.isNamedExports(exportClause)) {
        this.reexported.add(exportClause.name.text);
        return;
      }
      for (const { name, propertyName } of exportClause.elements) {
        if (moduleSpecifier) this.reexported.add(name.text);
        else this.localNames.set(name.text, (propertyName ?? name).text);
      }
    } else if (ts.isExportAssignment(statement)) {
      if (!ts.isIdentifier(statement.expression)) return;
      this.localNames.set('default', statement.expression.text);
      if (statement.isExportEquals) this.localNames.set('export=', statement.expression.text);
    } else if (isNamedDeclaration(ts, statement)) {
      if (statement.name === undefined || !ts.isIdentifier(statement.name)) return;
      this.#addDeclaration(statement.name.text, statement);
      if (hasModifier(ts, statement, ts.SyntaxKind.DefaultKeyword)) this.localNames.set('default', statement.name.text);
    }
  }

  #addBinding(name: ts.BindingName, declaration: ts.Node): void {
    for (const bound of boundNames(this.#ts, name, declaration)) this.#addDeclaration(bound.name, bound.declaration);
  }

  #addDeclaration(name: string, declaration: ts.Node): void {
    const known = this.declared.get(name);
    if (known) known.declarations.push(declaration);
    else this.declared.set(name, { name, declarations: [declaration] });
  }
}

/** The names that a declaration binds, each with the innermost node that declares it. */
export function boundNames(
  typescript: TypeScript,
  name: ts.BindingName,
  declaration: ts.Node,
): readonly { readonly name: string; readonly declaration: ts.Node }[] {
  if (typescript.isIdentifier(name)) return [{ name: name.text, declaration }];
  return name.elements.flatMap((element) =>
    typescript.isBindingElement(element) ? boundNames(typescript, element.name, element) : [],
  );
}

/** A declaration with exactly one name. */
type NamedDeclaration =
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ModuleDeclaration;

export function isNamedDeclaration(typescript: TypeScript, node: ts.Node): node is NamedDeclaration {
  return (
    typescript.isFunctionDeclaration(node) ||
    typescript.isClassDeclaration(node) ||
    typescript.isInterfaceDeclaration(node) ||
    typescript.isTypeAliasDeclaration(node) ||
    typescript.isEnumDeclaration(node) ||
    typescript.isModuleDeclaration(node)
  );
}

export function hasModifier(typescript: TypeScript, node: ts.Node, kind: ts.SyntaxKind): boolean {
  return (
    typescript.canHaveModifiers(node) &&
    (typescript.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind)
  );
}
