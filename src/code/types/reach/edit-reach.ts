import type { ImportRecord, ModuleRecord } from '../../module-record.ts';
import { isCheckedFile } from '../asked-file.ts';
import type { TypeScript } from '../../typescript-parser.ts';
import { readFileShape } from './file-shape.ts';
import type { FileShape } from './file-shape.ts';
import { differingNames, EVERY, IMPORTED_IN_PLACE, isAmong, nothingReached, spreadInside } from './reached-names.ts';
import type { ReachedNames } from './reached-names.ts';

/** The modules of a tree and who imports whom, by paths from its root. */
export interface ImportGraph {
  moduleOf(file: string): ModuleRecord | undefined;
  importersOf(file: string): readonly string[];
  resolve(fromFile: string, specifier: string): string | undefined;
}

/** A file whose text is another than the one that was checked last. */
export interface FileEdit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** What edits can have changed the meaning of. */
export interface Reach {
  readonly files: ReadonlyMap<string, ReachedNames>;
  /** Every name that was reached in some file. */
  readonly names: ReadonlySet<string>;
}

/** What is parsed to find out how far edits reach; beyond that, asking everything again is faster. */
const MOST_PARSED = 300_000;
const MOST_SHAPES = 2_000;

/**
 * Finds out what an edit can have changed: the declarations whose text differs, what mentions them, and whoever imports
 * those by name. It errs on the side of too much: a word that only looks like a name counts as one.
 */
export class EditReach {
  readonly #typescript: TypeScript;
  readonly #graph: ImportGraph;
  readonly #textOf: (file: string) => string | undefined;
  readonly #shapes = new Map<string, { readonly text: string; readonly shape: FileShape }>();

  /** @param textOf the text of a file as it counts now, by its path from the root */
  constructor(typescript: TypeScript, graph: ImportGraph, textOf: (file: string) => string | undefined) {
    this.#typescript = typescript;
    this.#graph = graph;
    this.#textOf = textOf;
  }

  /**
   * @param isChecked whether a file is read with what was asked about; others can change nothing
   * @returns undefined where they may reach everything, or that takes too long to find out
   */
  of(edits: readonly FileEdit[], isChecked: (file: string) => boolean): Reach | undefined {
    const files = new Map<string, ReachedNames>();
    const names = new Set<string>();
    const waiting = new Set<string>();
    const budget = { left: MOST_PARSED };
    for (const { file, before, after } of edits) {
      const [shapeBefore, shapeAfter] = [this.#shape(file, before, budget), this.#shape(file, after, budget)];
      if (!shapeBefore || !shapeAfter || shapeBefore.reads !== shapeAfter.reads) return undefined;
      const reached = differingNames(shapeBefore, shapeAfter);
      spreadInside(shapeBefore, reached);
      spreadInside(shapeAfter, reached);
      files.set(file, reached);
      for (const shape of [shapeBefore, shapeAfter]) {
        if (holdsElsewhere(shape, reached)) return undefined;
        addNames(names, shape, reached);
      }
      waiting.add(file);
    }
    for (const file of waiting) {
      waiting.delete(file);
      const given = files.get(file)?.given;
      if (!given || given.size === 0) continue;
      for (const importer of this.#graph.importersOf(file)) {
        if (!isChecked(importer) || !isCheckedFile(importer)) continue;
        const reached = files.get(importer) ?? nothingReached();
        const sizes = reached.inside.size + reached.given.size;
        this.#takeOver(importer, file, given, reached);
        if (reached.inside.size + reached.given.size === sizes) continue;
        files.set(importer, reached);
        if (reached.inside.size > 0) {
          const text = this.#textOf(importer);
          const shape = text === undefined ? undefined : this.#shape(importer, text, budget);
          if (!shape) return undefined;
          spreadInside(shape, reached);
          if (holdsElsewhere(shape, reached)) return undefined;
          addNames(names, shape, reached);
        }
        for (const name of reached.given) names.add(name);
        waiting.add(importer);
      }
    }
    return { files, names };
  }

  /** Takes over into an importer what it imports of the reached names of a file. */
  #takeOver(importer: string, file: string, given: ReadonlySet<string>, reached: ReachedNames): void {
    for (const one of this.#graph.moduleOf(importer)?.imports ?? []) {
      if (this.#graph.resolve(importer, one.specifier) !== file) continue;
      if (one.kind === 'reexport') passOn(one, given, reached);
      else if (one.kind === 'dynamic') reached.inside.add(IMPORTED_IN_PLACE);
      else if (one.kind === 'require' && one.names.length === 0) reached.inside.add(EVERY);
      for (const { imported, local } of one.kind === 'reexport' ? [] : one.names) {
        if (isWhole(imported) || isAmong(given, imported)) reached.inside.add(local);
      }
    }
  }

  /** @returns undefined where all that a text declares holds everywhere, or too much has been parsed */
  #shape(file: string, text: string, budget: { left: number }): FileShape | undefined {
    const known = this.#shapes.get(file);
    if (known?.text === text) return known.shape;
    budget.left -= text.length;
    if (budget.left < 0) return undefined;
    const shape = readFileShape(this.#typescript, file, text);
    if (!shape.isModule) return undefined;
    if (this.#shapes.size >= MOST_SHAPES) this.#shapes.clear();
    this.#shapes.set(file, { text, shape });
    return shape;
  }
}

function passOn({ names }: ImportRecord, given: ReadonlySet<string>, reached: ReachedNames): void {
  for (const { imported, local } of names) {
    if (imported === '*' && local === '*') {
      for (const name of given) if (name !== 'default') reached.given.add(name);
    } else if (isWhole(imported) || isAmong(given, imported)) reached.given.add(local);
  }
}

function isWhole(imported: string): boolean {
  return imported === '*' || imported === 'export=';
}

/** Whether something was reached that a file declares for others. */
function holdsElsewhere({ elsewhere }: FileShape, { inside }: ReachedNames): boolean {
  return elsewhere.some((name) => isAmong(inside, name));
}

function addNames(names: Set<string>, shape: FileShape, { inside, given }: ReachedNames): void {
  for (const name of [...inside, ...given]) names.add(name);
  if (!inside.has(EVERY)) return;
  for (const name of shape.declarations.keys()) names.add(name);
  for (const name of shape.imports.keys()) names.add(name);
  for (const { exported } of shape.given) names.add(exported);
}
