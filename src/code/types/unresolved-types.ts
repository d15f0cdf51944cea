import type { ts } from 'ts-morph';
import { findTypeNames } from '../declarations/type-names.ts';
import type { TypeName } from '../declarations/type-names.ts';
import type { TypeScript } from '../language/typescript-parser.ts';
import type { ExportLookup } from '../modules/module-graph.ts';
import type { TypeView } from './engines/type-engine.ts';
import { declaredNameAt, readQueriedFile } from './files/queried-files.ts';
import type { DeclarationRef, QueriedFile } from './files/queried-files.ts';

export interface UnresolvedTypesOptions {
  readonly typescript: TypeScript;
  readonly exports: ExportLookup | undefined;
  /** The text of a checked file, by its absolute path. */
  readonly textOf: (absolute: string) => string | undefined;
  readonly absolutePath: (file: string) => string;
}

/** A type name that cannot be resolved, and the file that mentions it, relative to the root. */
export interface UnresolvedType {
  readonly name: TypeName;
  readonly file: string;
}

/** The search for one answer stops after this many declarations. */
const MAX_DECLARATIONS = 200;

/**
 * Finds unresolved types behind a declaration, in any file. The type checker treats an unresolved type as `any`, so a
 * type that is derived from an unresolved type (`keyof Missing`, `class A extends Missing`) can equal an expected type
 * by accident.
 */
export class UnresolvedTypes {
  readonly #options: UnresolvedTypesOptions;
  readonly #files = new Map<string, QueriedFile>();
  /** The declarations without unresolved types behind them, by view: many answers depend on the same declarations. */
  readonly #resolved = new WeakMap<TypeView, Set<string>>();
  readonly #viewFiles = new WeakMap<TypeView, ReadonlySet<string>>();

  constructor(options: UnresolvedTypesOptions) {
    this.#options = options;
  }

  /**
   * Follows the types that declarations mention, transitively.
   * @param expectedNames names that are not followed: the expected type mentions them too, with the same meaning
   * @returns the first unresolved type; `undefined` if none is found within the limit
   */
  findBehind(
    view: TypeView,
    file: QueriedFile,
    nodes: readonly ts.Node[],
    expectedNames: ReadonlySet<string>,
  ): UnresolvedType | undefined {
    const seen = new Set<string>();
    const resolved = this.#resolved.get(view) ?? new Set<string>();
    this.#resolved.set(view, resolved);
    const pending: { readonly file: QueriedFile; readonly nodes: readonly ts.Node[] }[] = [{ file, nodes }];
    for (let next = pending.pop(); next !== undefined && seen.size < MAX_DECLARATIONS; next = pending.pop()) {
      const { file: from } = next;
      const typeNames = this.#findTypeNames(next.nodes, from);
      // If the probes are in the queried file itself, they already resolved the names of the queried declaration.
      const isProbed = from === file && file.probeFile === file.absolute && seen.size === 0;
      const name = isProbed ? undefined : firstUnresolved(view, from, typeNames);
      if (name) return { name, file: from.file };
      for (const { firstIdentifier } of typeNames) {
        if (from === file && expectedNames.has(firstIdentifier)) continue;
        const declaration = this.#findDeclaration(view, from, firstIdentifier);
        const declarationNodes = declaration?.file.names.declared.get(declaration.name)?.declarations;
        if (declaration === undefined || declarationNodes === undefined) continue;
        const key = `${declaration.name} ${declaration.file.absolute}`;
        if (seen.has(key) || resolved.has(key)) continue;
        seen.add(key);
        pending.push({ file: declaration.file, nodes: declarationNodes });
      }
    }
    if (seen.size < MAX_DECLARATIONS) for (const key of seen) resolved.add(key);
    return undefined;
  }

  #findTypeNames(nodes: readonly ts.Node[], { names }: QueriedFile): readonly TypeName[] {
    return nodes.flatMap((node) => findTypeNames(this.#options.typescript, node, names.source));
  }

  /** The declaration of a name: in the file itself, or in the file of the tree from which it is imported. */
  #findDeclaration(view: TypeView, from: QueriedFile, name: string): DeclarationRef | undefined {
    if (from.names.declared.has(name)) return { file: from, name };
    const { exports } = this.#options;
    for (const { specifier, names } of exports?.moduleOf(from.file)?.imports ?? []) {
      const binding = names.find(({ local }) => local === name);
      const target = binding && exports?.resolve(from.file, specifier);
      const found = binding && target !== undefined ? exports?.findExport(target, binding.imported) : undefined;
      const file = found && this.#read(view, found.file);
      if (!found || !file) continue;
      const declaredName = declaredNameAt(file, found.line, found.column);
      if (declaredName !== undefined) return { file, name: declaredName };
    }
    return undefined;
  }

  /** @returns `undefined` for a file outside the program, which may use the build output of a package instead */
  #read(view: TypeView, file: string): QueriedFile | undefined {
    const absolute = this.#options.absolutePath(file);
    if (!this.#filesOf(view).has(absolute)) return undefined;
    const text = this.#options.textOf(absolute);
    if (text === undefined) return undefined;
    let queriedFile = this.#files.get(absolute);
    if (queriedFile?.text !== text) {
      queriedFile = readQueriedFile(this.#options.typescript, file, absolute, text);
      this.#files.set(absolute, queriedFile);
    }
    return queriedFile;
  }

  #filesOf(view: TypeView): ReadonlySet<string> {
    let files = this.#viewFiles.get(view);
    if (files === undefined) this.#viewFiles.set(view, (files = new Set(view.files())));
    return files;
  }
}

function firstUnresolved(
  view: TypeView,
  { absolute }: QueriedFile,
  typeNames: readonly TypeName[],
): TypeName | undefined {
  const offsets = typeNames.map(({ offset }) => offset);
  return typeNames[view.areUnresolved(absolute, offsets).indexOf(true)];
}
