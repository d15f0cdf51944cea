import type { TypeScript } from '../../language/typescript-parser.ts';
import type { ImportGraph } from '../../modules/module-graph.ts';
import type { ImportRecord } from '../../modules/module-record.ts';
import { isCheckableFile } from '../files/queried-files.ts';
import {
  ALL_NAMES,
  findChangedNames,
  includesName,
  INLINE_IMPORT,
  createAffectedNames,
  propagateInFile,
} from './affected-names.ts';
import type { FileAffectedNames } from './affected-names.ts';
import { readFileShape } from './file-shape.ts';
import type { FileShape } from './file-shape.ts';

/** A file whose text differs from the text that was last checked. */
export interface FileEdit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

interface Search {
  readonly isChecked: (file: string) => boolean;
  readonly budget: { remaining: number };
  /** Receives every affected name. */
  readonly names: Set<string>;
  /** Whether what cannot be analyzed is left out. Otherwise there is no result then. */
  readonly mayMiss: boolean;
}

/** The names whose meaning a set of edits may have changed. */
export interface AffectedNames {
  readonly files: ReadonlyMap<string, FileAffectedNames>;
  /** Every name that is affected in at least one file. */
  readonly names: ReadonlySet<string>;
}

/** The analysis stops after parsing this much text, because running all queries again is then faster. */
const MAX_PARSED_CHARACTERS = 300_000;
/** The limit if each file that is found is checked: about a second. */
const MAX_SEARCHED_CHARACTERS = 10_000_000;
const MAX_SHAPES = 2_000;

/**
 * Finds the declarations that an edit can affect: those whose text differs, those that mention them, and importers by
 * imported name. The analysis is conservative: every identifier with the same spelling counts as a mention.
 */
export class EditAnalysis {
  readonly #typescript: TypeScript;
  readonly #graph: ImportGraph;
  readonly #textOf: (file: string) => string | undefined;
  readonly #shapes = new Map<string, { readonly text: string; readonly shape: FileShape }>();

  /** @param textOf the current text of a file, by its path relative to the root */
  constructor(typescript: TypeScript, graph: ImportGraph, textOf: (file: string) => string | undefined) {
    this.#typescript = typescript;
    this.#graph = graph;
    this.#textOf = textOf;
  }

  /**
   * @param isChecked whether a file is part of a checked program; other files are ignored
   * @returns `undefined` if the edits may affect everything, or if the analysis exceeds its limit
   */
  affectedBy(edits: readonly FileEdit[], isChecked: (file: string) => boolean): AffectedNames | undefined {
    const names = new Set<string>();
    const search = { isChecked, budget: { remaining: MAX_PARSED_CHARACTERS }, names };
    const files = this.#search(edits, { ...search, mayMiss: false });
    return files && { files, names };
  }

  /**
   * The files in which edits can affect a name, the nearest first. Files that cannot be analyzed, and what edits change for files
   * that do not import them, are left out.
   */
  reachedBy(edits: readonly FileEdit[], isChecked: (file: string) => boolean): readonly string[] {
    const search = { isChecked, budget: { remaining: MAX_SEARCHED_CHARACTERS }, names: new Set<string>() };
    const files = this.#search(edits, { ...search, mayMiss: true }) ?? new Map<string, FileAffectedNames>();
    return [...files].filter(([, { local, exported }]) => local.size + exported.size > 0).map(([file]) => file);
  }

  #search(edits: readonly FileEdit[], search: Search): Map<string, FileAffectedNames> | undefined {
    const { isChecked, budget, names, mayMiss } = search;
    const files = new Map<string, FileAffectedNames>();
    const pending = new Set<string>();
    const callable: [file: string, exported: ReadonlySet<string>][] = [];
    for (const { file, before, after } of edits) {
      const [shapeBefore, shapeAfter] = [this.#shape(file, before, budget), this.#shape(file, after, budget)];
      const isComparable = mayMiss || shapeBefore?.dependencies === shapeAfter?.dependencies;
      if (!shapeBefore || !shapeAfter || !isComparable) {
        if (mayMiss) continue;
        return undefined;
      }
      const affected = findChangedNames(shapeBefore, shapeAfter);
      if (mayMiss) dropNewNames(shapeBefore, affected);
      const called = mayMiss ? takeCalled(shapeBefore, shapeAfter, affected) : [];
      propagateInFile(shapeBefore, affected);
      propagateInFile(shapeAfter, affected);
      // The file itself can call them.
      for (const name of called) affected.local.add(name);
      callable.push([file, exportedNames(shapeAfter, called)]);
      files.set(file, affected);
      for (const shape of [shapeBefore, shapeAfter]) {
        if (!mayMiss && affectsAugmentations(shape, affected)) return undefined;
        addNames(names, shape, affected);
      }
      pending.add(file);
    }
    for (const [file, exported] of callable) this.#addCallers(file, exported, search, files, pending);
    for (const file of pending) {
      pending.delete(file);
      const exported = files.get(file)?.exported;
      if (!exported || exported.size === 0) continue;
      for (const importer of this.#graph.importersOf(file)) {
        if (!isChecked(importer) || !isCheckableFile(importer)) continue;
        const affected = files.get(importer) ?? createAffectedNames();
        const sizeBefore = affected.local.size + affected.exported.size;
        this.#propagateToImporter(importer, file, exported, affected);
        if (affected.local.size + affected.exported.size === sizeBefore) continue;
        files.set(importer, affected);
        if (affected.local.size > 0) {
          const text = this.#textOf(importer);
          const shape = text === undefined ? undefined : this.#shape(importer, text, budget);
          if (!shape) {
            if (mayMiss) continue;
            return undefined;
          }
          propagateInFile(shape, affected);
          if (!mayMiss && affectsAugmentations(shape, affected)) return undefined;
          addNames(names, shape, affected);
        }
        for (const name of affected.exported) names.add(name);
        pending.add(importer);
      }
    }
    return files;
  }

  /**
   * Adds the files that call functions whose result stays the same. They can be wrong, and what they declare keeps its type. A
   * file that uses such a function in another way, for example as a value, passes the change on.
   */
  #addCallers(
    declaring: string,
    names: ReadonlySet<string>,
    { isChecked, budget }: Search,
    files: Map<string, FileAffectedNames>,
    pending: Set<string>,
  ): void {
    const exportedBy = new Map([[declaring, names]]);
    for (const [file, exported] of exportedBy) {
      if (exported.size === 0) continue;
      for (const importer of this.#graph.importersOf(file)) {
        if (!isChecked(importer) || !isCheckableFile(importer)) continue;
        const found = createAffectedNames();
        this.#propagateToImporter(importer, file, exported, found);
        // A re-export passes the name on.
        const passed = new Set([...(exportedBy.get(importer) ?? []), ...found.exported]);
        if (passed.size > (exportedBy.get(importer)?.size ?? 0)) {
          exportedBy.delete(importer);
          exportedBy.set(importer, passed);
        }
        const text = found.local.size === 0 ? undefined : this.#textOf(importer);
        const shape = text === undefined ? undefined : this.#shape(importer, text, budget);
        if (shape === undefined) continue;
        const affected = files.get(importer) ?? createAffectedNames();
        const [called, used] = splitByUse(shape, found.local);
        for (const name of used) affected.local.add(name);
        if (used.length > 0) {
          propagateInFile(shape, affected);
          pending.add(importer);
        }
        // The name is reached, and no declaration is affected.
        for (const name of called) affected.local.add(name);
        files.set(importer, affected);
      }
    }
  }

  /** Adds the names of an importer that it imports or re-exports from the affected exports of a file. */
  #propagateToImporter(
    importer: string,
    file: string,
    exported: ReadonlySet<string>,
    affected: FileAffectedNames,
  ): void {
    for (const record of this.#graph.moduleOf(importer)?.imports ?? []) {
      if (this.#graph.resolve(importer, record.specifier) !== file) continue;
      if (record.kind === 'reexport') propagateReexport(record, exported, affected);
      else if (record.kind === 'dynamic') affected.local.add(INLINE_IMPORT);
      else if (record.kind === 'require' && record.names.length === 0) affected.local.add(ALL_NAMES);
      for (const { imported, local } of record.kind === 'reexport' ? [] : record.names) {
        if (isWholeModule(imported) || includesName(exported, imported)) affected.local.add(local);
      }
    }
  }

  /** @returns `undefined` if the file is a script, whose declarations are global, or if the limit is exceeded */
  #shape(file: string, text: string, budget: { remaining: number }): FileShape | undefined {
    const known = this.#shapes.get(file);
    if (known?.text === text) return known.shape;
    budget.remaining -= text.length;
    if (budget.remaining < 0) return undefined;
    const shape = readFileShape(this.#typescript, file, text);
    if (!shape.isModule) return undefined;
    if (this.#shapes.size >= MAX_SHAPES) this.#shapes.clear();
    this.#shapes.set(file, { text, shape });
    return shape;
  }
}

function propagateReexport({ names }: ImportRecord, exported: ReadonlySet<string>, affected: FileAffectedNames): void {
  for (const { imported, local } of names) {
    if (imported === '*' && local === '*') {
      for (const name of exported) if (name !== 'default') affected.exported.add(name);
    } else if (isWholeModule(imported) || includesName(exported, imported)) affected.exported.add(local);
  }
}

function isWholeModule(imported: string): boolean {
  return imported === '*' || imported === 'export=';
}

/** Whether an affected name is declared in a global or module augmentation. */
function affectsAugmentations({ augmentations }: FileShape, { local }: FileAffectedNames): boolean {
  return augmentations.some((name) => includesName(local, name));
}

function addNames(names: Set<string>, shape: FileShape, { local, exported }: FileAffectedNames): void {
  for (const name of [...local, ...exported]) names.add(name);
  if (!local.has(ALL_NAMES)) return;
  for (const name of shape.declarations.keys()) names.add(name);
  for (const name of shape.imports.keys()) names.add(name);
  for (const binding of shape.exports) names.add(binding.exported);
}

/** Takes the names out that only the later text has: they break no use. */
function dropNewNames({ declarations, imports, exports }: FileShape, { local, exported }: FileAffectedNames): void {
  for (const name of [...local]) {
    if (name !== ALL_NAMES && !declarations.has(name) && !imports.has(name)) local.delete(name);
  }
  const before = new Set(exports.map((binding) => binding.exported));
  for (const name of [...exported]) if (name !== ALL_NAMES && !before.has(name)) exported.delete(name);
}

/** Takes the functions out of the changed names whose result is the same, and that the file itself only calls. */
function takeCalled(before: FileShape, after: FileShape, changed: FileAffectedNames): readonly string[] {
  const same = [...changed.local].filter((name) => {
    const result = after.results.get(name);
    return result !== undefined && before.results.get(name) === result;
  });
  const [called] = splitByUse(after, new Set(same));
  for (const name of called) changed.local.delete(name);
  return called;
}

/** The names under which a file exports some of its declarations. */
function exportedNames({ exports }: FileShape, locals: readonly string[]): ReadonlySet<string> {
  return new Set(exports.flatMap(({ local, exported }) => (locals.includes(local ?? '') ? [exported] : [])));
}

/** Separates the names that declarations of a file only call from those that they use in another way. */
function splitByUse(
  { statements, declarations }: FileShape,
  names: ReadonlySet<string>,
): readonly [called: readonly string[], used: readonly string[]] {
  const called: string[] = [];
  const used: string[] = [];
  for (const name of names) {
    const use = new RegExp(
      String.raw`(?<![\w$.])${name.replaceAll('$', String.raw`\$`)}(?![\w$])(?!\s*(?:\?\.\s*)?[(<.])`,
    );
    const isUsed = [...declarations].some(([declared, text]) =>
      use.test(declared === name ? text.replace(name, '') : text),
    );
    (isUsed || use.test(statements) || name === ALL_NAMES || name === INLINE_IMPORT ? used : called).push(name);
  }
  return [called, used];
}
