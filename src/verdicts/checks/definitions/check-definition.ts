import * as z from 'zod';
import type { Check, CheckDeclaration, Resource } from '../../../contract/model.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { CheckInput } from '../evidence/check-input.ts';
import type { HttpCall } from '../evidence/http-calls.ts';
import type { CheckAnswer } from '../interfaces/result.ts';

/** The validators that are part of Holdfast. */
export type BuiltInValidator =
  'exists' | 'file-export' | 'file-ast' | 'json-schema' | 'http' | 'content' | 'interfaces' | 'judge';

/** One check object of a contract, parsed with the schema of its type. */
export interface ParsedCheck {
  /** The validator that the contract names. If set, no validator is selected by resource type. */
  readonly validator?: string | undefined;
  /** The resource as written in the contract: a resource id, a path, a URL or a step id. Absent means the whole tree. */
  readonly resourceReference?: string | undefined;
  /** The HTTP request of the check, if it sends one. */
  readonly httpCall: (resource: Resource) => HttpCall | undefined;
  /** Whether the check can query the type checker. */
  readonly mayNeedTypes: boolean;
  /** Throws if the check cannot be evaluated. */
  readonly evaluate: (input: CheckInput) => Promise<CheckAnswer>;
}

/** A type of check: its schema, the validators that can answer it, and its evaluation. */
export interface CheckDefinition extends CheckDeclaration {
  /**
   * The validators that can answer the check. The default validator of the resource type is tried first if it is one of
   * them. The first validator that supports the resource answers.
   */
  readonly validators: readonly BuiltInValidator[];
  /** Whether the existence of the resource is checked first. */
  readonly requiresResource: boolean;
  /** Parses a check object of this type. Throws a HoldfastError that lists every mistake. */
  readonly parse: (check: Check) => ParsedCheck;
}

interface CheckOptions<Schema extends z.ZodType> {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly schema: Schema;
  readonly examples: readonly Check[];
  readonly validators: readonly BuiltInValidator[];
  /** Defaults to the key `target`. */
  readonly resourceReference?: (check: z.output<Schema>) => string | undefined;
  /** Defaults to no request. */
  readonly httpCall?: (check: z.output<Schema>, resource: Resource) => HttpCall | undefined;
  /** Defaults to the key `validator`. */
  readonly namedValidator?: (check: z.output<Schema>) => string | undefined;
  /** Defaults to `true`. */
  readonly requiresResource?: boolean;
  /** If absent, no check of this type needs types. */
  readonly mayNeedTypes?: (check: z.output<Schema>) => boolean;
  readonly evaluate: (check: z.output<Schema>, input: CheckInput) => CheckAnswer | Promise<CheckAnswer>;
}

/** Defines a type of check. Every function of the options receives the parsed check object. */
export function defineCheck<Schema extends z.ZodType>(options: CheckOptions<Schema>): CheckDefinition {
  return {
    type: options.type,
    title: options.title,
    description: options.description,
    schema: options.schema,
    examples: options.examples,
    validators: options.validators,
    requiresResource: options.requiresResource ?? true,
    parse(check) {
      const parsed = options.schema.safeParse(check);
      if (!parsed.success) throw invalidCheck(check.type, parsed.error);
      const data = parsed.data;
      return {
        validator: options.namedValidator ? options.namedValidator(data) : check.validator,
        resourceReference: options.resourceReference ? options.resourceReference(data) : check.target,
        httpCall: (resource) => options.httpCall?.(data, resource),
        mayNeedTypes: options.mayNeedTypes?.(data) ?? false,
        evaluate: async (input) => options.evaluate(data, input),
      };
    },
  };
}

function invalidCheck(type: string, error: z.ZodError): HoldfastError {
  const mistakes = error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
  );
  return new HoldfastError('contract', `Failed to read the ${type} check: ${mistakes.join('; ')}`, {
    hint: `See the keys of ${type} in the list of checks.`,
  });
}

/** The `validator` key, which every check accepts. */
export const validatorKey = z
  .string()
  .min(1)
  .optional()
  .describe('The validator to use instead of the one for the resource type.');

/** The `pointer` key of checks that read a part of data. */
export function pointerKey(description: string) {
  return z
    .string()
    .regex(/^#?(?:\/|$)/, 'Start it with "/", for example /users/0/name')
    .optional()
    .describe(description);
}
