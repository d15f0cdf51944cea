/** The kind of a type: the literals `true` and `false`, `any`, the type of an unresolved name (`error`), or another type. */
export type TypeKind = 'true' | 'false' | 'any' | 'error' | 'other';

/** A property or index signature of a type. */
export interface TypeMember {
  /** The name; `[key: string]` for an index signature. */
  readonly name: string;
  readonly optional: boolean;
  readonly readonly: boolean;
  /** The type as the type checker prints it. */
  readonly type: string;
}

/** The root files and the options of one program. Paths are absolute, with `/`. */
export interface ProjectRequest {
  /** The folder of the configuration; the root of the tree if there is no configuration. */
  readonly folder: string;
  /** A tsconfig.json or jsconfig.json; without one, default options apply. */
  readonly configuration?: string | undefined;
  /** The root files; the files that they import are part of the program too. */
  readonly roots: readonly string[];
  /** Whether a root is a JavaScript file. `allowJs` is then set, regardless of the configuration. */
  readonly hasJavaScript: boolean;
}

/** A checked program. It is outdated after `TypeEngine.invalidate`. Offsets are in UTF-16 code units. */
export interface TypeView {
  /** The kind of the type at each offset of a file. */
  kinds(file: string, offsets: readonly number[]): readonly TypeKind[];
  /** Whether the name at each offset of a file is unresolved or is an import that cannot be resolved. */
  areUnresolved(file: string, offsets: readonly number[]): readonly boolean[];
  /** Prints the type at an offset on one line; aliases are expanded. */
  print(file: string, offset: number): string;
  /** The members of the object type at an offset, in declaration order. */
  members(file: string, offset: number): readonly TypeMember[];
  /** Absolute paths of the files of the program, without the standard library. */
  files(): readonly string[];
}

/** The text of a file if it differs from the disk: null if the file does not exist, `undefined` if the disk is current. */
export type TextOverlay = (file: string) => string | null | undefined;

/** A TypeScript compiler that resolves types. It must not be called after it is disposed. */
export interface TypeEngine extends Disposable {
  /** Name, version and origin, for display. */
  readonly title: string;
  /** The first number of the version, which decides defaults and how comments are read. */
  readonly majorVersion: number;
  /** The files that a configuration includes; empty if the configuration cannot be read. */
  filesOf(configuration: string): readonly string[];
  /** Marks files as changed, added or deleted; `all` if the files are unknown. */
  invalidate(files: readonly string[] | 'all'): void;
  /** Creates the program of a project from the current texts. An unchanged program is reused. */
  view(project: ProjectRequest): TypeView;
  /** The text of a file when it was last checked; `undefined` if no program contains the file. */
  textOf(file: string): string | undefined;
}
