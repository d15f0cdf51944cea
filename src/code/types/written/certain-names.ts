import type { ts } from 'ts-morph';
import { readDeclaredNames } from '../../declarations/declared-names.ts';
import type { DeclaredNames } from '../../declarations/declared-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { ExportLookup } from '../../modules/module-graph.ts';
import type { WorkspaceTexts } from '../files/workspace-texts.ts';
import { ES2015_TYPES, ES5_TYPES, STANDARD_TYPES } from '../expected/standard-types.ts';
import type { AmbientNames } from './ambient-names.ts';
import type { ExactResolution } from './exact-resolution.ts';
import { findExportedName } from './exported-names.ts';
import type { ExportedName } from './exported-names.ts';
import { isPlainKeyword } from './written-type.ts';

export interface CertainNamesOptions {
  readonly typescript: TypeScript;
  readonly texts: WorkspaceTexts;
  readonly exports: ExportLookup;
  readonly resolution: ExactResolution;
  /** `undefined` if they are uncertain. */
  readonly ambient: AmbientNames | undefined;
}

/** A name that an import declaration binds; `undefined` for a whole module or an unusual form. */
type ImportBinding = { readonly specifier: string; readonly imported: string } | undefined;

interface ScopeOfFile {
  readonly names: DeclaredNames;
  readonly imports: ReadonlyMap<string, ImportBinding>;
}

/** Decides whether names refer to types that exist and are not `any`, from the texts of their declarations alone. */
export class CertainNames {
  readonly #options: CertainNamesOptions;
  readonly #scopes = new Map<string, ScopeOfFile | undefined>();
  readonly #known = new Map<string, boolean>();

  constructor(options: CertainNamesOptions) {
    this.#options = options;
  }

  /** Whether a name is certain at the top level of a file. */
  isCertain(file: string, name: string, typeArguments: number): boolean {
    const key = `${name} ${typeArguments} ${file}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // An alias that refers to itself is not certain.
    this.#known.set(key, false);
    const isCertain = this.#decide(file, name, typeArguments);
    this.#known.set(key, isCertain);
    return isCertain;
  }

  /** Whether an augmentation may change what a name of a module refers to. */
  isAugmented(name: string): boolean {
    return this.#options.ambient?.augmented.has(name) ?? true;
  }

  /** The local name behind an exported name of a file. */
  findExported(file: string, name: string): ExportedName {
    const { exports, resolution } = this.#options;
    const isAugmented = (exported: string): boolean => this.isAugmented(exported);
    return findExportedName({ exports, resolve: resolution.resolve, isAugmented }, file, name);
  }

  /** Whether a file imports a name, or binds it in a form that is not supported. */
  imports(file: string, name: string): boolean {
    return this.#scopeOf(file)?.imports.has(name) ?? true;
  }

  #decide(file: string, name: string, typeArguments: number): boolean {
    const scope = this.#scopeOf(file);
    if (!scope || this.isAugmented(name)) return false;
    const declared = scope.names.declared.get(name);
    const isImported = scope.imports.has(name);
    if (!declared && !isImported) return this.#standardArity(name) === typeArguments;
    if ((declared && isImported) || STANDARD_TYPES.has(name) || ES5_TYPES.has(name)) return false;
    if (declared) return this.#isCertainDeclaration(file, declared.declarations, typeArguments);
    const { resolution } = this.#options;
    const binding = scope.imports.get(name);
    const target = binding && resolution.resolve(file, binding.specifier);
    if (!binding || target === undefined) return false;
    const found = this.findExported(target, binding.imported);
    return typeof found === 'object' && this.isCertain(found.file, found.name, typeArguments);
  }

  #isCertainDeclaration(file: string, declarations: readonly ts.Node[], typeArguments: number): boolean {
    const { typescript: ts } = this.#options;
    if (declarations.some((node) => ts.isModuleDeclaration(node))) return false;
    const types = declarations.filter(
      (node) =>
        ts.isClassDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isEnumDeclaration(node) ||
        ts.isTypeAliasDeclaration(node),
    );
    const [first] = types;
    if (!first || types.some((node) => node.kind !== first.kind)) return false;
    const parameters = 'typeParameters' in first ? (first.typeParameters ?? []) : [];
    // Defaults of type parameters would have to be certain too.
    const hasSameArity = types.every((node) => {
      const own = 'typeParameters' in node ? (node.typeParameters ?? []) : [];
      return own.length === typeArguments && own.length === parameters.length;
    });
    if (!hasSameArity) return false;
    if (!ts.isTypeAliasDeclaration(first)) return ts.isClassDeclaration(first) ? types.length === 1 : true;
    const own = new Set(parameters.map((parameter) => parameter.name.text));
    return types.length === 1 && this.#isCertainType(file, first.type, own);
  }

  /** Whether an alias of a type is never `any`. What is inside an object type does not matter. */
  #isCertainType(file: string, node: ts.TypeNode, typeParameters: ReadonlySet<string>): boolean {
    const { typescript: ts } = this.#options;
    const isCertain = (inner: ts.TypeNode): boolean => this.#isCertainType(file, inner, typeParameters);
    if (ts.isParenthesizedTypeNode(node)) return isCertain(node.type);
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.every(isCertain);
    if (ts.isTypeReferenceNode(node)) {
      const { typeName, typeArguments = [] } = node;
      if (!ts.isIdentifier(typeName) || typeParameters.has(typeName.text)) return false;
      // A mapped type of an unresolved type is unresolved.
      if (!typeArguments.every((inner) => isCertain(inner) || isOneOf(typeParameters, inner))) return false;
      return this.isCertain(file, typeName.text, typeArguments.length);
    }
    return (
      ts.isLiteralTypeNode(node) ||
      ts.isTypeLiteralNode(node) ||
      ts.isFunctionTypeNode(node) ||
      ts.isArrayTypeNode(node) ||
      isPlainKeyword(ts, node.kind)
    );
  }

  /** The number of type arguments of a type of the standard library; `undefined` if it may not exist. */
  #standardArity(name: string): number | undefined {
    const { typescript: ts, resolution, ambient } = this.#options;
    const { lib, target } = resolution.options ?? {};
    if (!resolution.options || resolution.replacesLibrary() || ambient?.globals.has(name) !== false) return undefined;
    if (lib !== undefined && !lib.some((file) => WHOLE_LIBRARY.test(file))) return undefined;
    const hasES2015 =
      lib === undefined
        ? target !== undefined && target >= ts.ScriptTarget.ES2015
        : lib.some((file) => ES2015.test(file));
    return ES5_TYPES.get(name) ?? (hasES2015 ? ES2015_TYPES.get(name) : undefined);
  }

  /** The names of a module; `undefined` for a file that is not a module or has syntax errors. */
  #scopeOf(file: string): ScopeOfFile | undefined {
    if (!this.#scopes.has(file)) this.#scopes.set(file, this.#readScope(file));
    return this.#scopes.get(file);
  }

  #readScope(file: string): ScopeOfFile | undefined {
    const { typescript: ts, texts } = this.#options;
    const text = texts.textOf(texts.absolutePath(file));
    if (text === undefined) return undefined;
    const names = readDeclaredNames(ts, file, text);
    if (names.syntaxError !== undefined || !ts.isExternalModule(names.source)) return undefined;
    return { names, imports: readImports(ts, names.source) };
  }
}

/** Whether a type is one of some type parameters. */
function isOneOf(typeParameters: ReadonlySet<string>, node: ts.TypeNode): boolean {
  return typeParameters.has(node.getText());
}

/** A complete library, which includes that of ES5. `lib.es2015.promise.d.ts` is a part of one. */
const WHOLE_LIBRARY = /^lib\.es(?:5|6|20\d\d|next)(?:\.full)?\.d\.ts$/;
const ES2015 = /^lib\.es(?:6|20\d\d|next)(?:\.full)?\.d\.ts$/;

function readImports(ts: TypeScript, source: ts.SourceFile): ReadonlyMap<string, ImportBinding> {
  const imports = new Map<string, ImportBinding>();
  const add = (name: string, binding: ImportBinding): void => {
    imports.set(name, imports.has(name) ? undefined : binding);
  };
  for (const node of source.statements) {
    if (ts.isImportEqualsDeclaration(node)) add(node.name.text, undefined);
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) continue;
    const specifier = node.moduleSpecifier.text;
    const { name, namedBindings } = node.importClause ?? {};
    const hasAttributes = node.attributes !== undefined;
    if (name) add(name.text, hasAttributes ? undefined : { specifier, imported: 'default' });
    if (!namedBindings) continue;
    if (ts.isNamespaceImport(namedBindings)) add(namedBindings.name.text, undefined);
    else {
      for (const { name: local, propertyName } of namedBindings.elements) {
        add(local.text, hasAttributes ? undefined : { specifier, imported: (propertyName ?? local).text });
      }
    }
  }
  return imports;
}
