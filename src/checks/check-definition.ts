import * as z from 'zod';
import type { Check, CheckDeclaration, Resource } from '../contract/model.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { Location } from '../shared/position.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { HttpCall } from './evidence/http-calls.ts';
import type { TypeSeat } from './evidence/type-batch.ts';
import type { Tier } from './result.ts';

/** What a check answers; `expected` and `actual` are sentences for people and for the model. */
export interface Answer {
  readonly passed: boolean;
  readonly tier?: Tier;
  readonly expected?: string;
  readonly actual?: string;
  /** Why it could not be answered; an answer with an error is never a pass. */
  readonly error?: string;
  readonly location?: Location;
}

/** What a check is answered from. */
export interface Question {
  /** What the assertion speaks of: a resource of the contract, or one made of a path, a URL or a step. */
  readonly resource: Resource;
  readonly evidence: Evidence;
  /** The assertion's place in the batch of questions for the type checker. */
  readonly types: TypeSeat;
}

/** The validators that come with Holdfast. */
export type BuiltInValidator = 'exists' | 'file-export' | 'file-ast' | 'json-schema' | 'http' | 'content' | 'judge';

/** One check object of a contract, read by the schema of its type. */
export interface ReadCheck {
  /** The validator that the contract names instead of the usual one. */
  readonly validator?: string;
  /** What it speaks of, as the contract wrote it: a resource id, a path, a URL or a step id. Absent: the whole tree. */
  readonly speaksOf?: string;
  /** The request that it is about, where it is about one. */
  readonly call: (resource: Resource) => HttpCall | undefined;
  /** Whether the answer may need the type checker. */
  readonly mayNeedTypes: boolean;
  /** Answers it. Throws where it cannot be answered. */
  readonly answer: (question: Question) => Promise<Answer>;
}

/** A check: what a contract may write, who can answer it, and how it is answered. */
export interface CheckDefinition extends CheckDeclaration {
  /** The validators that can answer it; the first that supports the resource is used where its type has no other. */
  readonly validators: readonly BuiltInValidator[];
  /** Whether the validation asks first if the resource exists. */
  readonly existsFirst: boolean;
  /** Reads a check object of this type; throws a HoldfastError that names every mistake. */
  readonly read: (check: Check) => ReadCheck;
}

interface CheckParts<Schema extends z.ZodType> {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly schema: Schema;
  readonly examples: readonly Check[];
  readonly validators: readonly BuiltInValidator[];
  /** Where absent: `target`. */
  readonly speaksOf?: (check: z.output<Schema>) => string | undefined;
  /** Where absent: none. */
  readonly call?: (check: z.output<Schema>, resource: Resource) => HttpCall | undefined;
  /** Where absent: `validator`. */
  readonly namedValidator?: (check: z.output<Schema>) => string | undefined;
  /** Where absent: true. */
  readonly existsFirst?: boolean;
  /** Where absent: never. */
  readonly mayNeedTypes?: (check: z.output<Schema>) => boolean;
  readonly answer: (check: z.output<Schema>, question: Question) => Answer | Promise<Answer>;
}

/** Makes a check of its parts; a check object is read by the schema once, before any part sees it. */
export function defineCheck<Schema extends z.ZodType>(parts: CheckParts<Schema>): CheckDefinition {
  return {
    type: parts.type,
    title: parts.title,
    description: parts.description,
    schema: parts.schema,
    examples: parts.examples,
    validators: parts.validators,
    existsFirst: parts.existsFirst ?? true,
    read(check) {
      const parsed = parts.schema.safeParse(check);
      if (!parsed.success) throw misreadCheck(check.type, parsed.error);
      const data = parsed.data;
      return {
        validator: parts.namedValidator ? parts.namedValidator(data) : check.validator,
        speaksOf: parts.speaksOf ? parts.speaksOf(data) : check.target,
        call: (resource) => parts.call?.(data, resource),
        mayNeedTypes: parts.mayNeedTypes?.(data) ?? false,
        answer: async (question) => parts.answer(data, question),
      };
    },
  };
}

function misreadCheck(type: string, error: z.ZodError): HoldfastError {
  const mistakes = error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
  );
  return new HoldfastError('contract', `Failed to read the ${type} check: ${mistakes.join('; ')}`, {
    hint: `See what ${type} takes in the list of checks.`,
  });
}

/** The validator key that every check takes. */
export const validatorKey = z
  .string()
  .min(1)
  .optional()
  .describe('The validator to use instead of the one for the resource type.');
