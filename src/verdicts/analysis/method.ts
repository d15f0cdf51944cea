/** A method that can be called from another thread: its positional parameters, its result, and the values that it reports before the result. */
export interface Method<Params extends readonly unknown[] = readonly unknown[], Result = unknown, Progress = unknown> {
  readonly params: Params;
  readonly result: Result;
  readonly progress: Progress;
}

/** Methods by name. Every parameter, result and progress value can be cloned between threads. */
export type Methods = Readonly<Record<string, Method>>;

/** The last, optional argument of every call. */
export interface CallOptions<Progress = undefined> {
  /** Cancels the call, which then throws a CancelledError. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((value: Progress) => void) | undefined;
}

/**
 * The run-time part of a method. The type parameter carries the types of the method. The count separates the parameters
 * of a call from the options that follow them.
 */
export interface MethodDeclaration<Declared extends Method> {
  readonly parameterCount: Declared['params']['length'];
}

/** Declares one method. The compiler checks that the count equals the number of parameters. */
export function declareMethod<Params extends readonly unknown[], Result = undefined, Progress = undefined>(
  parameterCount: Params['length'],
): MethodDeclaration<Method<Params, Result, Progress>> {
  return { parameterCount };
}

/** The methods of a table of declarations. */
export type DeclaredMethods<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends MethodDeclaration<infer Declared> ? Declared : never;
};

/** The methods of a table as functions: `(...params, options?) => Promise<result>`. */
export type MethodFunctions<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends MethodDeclaration<
    Method<infer Params, infer Result, infer Progress>
  >
    ? (...args: [...params: Params, options?: CallOptions<Progress>]) => Promise<Result>
    : never;
};
