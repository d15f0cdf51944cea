import type { DeclaredExport, DeclaredMember } from '../../languages/interface/declared-export.ts';
import { loadLanguageOf } from '../../languages/language-table.ts';
import type { ModuleGraph } from '../../modules/module-graph.ts';
import type { ResolvedExport } from '../../modules/resolved-exports.ts';
import type { ApiDeclaration, ApiDeclarationKind, ApiEntry, ApiExport, PackageApi } from '../model/package-api.ts';
import type { WrittenPackage } from './written-packages.ts';

/** The modules of one version of a tree. */
export interface WrittenTree extends ModuleGraph {
  exportsOf(file: string): readonly ResolvedExport[];
  readText(file: string): Promise<string | undefined>;
}

/** [CHANGE-5] Reads the public names of a package of Python or Go, with the signatures that their texts state. */
export async function readWrittenApi(tree: WrittenTree, owner: WrittenPackage): Promise<PackageApi> {
  const declared = new DeclaredExports(tree);
  const declarations: Record<string, ApiDeclaration> = {};
  const entries: ApiEntry[] = [];
  for (const { path, files } of owner.modules) {
    const exports: ApiExport[] = [];
    let isImportable = false;
    let createsNames = false;
    const importedNames: string[] = [];
    for (const file of files) {
      const record = tree.moduleOf(file);
      // A program offers nothing to importers.
      if (record === undefined || record.packageName === 'main' || record.importProblem !== undefined) continue;
      isImportable = true;
      createsNames ||= record.createsNames !== undefined || record.starImports !== undefined;
      for (const { name, from } of record.internals ?? []) if (from !== undefined) importedNames.push(name);
      for (const one of tree.exportsOf(file)) {
        if (one.name.startsWith('_') || exports.some(({ name }) => name === one.name)) continue;
        if (owner.language === 'go' && one.file !== file) continue;
        const found = await declared.find(file, one);
        // A module that Python imports is bound as a name, and not offered.
        if (found === undefined) {
          importedNames.push(one.name);
          continue;
        }
        const declaration = owner.language === 'go' ? await declared.withMethods(found, file, files) : found;
        const id = declarations[one.name] === undefined ? one.name : `${one.name}@${path}`;
        declarations[id] = toDeclaration(id, one, declaration);
        exports.push({ name: one.name, declaration: id, isTypeOnly: false });
      }
    }
    const [file] = files;
    const sorted = exports.sort((a, b) => (a.name < b.name ? -1 : 1));
    if (file !== undefined && isImportable)
      entries.push({
        subpath: path,
        conditions: [],
        kind: 'module',
        file,
        exports: sorted,
        ...(createsNames ? { createsNames } : {}),
        ...(importedNames.length > 0 ? { importedNames } : {}),
      });
  }
  return {
    name: owner.name,
    version: owner.version,
    folder: owner.folder,
    language: owner.language,
    isPrivate: owner.isPrivate,
    entries,
    declarations,
    notJudged: owner.builtModules.map((one) => ({ ...one, reason: 'It is built from another language' })),
  };
}

const KINDS: Partial<Readonly<Record<ResolvedExport['kind'], ApiDeclarationKind>>> = {
  function: 'function',
  class: 'class',
  interface: 'interface',
  type: 'type',
};

function toDeclaration(id: string, { kind, file, line }: ResolvedExport, declared: DeclaredExport): ApiDeclaration {
  return { id, kinds: [KINDS[kind] ?? 'variable'], file, line, typeParameters: [], declared };
}

/** The declarations of files, each read once. */
class DeclaredExports {
  readonly #tree: WrittenTree;
  readonly #byFile = new Map<string, Promise<readonly DeclaredExport[]>>();
  readonly #methods = new Map<string, Promise<ReadonlyMap<string, readonly DeclaredMember[]>>>();

  constructor(tree: WrittenTree) {
    this.#tree = tree;
  }

  /** The declaration of an export, also of one that the file takes from another one. */
  async find(
    file: string,
    { name, line, kind, file: declaredIn }: ResolvedExport,
  ): Promise<DeclaredExport | undefined> {
    const list = await this.#read(declaredIn);
    const found =
      list.find((one) => one.line === line && one.from === undefined) ?? list.find((one) => one.name === name);
    if (found === undefined || found.from === undefined) return found;
    // The name comes from a package that is not in the tree.
    return kind === 'namespace' || declaredIn !== file ? undefined : found;
  }

  /** A type with the methods that other files of its package declare. A method of several builds counts once. */
  async withMethods(one: DeclaredExport, file: string, files: readonly string[]): Promise<DeclaredExport> {
    if (one.type === undefined) return one;
    const members = [...one.type.members];
    let { text } = one;
    for (const other of files) {
      if (other === file) continue;
      for (const method of (await this.#methodsOf(other)).get(one.name) ?? []) {
        if (members.some(({ name }) => name === method.name)) continue;
        members.push(method);
        text += `\n${method.name} ${method.text}`;
      }
    }
    return { ...one, text, type: { ...one.type, members } };
  }

  #methodsOf(file: string): Promise<ReadonlyMap<string, readonly DeclaredMember[]>> {
    const known = this.#methods.get(file);
    if (known !== undefined) return known;
    const read = this.#parseMethods(file);
    this.#methods.set(file, read);
    return read;
  }

  async #parseMethods(file: string): Promise<ReadonlyMap<string, readonly DeclaredMember[]>> {
    const [language, text] = [await loadLanguageOf(file), await this.#tree.readText(file)];
    return (text === undefined ? undefined : language?.declaredMethods?.(text.replace(/^\uFEFF/, ''))) ?? new Map();
  }

  #read(file: string): Promise<readonly DeclaredExport[]> {
    const known = this.#byFile.get(file);
    if (known !== undefined) return known;
    const read = this.#parse(file);
    this.#byFile.set(file, read);
    return read;
  }

  async #parse(file: string): Promise<readonly DeclaredExport[]> {
    const [language, text] = [await loadLanguageOf(file), await this.#tree.readText(file)];
    return language === undefined || text === undefined
      ? []
      : language.declaredExports(file, text.replace(/^\uFEFF/, ''));
  }
}
