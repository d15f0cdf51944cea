import type { ts } from 'ts-morph';
import { hasModifier, isNamedDeclaration } from '../../declarations/declared-names.ts';
import { isDeclarationFile } from '../../language/source-language.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { dependencyFingerprint } from './dependency-fingerprint.ts';
import { typeNeutralBodies } from './type-neutral-bodies.ts';

/** The source of an imported name: the module, and the name in that module (`*` for the whole module). */
export interface ImportedBinding {
  readonly specifier: string;
  readonly imported: string;
  readonly typeOnly: boolean;
}

/**
 * An exported name with its local name, or with the module that it is re-exported from. The name is `*` for `export =`,
 * which can export any name.
 */
export interface ExportedBinding {
  readonly exported: string;
  readonly local?: string;
  readonly from?: ImportedBinding;
  readonly typeOnly?: boolean;
}

/**
 * What other files can see of a file, split into its top-level declarations. Importers cannot distinguish two texts of
 * the same shape. If only some declarations differ, only the code that mentions them can change its meaning.
 */
export interface FileShape {
  /** By name: the text of all declarations of the name, without the bodies that cannot affect its type. */
  readonly declarations: ReadonlyMap<string, string>;
  /** The text of the statements that declare nothing. They can extend other declarations. */
  readonly statements: string;
  /** By local name. */
  readonly imports: ReadonlyMap<string, ImportedBinding>;
  readonly exports: readonly ExportedBinding[];
  /** One text for each `export * from`: the specifier, and whether the export is type-only. */
  readonly starExports: readonly string[];
  /** The fingerprint of everything that decides which files the compiler reads with this one. */
  readonly dependencies: string;
  /** The targets of global and module augmentations: `global`, or the name of the augmented module. */
  readonly augmentations: readonly string[];
  /**
   * The result types, as written, of the functions that have one declaration, no type parameters and a written result. A call
   * of such a function has this type with any parameters.
   */
  readonly results: ReadonlyMap<string, string>;
  /** Whether the file is a module. The declarations of a script are global. */
  readonly isModule: boolean;
  /** Whether declarations cannot be separated: in JavaScript any statement can change any declaration. */
  readonly isIndivisible: boolean;
}

/** Reads the shape of a TypeScript or JavaScript file. */
export function readFileShape(typescript: TypeScript, file: string, text: string): FileShape {
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest);
  const reader = new ShapeReader(typescript, source);
  for (const statement of source.statements) reader.read(statement);
  if (isDeclarationFile(file)) reader.exportAll();
  return {
    declarations: reader.declarations,
    statements: reader.statements,
    imports: reader.imports,
    exports: reader.exports,
    starExports: reader.starExports,
    dependencies: dependencyFingerprint(typescript, source),
    augmentations: reader.augmentations,
    results: reader.results,
    isModule: typescript.isExternalModule(source),
    isIndivisible: /\.[mc]?jsx?$/.test(file),
  };
}

class ShapeReader {
  readonly declarations = new Map<string, string>();
  readonly imports = new Map<string, ImportedBinding>();
  readonly exports: ExportedBinding[] = [];
  readonly starExports: string[] = [];
  readonly augmentations: string[] = [];
  readonly results = new Map<string, string>();
  statements = '';
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;

  constructor(typescript: TypeScript, source: ts.SourceFile) {
    this.#ts = typescript;
    this.#source = source;
  }

  read(statement: ts.Statement): void {
    const ts = this.#ts;
    if (ts.isImportDeclaration(statement)) this.#readImport(statement);
    else if (ts.isExportDeclaration(statement)) this.#readExport(statement);
    else if (ts.isExportAssignment(statement)) this.#readExportAssignment(statement);
    else if (ts.isImportEqualsDeclaration(statement)) this.#readImportEquals(statement);
    else if (ts.isVariableStatement(statement)) {
      const names = statement.declarationList.declarations.flatMap(({ name }) => bindingNames(ts, name));
      this.#addDeclarations(names, statement);
    } else if (isNamedDeclaration(ts, statement)) {
      const name = statement.name?.text ?? 'default';
      this.#readResult(name, statement);
      if (ts.isModuleDeclaration(statement) && (name === 'global' || ts.isStringLiteral(statement.name))) {
        this.augmentations.push(name);
      }
      this.#addDeclarations([name], statement);
    } else this.statements += this.#text(statement);
  }

  /** Exports every declaration, because a declaration file can export declarations without an `export` modifier. */
  exportAll(): void {
    for (const name of this.declarations.keys()) this.exports.push({ exported: name, local: name });
  }

  #readResult(name: string, statement: ts.Statement): void {
    const isFunction = this.#ts.isFunctionDeclaration(statement);
    if (this.declarations.has(name)) {
      this.results.delete(name);
    } else if (isFunction && statement.type !== undefined && statement.typeParameters === undefined) {
      this.results.set(name, statement.type.getText(this.#source));
    }
  }

  #addDeclarations(names: readonly string[], statement: ts.Statement): void {
    const ts = this.#ts;
    const text = this.#text(statement);
    const isExported = hasModifier(ts, statement, ts.SyntaxKind.ExportKeyword);
    const isDefault = hasModifier(ts, statement, ts.SyntaxKind.DefaultKeyword);
    for (const name of names) {
      this.declarations.set(name, (this.declarations.get(name) ?? '') + text);
      if (isExported) this.exports.push({ exported: isDefault ? 'default' : name, local: name });
    }
  }

  #readImport({ moduleSpecifier, importClause }: ts.ImportDeclaration): void {
    if (!importClause) return;
    const binding = {
      specifier: this.#literal(moduleSpecifier),
      typeOnly: importClause.phaseModifier === this.#ts.SyntaxKind.TypeKeyword,
    };
    const { name: defaultName, namedBindings } = importClause;
    if (defaultName) this.imports.set(defaultName.text, { ...binding, imported: 'default' });
    if (!namedBindings) return;
    if (this.#ts.isNamespaceImport(namedBindings)) {
      this.imports.set(namedBindings.name.text, { ...binding, imported: '*' });
    } else {
      for (const { name, propertyName, isTypeOnly } of namedBindings.elements) {
        const imported = (propertyName ?? name).text;
        this.imports.set(name.text, { ...binding, imported, typeOnly: binding.typeOnly || isTypeOnly });
      }
    }
  }

  #readImportEquals(statement: ts.ImportEqualsDeclaration): void {
    const { name, moduleReference, isTypeOnly } = statement;
    if (!this.#ts.isExternalModuleReference(moduleReference)) {
      this.#addDeclarations([name.text], statement);
      return;
    }
    const specifier = this.#literal(moduleReference.expression);
    this.imports.set(name.text, { specifier, imported: '*', typeOnly: isTypeOnly });
    if (hasModifier(this.#ts, statement, this.#ts.SyntaxKind.ExportKeyword)) {
      this.exports.push({ exported: name.text, local: name.text });
    }
  }

  #readExport({ moduleSpecifier, exportClause, isTypeOnly }: ts.ExportDeclaration): void {
    const specifier = moduleSpecifier && this.#literal(moduleSpecifier);
    if (!exportClause) {
      if (specifier !== undefined) this.starExports.push(`${specifier} ${isTypeOnly}`);
    } else if (this.#ts.isNamedExports(exportClause)) {
      for (const element of exportClause.elements) {
        const inner = (element.propertyName ?? element.name).text;
        const typeOnly = isTypeOnly || element.isTypeOnly;
        const origin = specifier === undefined ? { local: inner } : { from: { specifier, imported: inner, typeOnly } };
        this.exports.push({ exported: element.name.text, typeOnly, ...origin });
      }
    } else if (specifier !== undefined) {
      const from = { specifier, imported: '*', typeOnly: isTypeOnly };
      this.exports.push({ exported: exportClause.name.text, from });
    }
  }

  #readExportAssignment({ expression, isExportEquals }: ts.ExportAssignment): void {
    const exported = isExportEquals ? '*' : 'default';
    if (this.#ts.isIdentifier(expression)) {
      this.exports.push({ exported, local: expression.text });
      return;
    }
    const local = isExportEquals ? 'export=' : 'default';
    this.declarations.set(local, expression.getText(this.#source));
    this.exports.push({ exported, local });
  }

  #literal(node: ts.Expression): string {
    return this.#ts.isStringLiteralLike(node) ? node.text : '';
  }

  /** The text of a statement without the bodies that cannot affect its type. */
  #text(statement: ts.Statement): string {
    const { text } = this.#source;
    let result = '';
    let at = statement.getStart(this.#source);
    for (const body of typeNeutralBodies(this.#ts, statement)) {
      result += text.slice(at, body.pos);
      at = body.end;
    }
    return `${result}${text.slice(at, statement.end)}\n`;
  }
}

/** The names that a binding declares, including the names in destructuring patterns. */
function bindingNames(typescript: TypeScript, name: ts.BindingName): readonly string[] {
  if (typescript.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    typescript.isBindingElement(element) ? bindingNames(typescript, element.name) : [],
  );
}
