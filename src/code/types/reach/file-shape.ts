import type { ts } from 'ts-morph';
import { isDeclarationFile } from '../../source-language.ts';
import type { TypeScript } from '../../typescript-parser.ts';
import { isNamedDeclaration, modified } from '../declared-names.ts';
import { bindingNames, bodiesWithoutSay } from './declared-text.ts';
import { everySpecifier } from './every-specifier.ts';

/** A name that a file has from another: of which module, and what it is called there (`*`: the whole of it). */
export interface ImportedBinding {
  readonly specifier: string;
  readonly imported: string;
  readonly typeOnly: boolean;
}

/** A name that a file gives: what it is called inside, or where it is passed on from. `*` gives every name. */
export interface GivenName {
  readonly exported: string;
  readonly local?: string;
  readonly from?: ImportedBinding;
  readonly typeOnly?: boolean;
}

/**
 * What a file says to others, cut into the declarations at its top. Two texts of one shape mean the same to whoever
 * imports them; where only some declarations differ, only what mentions those can mean something else.
 */
export interface FileShape {
  /** By name: the text of all that is declared under it, without bodies that have no say in its type. */
  readonly declarations: ReadonlyMap<string, string>;
  /** The text of the statements that declare nothing: they may add to what others declare. */
  readonly statements: string;
  readonly imports: ReadonlyMap<string, ImportedBinding>;
  readonly given: readonly GivenName[];
  /** The modules of `export * from`, each with whether it says `type`. */
  readonly stars: readonly string[];
  /** Everything that decides which files are read together with it, as one text. */
  readonly reads: string;
  /** Its declarations that hold elsewhere: `global`, and the modules that it adds to. */
  readonly elsewhere: readonly string[];
  /** Whether it is a module: what a script declares holds in every file. */
  readonly isModule: boolean;
  /** Whether its declarations cannot be told apart: JavaScript, where any statement may change any of them. */
  readonly isOne: boolean;
}

/** Reads the shape of a TypeScript or JavaScript file. */
export function readFileShape(typescript: TypeScript, file: string, text: string): FileShape {
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest);
  const reader = new ShapeReader(typescript, source);
  for (const statement of source.statements) reader.read(statement);
  if (isDeclarationFile(file)) reader.giveAll();
  return {
    declarations: reader.declarations,
    statements: reader.statements,
    imports: reader.imports,
    given: reader.given,
    stars: reader.stars,
    reads: everySpecifier(typescript, source),
    elsewhere: reader.elsewhere,
    isModule: typescript.isExternalModule(source),
    isOne: /\.[mc]?jsx?$/.test(file),
  };
}

class ShapeReader {
  readonly declarations = new Map<string, string>();
  readonly imports = new Map<string, ImportedBinding>();
  readonly given: GivenName[] = [];
  readonly stars: string[] = [];
  readonly elsewhere: string[] = [];
  statements = '';
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;

  constructor(typescript: TypeScript, source: ts.SourceFile) {
    this.#ts = typescript;
    this.#source = source;
  }

  read(statement: ts.Statement): void {
    const ts = this.#ts;
    if (ts.isImportDeclaration(statement)) this.#import(statement);
    else if (ts.isExportDeclaration(statement)) this.#export(statement);
    else if (ts.isExportAssignment(statement)) this.#assign(statement);
    else if (ts.isImportEqualsDeclaration(statement)) this.#importEquals(statement);
    else if (ts.isVariableStatement(statement)) {
      const names = statement.declarationList.declarations.flatMap(({ name }) => bindingNames(ts, name));
      this.#declare(names, statement);
    } else if (isNamedDeclaration(ts, statement)) {
      const name = statement.name?.text ?? 'default';
      if (ts.isModuleDeclaration(statement) && (name === 'global' || ts.isStringLiteral(statement.name))) {
        this.elsewhere.push(name);
      }
      this.#declare([name], statement);
    } else this.statements += this.#text(statement);
  }

  /** A declaration file may give what it does not say `export` of. */
  giveAll(): void {
    for (const name of this.declarations.keys()) this.given.push({ exported: name, local: name });
  }

  #declare(names: readonly string[], statement: ts.Statement): void {
    const ts = this.#ts;
    const text = this.#text(statement);
    const isExported = modified(ts, statement, ts.SyntaxKind.ExportKeyword);
    const isDefault = modified(ts, statement, ts.SyntaxKind.DefaultKeyword);
    for (const name of names) {
      this.declarations.set(name, (this.declarations.get(name) ?? '') + text);
      if (isExported) this.given.push({ exported: isDefault ? 'default' : name, local: name });
    }
  }

  #import({ moduleSpecifier, importClause }: ts.ImportDeclaration): void {
    if (!importClause) return;
    const whole = {
      specifier: this.#literal(moduleSpecifier),
      typeOnly: importClause.phaseModifier === this.#ts.SyntaxKind.TypeKeyword,
    };
    const { name: defaultName, namedBindings } = importClause;
    if (defaultName) this.imports.set(defaultName.text, { ...whole, imported: 'default' });
    if (!namedBindings) return;
    if (this.#ts.isNamespaceImport(namedBindings)) {
      this.imports.set(namedBindings.name.text, { ...whole, imported: '*' });
    } else {
      for (const { name, propertyName, isTypeOnly } of namedBindings.elements) {
        const imported = (propertyName ?? name).text;
        this.imports.set(name.text, { ...whole, imported, typeOnly: whole.typeOnly || isTypeOnly });
      }
    }
  }

  #importEquals(statement: ts.ImportEqualsDeclaration): void {
    const { name, moduleReference, isTypeOnly } = statement;
    if (!this.#ts.isExternalModuleReference(moduleReference)) {
      this.#declare([name.text], statement);
      return;
    }
    const specifier = this.#literal(moduleReference.expression);
    this.imports.set(name.text, { specifier, imported: '*', typeOnly: isTypeOnly });
    if (modified(this.#ts, statement, this.#ts.SyntaxKind.ExportKeyword)) {
      this.given.push({ exported: name.text, local: name.text });
    }
  }

  #export({ moduleSpecifier, exportClause, isTypeOnly }: ts.ExportDeclaration): void {
    const specifier = moduleSpecifier && this.#literal(moduleSpecifier);
    if (!exportClause) {
      if (specifier !== undefined) this.stars.push(`${specifier} ${isTypeOnly}`);
    } else if (this.#ts.isNamedExports(exportClause)) {
      for (const element of exportClause.elements) {
        const inner = (element.propertyName ?? element.name).text;
        const typeOnly = isTypeOnly || element.isTypeOnly;
        const origin = specifier === undefined ? { local: inner } : { from: { specifier, imported: inner, typeOnly } };
        this.given.push({ exported: element.name.text, typeOnly, ...origin });
      }
    } else if (specifier !== undefined) {
      const from = { specifier, imported: '*', typeOnly: isTypeOnly };
      this.given.push({ exported: exportClause.name.text, from });
    }
  }

  #assign({ expression, isExportEquals }: ts.ExportAssignment): void {
    const exported = isExportEquals ? '*' : 'default';
    if (this.#ts.isIdentifier(expression)) {
      this.given.push({ exported, local: expression.text });
      return;
    }
    const local = isExportEquals ? 'export=' : 'default';
    this.declarations.set(local, expression.getText(this.#source));
    this.given.push({ exported, local });
  }

  #literal(node: ts.Expression): string {
    return this.#ts.isStringLiteralLike(node) ? node.text : '';
  }

  /** A statement without what has no say in its type. */
  #text(statement: ts.Statement): string {
    const { text } = this.#source;
    let kept = '';
    let at = statement.getStart(this.#source);
    for (const body of bodiesWithoutSay(this.#ts, statement)) {
      kept += text.slice(at, body.pos);
      at = body.end;
    }
    return `${kept}${text.slice(at, statement.end)}\n`;
  }
}
