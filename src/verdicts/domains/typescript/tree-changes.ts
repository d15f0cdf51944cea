import type { ts } from 'ts-morph';
import { ModuleIndex } from '../../../code/index/module-index.ts';
import { scriptsOf } from '../../../code/language/scripts.ts';
import { parseScript, type TypeScript } from '../../../code/language/typescript-parser.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import { findMarkedDeclarations, type MarkedDeclaration } from './marked-declarations.ts';
import { importersOfObject } from './object-importers.ts';
import { findObjectChanges, type ObjectChanges, type ObjectNames } from './object-uses.ts';

/** What the code of a tree changes of objects. Modules are read only if a marked declaration is an object. */
export class TreeChanges {
  readonly #tree: SourceTree;
  readonly #ts: TypeScript;
  #index: Promise<ModuleIndex> | undefined;

  constructor(tree: SourceTree, typescript: TypeScript) {
    this.#tree = tree;
    this.#ts = typescript;
  }

  /** The marked declarations of a script, without the values that other code of the tree can change. */
  async findMarked(file: string, source: ts.SourceFile): Promise<readonly MarkedDeclaration[]> {
    const objects = new Set<string>();
    const marked = findMarkedDeclarations(this.#ts, source, (name) => {
      objects.add(name);
      return { members: new Set(), parts: new Set(), isWritten: false };
    });
    if (objects.size === 0) return marked;
    const changes = new Map<string, ObjectChanges>();
    for (const name of objects) changes.set(name, await this.#changesOf(file, source, name));
    return findMarkedDeclarations(this.#ts, source, (name) => changes.get(name) ?? UNKNOWN);
  }

  async #changesOf(file: string, source: ts.SourceFile, name: string): Promise<ObjectChanges> {
    const own: ObjectNames = { variables: new Set([name]), modules: new Map(), members: new Set() };
    const found = [findObjectChanges(this.#ts, source, own)];
    const index = await (this.#index ??= ModuleIndex.build(this.#tree));
    for (const { file: importer, names } of importersOfObject(index, { file, name })) {
      for (const { text, dialect } of scriptsOf(importer, (await this.#tree.readText(importer)) ?? '')) {
        found.push(findObjectChanges(this.#ts, parseScript(this.#ts, text, dialect), names));
      }
    }
    return {
      members: new Set(found.flatMap(({ members }) => [...members])),
      parts: new Set(found.flatMap(({ parts }) => [...parts])),
      isWritten: found.some(({ isWritten }) => isWritten),
    };
  }
}

const UNKNOWN: ObjectChanges = { members: new Set(['*']), parts: new Set(['*']), isWritten: false };
