import type { ts } from 'ts-morph';
import { readNested } from '../../foundation/errors.ts';
import { scriptsOf } from '../language/scripts.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../language/typescript-parser.ts';
import { boundNames, hasModifier, isNamedDeclaration } from './declared-names.ts';
import type { FileDeclarations } from './file-declarations.ts';
import { functionsOf } from './function-symbols.ts';

/**
 * Reads what a TypeScript, JavaScript or component file declares. A text with syntax errors is read as far as the parser
 * understands it.
 *
 * @throws HoldfastError `limit` if the text is nested too deeply
 */
export async function readScriptDeclarations(file: string, text: string): Promise<FileDeclarations> {
  const functions = await functionsOf(file, text);
  const typescript = await loadTypeScript();
  const reader = new DeclarationReader(typescript);
  readNested(file, () => {
    for (const { text: script, dialect } of scriptsOf(file, text)) {
      for (const statement of parseScript(typescript, script, dialect).statements) reader.read(statement, '');
    }
  });
  return {
    names: [...new Set([...reader.names, ...functions.map(({ name }) => name)])].filter(
      (name) => !name.endsWith('.constructor'),
    ),
    empty: [...reader.empty],
    imported: [...reader.imported],
    starCount: reader.starCount,
  };
}

class DeclarationReader {
  readonly names = new Set<string>();
  readonly empty = new Set<string>();
  readonly imported = new Set<string>();
  starCount = 0;
  readonly #ts: TypeScript;

  constructor(typescript: TypeScript) {
    this.#ts = typescript;
  }

  read(statement: ts.Statement, prefix: string): void {
    const ts = this.#ts;
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        for (const { name } of boundNames(this.#ts, declaration.name, declaration)) this.names.add(prefix + name);
        if (ts.isIdentifier(declaration.name)) this.#readBody(prefix + declaration.name.text, declaration.initializer);
      }
    } else if (ts.isImportDeclaration(statement)) this.#readImport(statement.importClause);
    else if (ts.isExportDeclaration(statement)) this.#readExport(statement);
    else if (ts.isExportAssignment(statement)) {
      if (statement.isExportEquals !== true) this.names.add('default');
      this.#readBody('default', statement.expression);
    } else if (isNamedDeclaration(this.#ts, statement)) {
      const name = prefix + (statement.name?.text ?? 'default');
      this.names.add(name);
      if (ts.isFunctionDeclaration(statement)) this.#readBody(name, statement);
      else if (ts.isModuleDeclaration(statement)) {
        const { body } = statement;
        if (body && ts.isModuleBlock(body)) for (const inner of body.statements) this.read(inner, `${name}.`);
      } else if (!ts.isTypeAliasDeclaration(statement)) this.#readMembers(name, statement.members);
      else if (ts.isTypeLiteralNode(statement.type)) this.#readMembers(name, statement.type.members);
    }
  }

  #readImport(clause: ts.ImportClause | undefined): void {
    if (clause?.name) this.imported.add(clause.name.text);
    const bindings = clause?.namedBindings;
    if (bindings === undefined) return;
    if (this.#ts.isNamespaceImport(bindings)) this.imported.add(bindings.name.text);
    else for (const { name } of bindings.elements) this.imported.add(name.text);
  }

  #readExport({ exportClause, moduleSpecifier }: ts.ExportDeclaration): void {
    if (exportClause === undefined) this.starCount++;
    else {
      const names = this.#ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name)
        : [exportClause.name];
      for (const { text } of names) {
        this.names.add(text);
        if (moduleSpecifier !== undefined) this.imported.add(text);
      }
    }
  }

  #readMembers(owner: string, members: Iterable<ts.ClassElement | ts.TypeElement | ts.EnumMember>): void {
    const ts = this.#ts;
    for (const member of members) {
      if (member.name === undefined || ts.isComputedPropertyName(member.name) || ts.isBigIntLiteral(member.name))
        continue;
      // The private data of a class is no part of what others use, and changes with every other implementation.
      if (ts.isPropertyDeclaration(member) && isPrivate(ts, member)) continue;
      const name = `${owner}.${member.name.text}`;
      this.names.add(name);
      this.#readBody(name, 'initializer' in member ? member.initializer : member);
    }
  }

  /** Records that a function, which a name is declared as, has no statement. */
  #readBody(name: string, node: ts.Node | undefined): void {
    if (node === undefined || !this.#ts.isFunctionLike(node) || !('body' in node)) return;
    const body = node.body as ts.Node | undefined;
    if (body !== undefined && this.#ts.isBlock(body) && body.statements.length === 0) this.empty.add(name);
  }
}

function isPrivate(ts: TypeScript, member: ts.PropertyDeclaration): boolean {
  return ts.isPrivateIdentifier(member.name) || hasModifier(ts, member, ts.SyntaxKind.PrivateKeyword);
}
