import type { DeclaredExport } from '../../languages/interface/declared-export.ts';
import type { ApiMember, ApiType, ApiTypeParameter } from './api-type.ts';

/** What the entry points of a package offer. */
export interface PackageApi {
  /** The name in the manifest; the folder if there is none. */
  readonly name: string;
  readonly version: string | undefined;
  /** Relative to the tree; `''` is the root. */
  readonly folder: string;
  readonly language: 'typescript' | 'python' | 'go';
  /** Whether the manifest says that the package is not published. */
  readonly isPrivate: boolean;
  readonly entries: readonly ApiEntry[];
  /** What the exports of the entries declare, and the declarations that those mention, by id. */
  readonly declarations: Readonly<Record<string, ApiDeclaration>>;
  /** The entries whose source was not found. They are not part of a comparison. */
  readonly notJudged: readonly UnjudgedEntry[];
}

/** One entry point. Conditions that lead to one file are one entry. */
export interface ApiEntry {
  /** `.`, `./sub`, or the dotted name of a module or the path of a package of another language. */
  readonly subpath: string;
  /** The conditions of `exports` that lead here, `import|types` for nested ones; empty if there is no condition. */
  readonly conditions: readonly string[];
  /** `bin`: a command. `asset`: a file that is no module. */
  readonly kind: 'module' | 'bin' | 'asset';
  /** Relative to the tree. */
  readonly file: string;
  readonly exports: readonly ApiExport[];
  /** Whether only `types` outside of `exports` leads to the declarations, which some importers do not read. */
  readonly isTypedByManifest?: true | undefined;
  /** The modules of `export *` that are not installed. Their names are not judged. */
  readonly missingModules?: readonly string[] | undefined;
  /** Whether the module can have more names when it runs (`__getattr__` of Python). */
  readonly createsNames?: true | undefined;
  /** The names that the module imports and does not offer (Python). Importers still find them. */
  readonly importedNames?: readonly string[] | undefined;
}

export interface ApiExport {
  /** `name`, or `namespace.name` for a member of an exported namespace. */
  readonly name: string;
  /** The id of its declaration. */
  readonly declaration: string;
  /** Whether it can be used as a type only. */
  readonly isTypeOnly: boolean;
}

export interface UnjudgedEntry {
  readonly subpath: string;
  readonly target: string;
  /** A sentence without a full stop. */
  readonly reason: string;
}

export type ApiDeclarationKind =
  'function' | 'class' | 'interface' | 'type' | 'enum' | 'variable' | 'namespace' | 're-export';

/** One declaration, merged from its parts. */
export interface ApiDeclaration {
  readonly id: string;
  readonly kinds: readonly ApiDeclarationKind[];
  /** The file and the line of the first part, relative to the tree. */
  readonly file: string;
  readonly line: number;
  readonly typeParameters: readonly ApiTypeParameter[];
  /** What the name means as a value: for a class, its constructors and static members. */
  readonly value?: ApiType | undefined;
  /** What the name means as a type: for a class, its instances. Own members only. */
  readonly type?: ApiType | undefined;
  /** The bases of an interface or a class. */
  readonly bases?: readonly ApiType[] | undefined;
  readonly enumMembers?: readonly ApiEnumMember[] | undefined;
  readonly isAbstract?: true | undefined;
  /** Whether other code cannot extend it: a private constructor, or `@sealed`. */
  readonly isSealed?: true | undefined;
  /** Whether the text has no written type for something that is part of the API. */
  readonly isInferred?: true | undefined;
  /** What the documentation says about the stability. */
  readonly release?: 'internal' | 'alpha' | 'beta' | 'experimental' | undefined;
  /** The specifier of a re-export of another package. */
  readonly from?: string | undefined;
  /** The declaration as the text states it, for Python and Go. */
  readonly declared?: DeclaredExport | undefined;
}

export interface ApiEnumMember {
  readonly name: string;
  /** `undefined` if it is computed. */
  readonly value: string | undefined;
  /** Whether its documentation says that it is not stable. */
  readonly isUnstable?: true | undefined;
}

/** The members of the type of a declaration, without those of its bases. */
export function ownMembersOf({ type }: ApiDeclaration): readonly ApiMember[] {
  return type?.kind === 'object' ? type.members : [];
}
