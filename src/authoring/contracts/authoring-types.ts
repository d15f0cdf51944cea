/** What the engine offers for writing contracts: templates, and contracts that are generated from code. */
import type { AssertionField } from '../../contract/templates/assertion-template.ts';
import type { PlanReaderId } from '../../contract/plans/plan.ts';

/** A template of a contract, for display. */
export interface ContractTemplateDescription {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Whether it requires a signature. One in the task is used. */
  readonly hasSignature: boolean;
}

export interface ContractDraftOptions {
  /** The id of a template. Default: `module`. */
  readonly template?: string | undefined;
  /** What must be done, in a sentence. Names and paths are derived from it. Without it, the text has a placeholder. */
  readonly task?: string | undefined;
  /** The id of the specification, and the name of the file. Default: derived from the task. */
  readonly id?: string | undefined;
  /** The acceptance command of the chunk. Without it, the text has a proposal as a comment. */
  readonly acceptance?: string | undefined;
  /**
   * A module of the folder. New files are next to it. With a task, the template `refactor` states all its exports and
   * signatures.
   */
  readonly near?: string | undefined;
}

/** The text of a new contract. Nothing is written. */
export interface ContractDraft {
  /** Path in the folder. It does not exist yet, unless the id was given. */
  readonly file: string;
  readonly text: string;
  /** The text as a snippet in the syntax of VS Code, with a tab stop per value. It expands to `text`. */
  readonly snippet: string;
  /** How the values begin that a person must replace before a run; `undefined` if there is none. */
  readonly placeholder: string | undefined;
}

/** A contract that describes existing code. */
export interface GeneratedContract extends Pick<ContractDraft, 'file' | 'text'> {
  readonly chunks: number;
  /** The number of asserts and postconditions. All of them hold in the code that the contract was generated from. */
  readonly requirements: number;
  /** What the code has and the contract does not state, each with its reason. The text has them as comments. */
  readonly notes: readonly string[];
}

interface GenerateOptions {
  /** The id of the specification, and the name of the file. */
  readonly id?: string | undefined;
  /** The title of the specification. */
  readonly title?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ContractFromCodeOptions extends GenerateOptions {
  /** Files and folders, relative to the folder. Test and declaration files of folders are left out. */
  readonly files: readonly string[];
  /**
   * What must change, in a sentence, while the exports and signatures stay as they are. Without it, the description is a
   * placeholder.
   */
  readonly task?: string | undefined;
}

export interface ContractFromDiffOptions extends GenerateOptions {
  /**
   * `A..B`, `A...B`, a branch (from its merge base with the default branch), or a commit (from its parent). Default: the
   * current files, from the merge base of the current branch with the default branch.
   */
  readonly range?: string | undefined;
}

/** What becomes one chunk of an imported contract: a task, or the tasks under a heading. */
export type ImportUnit = 'task' | 'group';

export interface ImportOptions {
  /** A plan, or the folder of an OpenSpec change, a Spec Kit feature or a Kiro specification, relative to the folder. */
  readonly path: string;
  /** The reader. Default: recognized by the content. */
  readonly format?: PlanReaderId | undefined;
  /** Default: `group` for OpenSpec, `task` for Spec Kit. */
  readonly unit?: ImportUnit | undefined;
  /** Whether tasks that are marked as done are imported too. Their files and exports are checks. */
  readonly withDone?: boolean | undefined;
  /** The id of the specification, and the name of the file. Default: the name of the folder. */
  readonly id?: string | undefined;
}

export interface UpdateImportOptions {
  /** The contract, or its plan or the folder of its plan, relative to the folder. */
  readonly path: string;
  /** The id of the contract, if `path` is a plan that was moved or has several contracts. */
  readonly id?: string | undefined;
  /** Whether the file is written. Default: only the update is returned. */
  readonly write?: boolean | undefined;
  /** Whether the text of the plan is kept for the next update although nothing is written: an editor saves it later. */
  readonly keepText?: boolean | undefined;
}

export type { ImportUpdate, UpdatedPart } from './update/update-import.ts';

/** Something in a task list that a person must decide or complete. */
export interface ImportNote {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** A clause without a full stop. */
  readonly message: string;
  /** The id of the chunk that has the note as a comment. */
  readonly chunk?: string | undefined;
}

/** A draft contract from the task list of another tool. */
export interface ImportedContract extends Pick<ContractDraft, 'file' | 'text'> {
  readonly format: PlanReaderId;
  /** The task list, relative to the folder. */
  readonly source: string;
  readonly chunks: readonly {
    readonly id: string;
    /** The first line of its tasks in the task list, from 1. */
    readonly line: number;
    /** The number of its requirements that can be checked. */
    readonly checks: number;
  }[];
  /** The number of tasks that are done and therefore not imported. */
  readonly leftOut: number;
  /** By line. */
  readonly notes: readonly ImportNote[];
}

export interface CreateContractOptions {
  /** Whether an existing file is replaced. */
  readonly overwrite?: boolean | undefined;
}

export interface CreatedContract {
  /** The configuration that makes the folder a workspace folder, if it was written with the contract. */
  readonly configuration: string | undefined;
}

/** A template of assertions, for display. */
export interface AssertionTemplateDescription {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly AssertionField[];
}

/** The place of a new assertion. */
export interface AssertionPlace {
  /** Path of the contract, relative to the folder. */
  readonly contract: string;
  /** The id of the chunk. */
  readonly chunk: string;
  /** The id of the template. */
  readonly template: string;
}

export interface AssertionValuesQuery extends AssertionPlace {
  /** The name of the field that needs a value. */
  readonly field: string;
  /** The values of the fields before it. */
  readonly values: Readonly<Record<string, string>>;
}

export interface AddAssertionOptions extends AssertionPlace {
  /** The values of all fields. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether the file is written. Default: only the new text is returned. */
  readonly write?: boolean | undefined;
}

export interface AddedAssertion {
  /** The new text of the contract. */
  readonly text: string;
  /** The messages of the new assertions. */
  readonly messages: readonly string[];
  /** The line of the first new assertion, from 1. */
  readonly line: number;
}

export interface AddChunkOptions extends Pick<ContractDraftOptions, 'template' | 'task' | 'near'> {
  /** Path of the contract, relative to the folder. */
  readonly contract: string;
}

export interface AddedChunk extends Pick<AddedAssertion, 'text' | 'line'> {
  /** The id of the new chunk. */
  readonly chunk: string;
}

/** A commit that a contract can be generated from. */
export interface SourceCommit {
  readonly commit: string;
  readonly subject: string;
}

/** Commands that let a contract check behavior. Each is absent if it cannot be derived from the files. */
export interface ProposedChecks {
  /** The test command of the repository, for `verify`. */
  readonly verify?: string | undefined;
  /** What `verify` leaves out of the test script of the repository, and why. */
  readonly remark?: string | undefined;
  /** The same as a value in YAML, quoted if necessary. */
  readonly verifyYaml?: string | undefined;
  /** Whether a gate with `tests: affected` can select test files. If not, it runs all tests at once. */
  readonly selectsAffected?: boolean | undefined;
  /** A command that runs one test file of the work, for `acceptanceCommands`. The file may not exist yet. */
  readonly acceptance?: string | undefined;
  /** The test file of `acceptance`, if it does not exist and the runner finds it. */
  readonly testFile?: string | undefined;
}
