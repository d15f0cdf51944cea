/** What the checker makes of a type: the literals `true` and `false`, `any`, a type it could not make, or another. */
export type TypeKind = 'true' | 'false' | 'any' | 'error' | 'other';

/** A property or index signature of a type. */
export interface TypeMember {
  /** Its name; `[key: string]` for an index signature. */
  readonly name: string;
  readonly optional: boolean;
  readonly readonly: boolean;
  /** Its type as the checker prints it. */
  readonly type: string;
}

/** Which files are checked together, and by whose options. Paths are absolute, with `/`. */
export interface ProjectRequest {
  /** The folder of the configuration, or the root where there is none. */
  readonly folder: string;
  /** A tsconfig.json or jsconfig.json; the options are sensible defaults where absent. */
  readonly configuration?: string;
  /** The files to check; what they import comes along. */
  readonly roots: readonly string[];
  /** Whether a root is JavaScript, which is then read whatever the configuration says. */
  readonly withJavaScript: boolean;
}

/** A project as its files are now; outdated once the engine is told of changes. Offsets are in UTF-16 code units. */
export interface TypeView {
  /** The type of the name or type at each offset of a file. */
  kinds(file: string, offsets: readonly number[]): readonly TypeKind[];
  /** Whether the name at each offset of a file means nothing, be it that an import leads nowhere. */
  areLost(file: string, offsets: readonly number[]): readonly boolean[];
  /** The type at an offset in one line; an alias is spelled out. */
  print(file: string, offset: number): string;
  /** The members of the object type at an offset, by the order of their declaration. */
  members(file: string, offset: number): readonly TypeMember[];
  /** Absolute paths of the files that are read together, without the standard library. */
  files(): readonly string[];
}

/** The text of a file where it is not what stands on disk: null where there is no file, undefined where disk decides. */
export type TextOverlay = (file: string) => string | null | undefined;

/** A TypeScript that answers for types. Not to be called any more once it is disposed. */
export interface TypeEngine extends Disposable {
  /** Its name and version, for people. */
  readonly title: string;
  /** The files that a configuration includes. Empty where it cannot be read. */
  filesOf(configuration: string): readonly string[];
  /** Takes note that files have another text than when they were last looked at, came or went. */
  changed(files: readonly string[] | 'all'): void;
  view(project: ProjectRequest): TypeView;
  /** The text that a file had when it was checked last; undefined where no project has the file. */
  textOf(file: string): string | undefined;
}
