import type { Parser } from '@vscode/tree-sitter-wasm';
import type { ModuleTree } from '../interface/code-language.ts';
import { readPackageTypes, type GoType, type TypeReference } from './package-types.ts';

const PREDECLARED =
  /^(?:any|bool|byte|comparable|complex(?:64|128)|float(?:32|64)|u?int(?:8|16|32|64)?|rune|string|uintptr)$/;
const NO_MEMBERS: GoType = { methods: new Map(), fields: new Set(), embedded: [] };

/** The members of a type, with those of the type that its definition names. */
interface TypeMembers extends Pick<GoType, 'methods' | 'fields' | 'embedded'> {
  readonly type: GoType;
  readonly isInterface: boolean;
  /** Whether the package is the one that the search began in. */
  readonly isOwnPackage: boolean;
}

interface NamedType {
  readonly type: GoType;
  readonly isOwnPackage: boolean;
}

/** Follows the names of types through the packages of a tree. Each package is read once. */
export class TypeLookup {
  readonly #parser: Parser;
  readonly #tree: ModuleTree;
  readonly #start: string;
  readonly #packages = new Map<string, Promise<ReadonlyMap<string, GoType>>>();

  /** @param start a file of the package that the search begins in */
  constructor(parser: Parser, tree: ModuleTree, start: string) {
    this.#parser = parser;
    this.#tree = tree;
    this.#start = start;
  }

  /** The members of a type, or why they are not known. */
  async membersOf(reference: TypeReference): Promise<TypeMembers | string> {
    const named = await this.#find(reference);
    if (typeof named === 'string') return named;
    const { type, isOwnPackage } = named;
    const seen = new Set([type]);
    let definition = named;
    while (definition.type.underlying !== undefined) {
      const next = await this.#find(definition.type.underlying);
      if (typeof next === 'string') return next;
      if (seen.has(next.type)) break;
      seen.add(next.type);
      definition = next;
    }
    const { fields, embedded, isInterface, methods } = definition.type;
    // A type has the fields of the type that defines it, and its methods only if that is an interface.
    const own = isInterface === true ? methods : type.methods;
    return { type, isInterface: isInterface === true, methods: own, fields, embedded, isOwnPackage };
  }

  /** The type that a name means. Aliases are followed. */
  async #find(reference: TypeReference): Promise<NamedType | string> {
    const seen = new Set<GoType>();
    let { file, qualifier, name } = reference;
    for (;;) {
      const found = await this.#declared(file, qualifier, name);
      if (typeof found === 'string' || found.type.alias === undefined || seen.has(found.type)) return found;
      seen.add(found.type);
      ({ file, qualifier, name } = found.type.alias);
    }
  }

  async #declared(file: string, qualifier: string | undefined, name: string): Promise<NamedType | string> {
    const imported = this.#importsOf(file, qualifier ?? '.');
    const packages = qualifier === undefined ? [{ specifier: '', target: file }, ...imported] : imported;
    for (const { target } of packages) {
      const type = target === undefined ? undefined : (await this.#typesOf(target)).get(name);
      if (type !== undefined) return { type, isOwnPackage: target !== undefined && this.#isOwn(target) };
    }
    if (qualifier === undefined && PREDECLARED.test(name)) return { type: NO_MEMBERS, isOwnPackage: false };
    const outside = packages.find(({ target }) => target === undefined);
    const shown = qualifier === undefined ? name : `${qualifier}.${name}`;
    if (outside === undefined) return `the type ${shown} in ${file} is not declared in the workspace`;
    return `the type ${shown} in ${file} can be one of "${outside.specifier}", which is not in the workspace`;
  }

  /** The imports of a file under a name; `.` for those without one. */
  #importsOf(
    file: string,
    name: string,
  ): readonly { readonly specifier: string; readonly target?: string | undefined }[] {
    const record = this.#tree.moduleOf(file);
    if (record === undefined) return [];
    if (name === '.') {
      return (record.starImports ?? []).map((specifier) => ({
        specifier,
        target: this.#tree.resolve(file, specifier),
      }));
    }
    return record.imports.flatMap(({ specifier, names: [only] }) => {
      if (only === undefined) return [];
      const target = this.#tree.resolve(file, specifier);
      const stated = only.isAssumed && target !== undefined ? this.#tree.moduleOf(target)?.packageName : undefined;
      return (stated ?? only.local) === name ? [{ specifier, target }] : [];
    });
  }

  #typesOf(file: string): Promise<ReadonlyMap<string, GoType>> {
    const files = [...new Set([file, ...(this.#tree.packageFilesOf?.(file) ?? [])])].sort();
    const [first = file] = files;
    const known = this.#packages.get(first);
    if (known !== undefined) return known;
    // The methods of tests exist only in tests.
    const read = files.filter((one) => !isTestFile(one) || isTestFile(this.#start));
    const types = Promise.all(read.map(async (one) => ({ file: one, text: await this.#tree.readText(one) }))).then(
      (texts) => readPackageTypes(this.#parser, texts),
    );
    this.#packages.set(first, types);
    return types;
  }

  #isOwn(file: string): boolean {
    return file === this.#start || this.#tree.packageFilesOf?.(this.#start).includes(file) === true;
  }
}

function isTestFile(file: string): boolean {
  return file.endsWith('_test.go');
}
