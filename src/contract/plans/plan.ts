import type { PLAN_READER_IDS } from '../model.ts';

/** The model of a plan that another tool wrote: what its text says in forms that are known, each with its place. */

/** A part of the text of a plan. Offsets are UTF-16 code units from 0; the end is exclusive. */
export interface PlanPlace {
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

/** `write`: a `git add` or a text without a verb names the file. */
export type PlanFileRole = 'create' | 'modify' | 'test' | 'delete' | 'read' | 'write';

/** A file that a task names. */
export interface PlanTaskFile extends PlanPlace {
  /** Relative to the workspace folder, with `/`. It may be a glob, or a folder that ends with `/`. */
  readonly path: string;
  readonly role: PlanFileRole;
  /** Whether the text makes it depend on something: "(create if absent)", "(generated)", a glob. */
  readonly isOptional: boolean;
}

/** A name of code that a task produces or consumes. */
export interface PlanName extends PlanPlace {
  /** `loadOrders`, or `Store.find` for a member. */
  readonly name: string;
  /** How the text says it. A `mention` is a name alone, which proves nothing. */
  readonly form: 'declaration' | 'signature' | 'call' | 'mention';
  readonly kind: 'function' | 'type' | 'value';
  /** As written: `(id: string, limit)`. Absent without parentheses. */
  readonly parameters?: string | undefined;
  /**
   * `<T>(id: string) => T`, `(id: str) -> Order` or `(id string) Order`, if every parameter and the result has a type. With
   * the type parameters.
   */
  readonly signature?: string | undefined;
  /** Whether the text shows that it is exported. */
  readonly isExport: boolean;
  /** The file that has it; `undefined` if the text leaves it open. */
  readonly file?: string | undefined;
  /** Whether this is a change of something that exists, or the text leaves it open. */
  readonly isChange?: boolean | undefined;
  /** Whether a block of code says it, and no statement. Code of a plan can grow from task to task. */
  readonly isFromCode?: boolean | undefined;
  /** Whether it is a call in a sentence, which can leave out arguments. */
  readonly isShort?: boolean | undefined;
  /** Whether the text before that code says that it changes what is there. */
  readonly isRevision?: boolean | undefined;
}

/** A command that a task runs. */
export interface PlanCommand extends PlanPlace {
  readonly command: string;
  /** The leading PASS or FAIL of what the text expects. */
  readonly expected?: 'pass' | 'fail' | undefined;
  /** Whether an earlier step of the task expects the same command to fail. */
  readonly failsFirst?: boolean | undefined;
}

/** A requirement in the form of a check of a contract, with its sentence. */
export interface PlanAssertion extends PlanPlace {
  readonly message: string;
  readonly check: { readonly type: string } & Readonly<Record<string, unknown>>;
}

/** The mark of a checkbox. */
export interface PlanBox extends PlanPlace {
  /** What is between the brackets, trimmed. */
  readonly mark: string;
  readonly isTicked: boolean;
}

export interface PlanTask extends PlanPlace {
  /** The id of its chunk. */
  readonly id: string;
  /** As the text writes it: `3`, `1.2`, `T012`. */
  readonly number: string;
  readonly title: string;
  /** The Markdown of the task. */
  readonly text: string;
  readonly boxes: readonly PlanBox[];
  /** Whether all its boxes are ticked, and there is one. */
  readonly isClaimed: boolean;
  readonly isOptional: boolean;
  /** Whether the tool may carry it out at the same time as its neighbors. */
  readonly isParallel: boolean;
  /** The ids of the tasks that must be done before. */
  readonly dependsOn: readonly string[];
  readonly files: readonly PlanTaskFile[];
  readonly produces: readonly PlanName[];
  readonly consumes: readonly PlanName[];
  /** Names that its code imports or declares, for what is known before a later task. */
  readonly codeWords: ReadonlySet<string>;
  /** Calls and names in its code and its inline code. */
  readonly uses: readonly PlanName[];
  /** Every command in its text, also one that is no check. */
  readonly runs: readonly PlanCommand[];
  readonly commands: readonly PlanCommand[];
  readonly assertions: readonly PlanAssertion[];
  /** The numbers of requirements that it serves. */
  readonly requirements: readonly string[];
}

/** A line that a reader did not understand, or a person must decide. */
export interface PlanNote {
  /** From 1. */
  readonly line: number;
  /** A clause without a full stop. */
  readonly message: string;
  /** The id of the task. */
  readonly task?: string | undefined;
}

export type PlanReaderId = (typeof PLAN_READER_IDS)[number];

export interface Plan {
  readonly file: string;
  readonly reader: PlanReaderId;
  /** The name of the tool. */
  readonly tool: string;
  readonly title: PlanPlace & { readonly text: string };
  readonly description: string;
  readonly tasks: readonly PlanTask[];
  readonly notes: readonly PlanNote[];
  /** Words of code in the text before the first task. */
  readonly introducedWords: ReadonlySet<string>;
  /** Whether each task has one box, which `plan sync` may change. */
  readonly hasTaskBoxes: boolean;
  /** The wave of GSD: its plans with one wave are carried out at the same time. */
  readonly wave?: string | undefined;
  /** Whether its own text says that it is finished or was given up. */
  readonly isClosed: boolean;
}
