/**
 * What the rules of facts read in a module, in every language. The readers find it in the syntax; the rules compare two
 * versions and know no language.
 */
export interface ObservedCode {
  /** The path of every named function, class and test, for example `Shop > total`; the module itself is `''`. */
  readonly scopes: ReadonlySet<string>;
  readonly assertions: readonly ObservedAssertion[];
  readonly calls: readonly ObservedCall[];
  /** Numbers with a name: of a variable, a property, an argument or a loop. */
  readonly numbers: readonly NamedNumber[];
  /** The rows of tables, and other objects with an expected value. */
  readonly rows: readonly ObservedRow[];
  readonly lists: readonly ObservedList[];
  readonly guards: readonly ObservedGuard[];
  readonly handlers: readonly ObservedHandler[];
  readonly conditions: readonly ObservedText[];
  /** Short values of variables and results of functions. */
  readonly values: readonly ObservedText[];
  /** Simple statements, and the heads of others. */
  readonly statements: readonly ObservedStatement[];
  /** Comments that silence a tool. */
  readonly silencers: readonly ObservedText[];
  /** The names of functions that return a promise or a coroutine. */
  readonly asyncFunctions: ReadonlySet<string>;
  /** Variables that limit loops. */
  readonly sizeNames: ReadonlySet<string>;
  /** The modules of the same tree that the module imports, as it names them. */
  readonly relativeImports: ReadonlySet<string>;
}

/** A place in the code. */
export interface Observed {
  /** The path of the innermost named function, class or test. */
  readonly scope: string;
  /** 1-based. */
  readonly line: number;
}

export interface ObservedText extends Observed {
  readonly text: string;
}

export interface ObservedAssertion extends Observed {
  /** The expression that is checked. */
  readonly subject: string;
  /** For example `toBe`, `assert.equal` or `==`. `not.` precedes a negated one. */
  readonly matcher: string;
  readonly expected: readonly string[];
  /** Why the assertion may not run: the head of the statement around it. */
  readonly condition: string | undefined;
}

export interface ObservedCall extends Observed {
  /** The called function with its object, for example `vi.mock`. */
  readonly name: string;
  readonly args: readonly string[];
  /** `dropped`: the statement consists of the call, and nothing receives its result. */
  readonly result: 'awaited' | 'dropped' | 'used';
}

export interface NamedNumber extends Observed {
  readonly name: string;
  readonly value: number;
  /** The number as it is written. */
  readonly text: string;
  /** Whether it limits a loop or the length of data. */
  readonly isSize: boolean;
  /** Whether it is an option of the test that is its scope. */
  readonly isOption: boolean;
}

export interface ObservedRow extends Observed {
  /** The inputs of the case. */
  readonly inputs: string;
  readonly expected: string;
}

export interface ObservedList extends Observed {
  readonly name: string;
  readonly size: number;
}

/** A statement that leaves the function or the loop under a condition. */
export interface ObservedGuard extends Observed {
  readonly condition: string;
  /** The guard as it is shown. */
  readonly text: string;
  /** The head of the next statement; `undefined` if there is none. */
  readonly next: string | undefined;
  /** The variables of the condition. */
  readonly names: readonly string[];
}

/** What happens to an error. */
export interface ObservedHandler extends Observed {
  /** The head of the first statement whose error is handled. */
  readonly tried: string;
  /** The handler as it is shown. */
  readonly text: string;
  /** Whether it does nothing with the error, and at most returns a constant for it. */
  readonly isEmpty: boolean;
  readonly logs: boolean;
  /** Whether the error is thrown, returned or used in another way. */
  readonly passesOn: boolean;
}

export interface ObservedStatement extends Observed {
  readonly text: string;
  /** The text without `any`, `!` and the like. */
  readonly plain: string;
  /** How many of them the statement has. */
  readonly looseness: number;
  /** How many assertions of a type it has. */
  readonly casts: number;
  /** The head of the statement because of which it may not be executed. */
  readonly condition: string | undefined;
}
