import type { ts } from 'ts-morph';
import type { TypeScript } from '../typescript-parser.ts';

/** A name that a file declares at its top, with all declarations that merge under it. */
export interface DeclaredName {
  readonly name: string;
  readonly declarations: readonly ts.Node[];
}

/** What a file declares and exports by its own text. */
export interface DeclaredNames {
  readonly source: ts.SourceFile;
  readonly declared: ReadonlyMap<string, DeclaredName>;
  /** Exported names that are declared here under a name: exported name to declared name. */
  readonly exported: ReadonlyMap<string, string>;
  /** The first syntax error, in words, with its line. */
  readonly syntaxError: string | undefined;
}

export function readDeclaredNames(typescript: TypeScript, file: string, text: string): DeclaredNames {
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
  const reader = new Reader(typescript);
  for (const statement of source.statements) reader.read(statement);
  return {
    source,
    declared: reader.declared,
    exported: reader.exported,
    syntaxError: firstSyntaxError(typescript, source),
  };
}

/** The first syntax error of a parsed text: what is wrong, and where. */
export function syntaxErrorOf(
  typescript: TypeScript,
  source: ts.SourceFile,
): { readonly message: string; readonly start: number } | undefined {
  const diagnostics: unknown = 'parseDiagnostics' in source ? source.parseDiagnostics : undefined;
  const [first] = Array.isArray(diagnostics) ? (diagnostics as readonly ts.DiagnosticWithLocation[]) : [];
  return first && { message: typescript.flattenDiagnosticMessageText(first.messageText, ' '), start: first.start };
}

function firstSyntaxError(typescript: TypeScript, source: ts.SourceFile): string | undefined {
  const error = syntaxErrorOf(typescript, source);
  if (error === undefined) return undefined;
  const { line } = source.getLineAndCharacterOfPosition(error.start);
  return `line ${line + 1}: ${error.message}`;
}

class Reader {
  readonly declared = new Map<string, { readonly name: string; readonly declarations: ts.Node[] }>();
  readonly exported = new Map<string, string>();
  readonly #ts: TypeScript;

  constructor(typescript: TypeScript) {
    this.#ts = typescript;
  }

  read(statement: ts.Statement): void {
    const ts = this.#ts;
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) this.#binding(declaration.name, declaration);
    } else if (ts.isExportDeclaration(statement)) {
      if (statement.moduleSpecifier || !statement.exportClause || !ts.isNamedExports(statement.exportClause)) return;
      for (const { name, propertyName } of statement.exportClause.elements) {
        this.exported.set(name.text, (propertyName ?? name).text);
      }
    } else if (ts.isExportAssignment(statement)) {
      if (!ts.isIdentifier(statement.expression)) return;
      this.exported.set('default', statement.expression.text);
      if (statement.isExportEquals) this.exported.set('export=', statement.expression.text);
    } else if (isNamedDeclaration(ts, statement)) {
      if (statement.name === undefined || !ts.isIdentifier(statement.name)) return;
      this.#add(statement.name.text, statement);
      if (modified(ts, statement, ts.SyntaxKind.DefaultKeyword)) this.exported.set('default', statement.name.text);
    }
  }

  #binding(name: ts.BindingName, declaration: ts.Node): void {
    if (this.#ts.isIdentifier(name)) {
      this.#add(name.text, declaration);
      return;
    }
    for (const element of name.elements) {
      if (this.#ts.isBindingElement(element)) this.#binding(element.name, element);
    }
  }

  #add(name: string, declaration: ts.Node): void {
    const known = this.declared.get(name);
    if (known) known.declarations.push(declaration);
    else this.declared.set(name, { name, declarations: [declaration] });
  }
}

/** A declaration that stands under one name of its own. */
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

export function modified(typescript: TypeScript, node: ts.Node, kind: ts.SyntaxKind): boolean {
  return (
    typescript.canHaveModifiers(node) &&
    (typescript.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind)
  );
}
