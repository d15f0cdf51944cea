import type { ts } from 'ts-morph';
import type { TypeScript } from '../typescript-parser.ts';
import { readAskedFile } from './asked-file.ts';
import type { AskedFile } from './asked-file.ts';
import { declaredAt } from './asked-files.ts';
import type { NameSource } from './create-type-tier.ts';
import type { TypeView } from './engines/type-engine.ts';
import { typeNamesIn } from './type-names.ts';
import type { TypeName } from './type-names.ts';

export interface LostTypesOptions {
  readonly typescript: TypeScript;
  readonly names: NameSource | undefined;
  /** The text of a file that is checked, by its absolute path. */
  readonly textOf: (absolute: string) => string | undefined;
  readonly absolute: (file: string) => string;
}

/** More declarations than this are not looked through for one answer. */
const MOST_DECLARATIONS = 200;

/** A name that a file declares. */
interface Declared {
  readonly file: AskedFile;
  readonly name: string;
}

/**
 * Finds types that cannot be found behind those that a declaration names, in whatever file. The checker goes on as if
 * they were `any`, so that what is made of them (`keyof Lost`, a class that extends one) may look like what is expected.
 */
export class LostTypes {
  readonly #options: LostTypesOptions;
  readonly #files = new Map<string, AskedFile>();
  /** The declarations behind which nothing is lost: many answers lead through the same ones. */
  readonly #sound = new WeakMap<TypeView, Set<string>>();
  readonly #held = new WeakMap<TypeView, ReadonlySet<string>>();

  constructor(options: LostTypesOptions) {
    this.#options = options;
  }

  /**
   * @param known names that need no look behind them: they stand in what is expected too, and mean the same there
   * @returns the first that is lost, in words
   */
  behind(view: TypeView, file: AskedFile, nodes: readonly ts.Node[], known: ReadonlySet<string>): string | undefined {
    const seen = new Set<string>();
    const sound = this.#sound.get(view) ?? new Set<string>();
    this.#sound.set(view, sound);
    const waiting: { readonly file: AskedFile; readonly nodes: readonly ts.Node[] }[] = [{ file, nodes }];
    for (let next = waiting.pop(); next !== undefined && seen.size < MOST_DECLARATIONS; next = waiting.pop()) {
      const { file: from } = next;
      const named = this.#namesIn(next.nodes, from);
      // The names of a file that holds the probes were looked at before.
      const isKnown = from === file && file.probeFile === file.absolute && seen.size === 0;
      const lost = isKnown ? undefined : firstLost(view, from, named);
      if (lost) return `${lost.text}, which ${from.file} names, cannot be found`;
      for (const { first } of named) {
        if (from === file && known.has(first)) continue;
        const declared = this.#declared(view, from, first);
        const nodesThere = declared?.file.names.declared.get(declared.name)?.declarations;
        if (declared === undefined || nodesThere === undefined) continue;
        const key = `${declared.name} ${declared.file.absolute}`;
        if (seen.has(key) || sound.has(key)) continue;
        seen.add(key);
        waiting.push({ file: declared.file, nodes: nodesThere });
      }
    }
    if (seen.size < MOST_DECLARATIONS) for (const key of seen) sound.add(key);
    return undefined;
  }

  #namesIn(nodes: readonly ts.Node[], { names }: AskedFile): readonly TypeName[] {
    return nodes.flatMap((node) => typeNamesIn(this.#options.typescript, node, names.source));
  }

  /** Where a name of a file is declared: there, or in the file of the tree that it is imported from. */
  #declared(view: TypeView, from: AskedFile, name: string): Declared | undefined {
    if (from.names.declared.has(name)) return { file: from, name };
    const { names } = this.#options;
    for (const { specifier, names: imported } of names?.moduleOf(from.file)?.imports ?? []) {
      const binding = imported.find(({ local }) => local === name);
      const target = binding && names?.resolve(from.file, specifier);
      const found = binding && target !== undefined ? names?.findExport(target, binding.imported) : undefined;
      const file = found && this.#read(view, found.file);
      if (!found || !file) continue;
      const there = declaredAt(file, found.line, found.column);
      if (there !== undefined) return { file, name: there };
    }
    return undefined;
  }

  /** @returns nothing of a file that the compiler does not hold: it may take the built file of a package for its source */
  #read(view: TypeView, file: string): AskedFile | undefined {
    const absolute = this.#options.absolute(file);
    if (!this.#filesOf(view).has(absolute)) return undefined;
    const text = this.#options.textOf(absolute);
    if (text === undefined) return undefined;
    let read = this.#files.get(absolute);
    if (read?.text !== text) {
      read = readAskedFile(this.#options.typescript, file, absolute, text);
      this.#files.set(absolute, read);
    }
    return read;
  }

  #filesOf(view: TypeView): ReadonlySet<string> {
    let held = this.#held.get(view);
    if (held === undefined) this.#held.set(view, (held = new Set(view.files())));
    return held;
  }
}

function firstLost(view: TypeView, { absolute }: AskedFile, named: readonly TypeName[]): TypeName | undefined {
  const offsets = named.map(({ at }) => at);
  return named[view.areLost(absolute, offsets).indexOf(true)];
}
