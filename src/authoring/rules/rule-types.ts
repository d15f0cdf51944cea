/**
 * [SESSION-2] What is required of every change.
 *
 * - `pattern`: a regular expression matches no file, or with `isRequired` every file
 * - `scope`: the files do not change
 * - `signature`: a function of a file has a signature
 * - `export`: a file exports a name
 */
export type AlwaysRule =
  | {
      readonly kind: 'pattern';
      /** A path or a glob. */
      readonly files: string;
      readonly pattern: string;
      readonly isRequired?: boolean | undefined;
    }
  | { readonly kind: 'scope'; readonly files: string }
  | { readonly kind: 'signature'; readonly file: string; readonly name: string; readonly signature: string }
  | { readonly kind: 'export'; readonly file: string; readonly name: string };

export type AlwaysRuleKind = AlwaysRule['kind'];

export interface RuleRequest {
  readonly rule: AlwaysRule;
  /** What people and agents read if a change breaks the rule. */
  readonly message: string;
  readonly signal?: AbortSignal | undefined;
}

/** The values that the place of a comment proposes for the form of a rule. */
export interface RuleForm {
  readonly file: string;
  readonly message: string;
  readonly pattern: string;
  /** The name of the enclosing function or export, and its signature; empty if there is none. */
  readonly name: string;
  readonly signature: string;
}

/** A commit that a rule would have refused. */
export interface RefusedCommit {
  readonly commit: string;
  readonly subject: string;
  readonly files: readonly string[];
}

/** A rule that was tried and is not written yet. */
export interface ProposedRule {
  /** The contract with the rules, relative to the folder. */
  readonly file: string;
  /** `undefined` if the file does not exist. */
  readonly before: string | undefined;
  readonly after: string;
  /** The id of the chunk of the rule. */
  readonly chunk: string;
  /** Whether the files on disk satisfy it. */
  readonly holdsNow: boolean;
  /** Whether a file on disk is one of the rule. */
  readonly matchesNow: boolean;
  /** The number of commits that it was tried on. */
  readonly triedCommits: number;
  readonly refused: readonly RefusedCommit[];
}

/** [SESSION-2] Rules for every change, from the answers of a person. Nothing calls a model. */
export interface AlwaysRules {
  /** What the place of a comment proposes. Throws `not-found` for an unknown comment. */
  formOf(comment: string): Promise<RuleForm>;
  /** Tries a rule on the files and on the last commits. Writes nothing. Throws `contract` for values that make no rule. */
  propose(request: RuleRequest): Promise<ProposedRule>;
  /** Writes a proposed rule. Throws `conflict` if the file changed since. Sessions that run are judged by it too. */
  write(proposed: ProposedRule): Promise<void>;
}
