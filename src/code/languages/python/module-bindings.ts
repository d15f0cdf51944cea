import type { TextPosition } from '../text/position-cursor.ts';
import type { PythonBranch } from './branches.ts';
import { readImportStatement } from './import-statement.ts';
import type { NameAt } from './statement-text.ts';

/** What binds a name at the top level of a module. */
export type BindingKind = 'function' | 'class' | 'type' | 'variable' | 'import';

/** One binding of a name at the top level of a module. */
export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  readonly line: number;
  readonly column: number;
  /** Whether it is in a branch that may not run, such as `except ImportError`. */
  readonly isConditional: boolean;
  /** Whether it is in a branch for type checkers, so that the name does not exist at run time. */
  readonly isTypeOnly: boolean;
  /** The offsets of the assigned value of a variable. */
  readonly value?: readonly [from: number, to: number];
  /** For a function, whether it is an overload signature without an implementation. */
  readonly isOverload?: boolean;
  readonly imported?: PythonImport;
}

/** The module and the name that an import binds. */
export interface PythonImport {
  readonly specifier: string;
  /** `*` for the module itself. */
  readonly name: string;
  /** The module that the name is if `specifier` is a package that does not define it. */
  readonly submodule?: string;
  /** Whether the import is written as `from m import a as a`, which marks a re-export. */
  readonly isMarkedReexport: boolean;
}

/** One import statement, at the top level or deeper. */
export interface ImportStatement {
  readonly specifier: string;
  readonly bindings: readonly Binding[];
  readonly isStar: boolean;
  /** The name that `import a.b` binds, if the module is reached through it. */
  readonly pathFrom?: string;
  /** Whether it is in a function or a class, or in a branch that no import runs. */
  readonly isNested: boolean;
  readonly line: number;
  readonly column: number;
}

/** What the statements of a module bind at its top level, and its imports. */
export class ModuleBindings {
  /** The bindings of each name, in text order. */
  readonly byName = new Map<string, Binding[]>();
  readonly imports: ImportStatement[] = [];
  readonly #text: string;
  readonly #isStub: boolean;
  readonly #positionAt: (offset: number) => TextPosition;

  /** @param positionAt the position of an offset in the line that is read */
  constructor(text: string, isStub: boolean, positionAt: (offset: number) => TextPosition) {
    this.#text = text;
    this.#isStub = isStub;
    this.#positionAt = positionAt;
  }

  bind({ name, offset }: NameAt, kind: BindingKind, branch: PythonBranch, more: Partial<Binding> = {}): void {
    this.#add({ name, kind, ...this.#positionAt(offset), ...branch, ...more });
  }

  /** Adds the modules of an import statement: one entry for each. */
  addImports(from: number, to: number, branch: PythonBranch, isNested: boolean): void {
    const position = this.#positionAt(from);
    for (const { specifier, names, isStar, module } of readImportStatement(this.#text, from, to)) {
      const own = { specifier, isStar, isNested, ...position };
      if (module === undefined) {
        const bindings = names.map(({ imported, alias }) => {
          const submodule = specifier.endsWith('.') ? specifier + imported.name : `${specifier}.${imported.name}`;
          const isMarkedReexport = alias?.name === imported.name;
          const origin = { specifier, name: imported.name, submodule, isMarkedReexport };
          return this.#importBinding(alias ?? imported, origin, branch);
        });
        this.#addImport({ ...own, bindings });
        continue;
      }
      const { outermost, alias } = module;
      const bound = alias === undefined ? outermost.name : specifier;
      const isMarkedReexport = this.#isStub && alias?.name === specifier;
      const binding = this.#importBinding(
        alias ?? outermost,
        { specifier: bound, name: '*', isMarkedReexport },
        branch,
      );
      this.#addImport({ ...own, specifier: bound, bindings: [binding] });
      // `import a.b` binds `a` and loads `a.b`.
      if (bound !== specifier) this.#addImport({ ...own, bindings: [], pathFrom: bound });
    }
  }

  #add(binding: Binding): void {
    const known = this.byName.get(binding.name);
    if (known === undefined) this.byName.set(binding.name, [binding]);
    else known.push(binding);
  }

  #addImport(statement: ImportStatement): void {
    this.imports.push(statement);
    if (!statement.isNested) for (const binding of statement.bindings) this.#add(binding);
  }

  #importBinding({ name, offset }: NameAt, imported: PythonImport, branch: PythonBranch): Binding {
    return { name, kind: 'import', ...this.#positionAt(offset), ...branch, imported };
  }
}
