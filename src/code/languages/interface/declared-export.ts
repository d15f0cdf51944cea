import type { ExportKind } from '../../modules/module-record.ts';

/** One export that a module declares or re-exports, for the comparison of two versions and for contracts from code. */
export interface DeclaredExport {
  readonly name: string;
  readonly kind: ExportKind;
  /** The position of the name, from 1. */
  readonly line: number;
  readonly column: number;
  /**
   * The declarations without comments, white space and the name of the export itself. Equal texts are the same
   * declaration.
   */
  readonly text: string;
  /** The name and the specifier of a re-export. */
  readonly from?: string;
  /** The signatures of a function: one, or its overloads. */
  readonly signatures?: readonly DeclaredSignature[];
  /** The parts of a type that its users can name. */
  readonly type?: DeclaredType;
  /** The type and the value of a variable or constant. */
  readonly variable?: DeclaredVariable;
}

export interface DeclaredSignature {
  /** As a contract states it. */
  readonly text: string;
  readonly parameters: readonly DeclaredParameter[];
  /** The normalized type of the result, and `async` where it applies; `''` if it is not stated. */
  readonly result: string;
  /** The normalized type parameters; `''` if there are none. */
  readonly typeParameters: string;
  /** Whether a decorator can change what callers pass. */
  readonly isDecorated?: true;
}

export interface DeclaredParameter {
  readonly name: string;
  /** How callers pass it. `rest` takes any number of arguments. */
  readonly passedBy: 'position' | 'name' | 'position-or-name' | 'rest';
  readonly isOptional: boolean;
  /** The normalized type; `undefined` if it is not stated. */
  readonly type: string | undefined;
}

export interface DeclaredType {
  /** What is not a member: bases, decorators, type parameters, or the type that an alias names. */
  readonly head: string;
  readonly members: readonly DeclaredMember[];
  /** Whether other code implements all members, so that a new member breaks it (an interface of Go). */
  readonly isImplemented: boolean;
  /** Whether only its own package can implement it. */
  readonly isSealed?: true;
  /** Whether it can have members that it does not state: those of a base, of an embedded type, or created on demand. */
  readonly hasOtherMembers: boolean;
  /** Names that values of the type may have although they are no members: what methods assign, or what each class has. */
  readonly possibleMembers?: readonly string[];
}

export interface DeclaredMember {
  readonly name: string;
  readonly text: string;
  /** Whether only its own package can use it. */
  readonly isHidden?: true;
  /** Absent for a field. */
  readonly signatures?: readonly DeclaredSignature[];
}

export interface DeclaredVariable {
  /** `undefined` if it is inferred. */
  readonly type: string | undefined;
  /** The kind of a literal value, from which its type is certain; `undefined` for any other value. */
  readonly literal: string | undefined;
}
