/**
 * The one model of a contract. Every form of contract file is read into it, and the JSON Schema is generated from it.
 * Keys are camelCase; unknown keys are refused, so that a misspelt key is found at its line.
 *
 * `check` is open here: the table in `checks/` says which checks exist and what each takes, and the reader is handed
 * their schemas (see CheckDeclaration).
 */
import * as z from 'zod';

const identifier = z
  .string()
  .min(1)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'An id holds letters, digits, ".", "_" and "-" and starts with a letter or digit',
  );

const relativePath = z.string().min(1).describe('A path relative to the workspace folder, written with "/".');

const seconds = z.number().positive().max(86_400).describe('Seconds, at most a day.');

export const conditionSchema = z
  .strictObject({
    kind: z.enum(['file_exists', 'file_absent']).describe('Whether the file must be there or must not.'),
    path: relativePath,
  })
  .describe('What must be true of a path before or after a chunk.');

/** A check: its type, and whatever that type takes. */
export const checkSchema = z
  .looseObject({
    type: z.string().min(1).describe('What the assertion asks: export_exists, file_exists, pattern_match, …'),
    target: z.string().min(1).optional().describe('What is checked: an export, a path or the id of a resource.'),
    validator: z.string().min(1).optional().describe('The validator to use instead of the one for the resource type.'),
  })
  .describe('One question that a validator answers.');

export const assertionSchema = z
  .strictObject({
    type: z.enum(['assert', 'suggest']).default('assert').describe('assert must hold; suggest should hold.'),
    message: z.string().min(1).describe('What is wrong when it does not hold, in words for the model and for people.'),
    condition: z.string().optional().describe('The same as a sentence.'),
    check: checkSchema,
  })
  .describe('Something that must (assert) or should (suggest) hold.');

export const functionSchema = z
  .strictObject({
    name: z.string().min(1).describe('The name that the file exports it under.'),
    file: relativePath,
    signature: z.string().min(1).describe('(a: A) => R or (a: A): R'),
  })
  .describe('A function with the signature it must have.');

export const typeSchema = z
  .strictObject({
    name: z.string().min(1).describe('The name that the file exports it under.'),
    file: relativePath,
    definition: z.string().min(1).describe('The definition as TypeScript, for example { id: string; name?: string }.'),
  })
  .describe('A type with the shape it must have.');

export const resourceSchema = z
  .strictObject({
    id: identifier.describe('The name by which checks speak of it.'),
    type: z.string().min(1).describe('file, data, message, artifact, api, endpoint or a type of your own.'),
    location: z.string().min(1).optional().describe('A path inside the workspace or a URL.'),
    format: z.string().min(1).optional().describe('typescript, javascript, json, yaml, …'),
    schema: z.unknown().optional().describe('A JSON Schema, or the path of one.'),
    metadata: z.record(z.string(), z.unknown()).optional().describe('Whatever a validator of your own needs to know.'),
  })
  .describe('Something that checks can speak of by its id.');

export const stepSchema = z
  .strictObject({
    id: identifier.describe('The name by which checks speak of its output.'),
    command: z.string().min(1).describe('Runs in the tree of the attempt, without a shell.'),
    timeoutSeconds: seconds.optional(),
  })
  .describe('A named command whose standard output checks can speak of.');

export const gateSeveritySchema = z.enum(['critical', 'high', 'medium', 'low']);
export const enforcementModeSchema = z.enum(['blocking', 'advisory', 'informational']);

export const gateRetrySchema = z
  .strictObject({
    maxAttempts: z.int().min(1).max(20).optional().describe('Default 2; among blocking gates the lowest wins.'),
    improvementHints: z
      .union([z.boolean(), z.array(z.string().min(1))])
      .optional()
      .describe('Sentences for the next attempt, or true for the criteria.'),
    preserveContext: z.boolean().optional().describe('Whether the next attempt continues the conversation.'),
  })
  .describe('How often and how an attempt is repeated when the gate fails.');

export const gateSchema = z
  .strictObject({
    id: identifier.describe('The name by which chunks ask for it.'),
    name: z.string().min(1).optional().describe('What people call it.'),
    description: z.string().optional().describe('What it is for.'),
    severity: gateSeveritySchema
      .optional()
      .describe('critical blocks, high and medium advise, low informs, unless enforcementMode says otherwise.'),
    enforcementMode: enforcementModeSchema
      .optional()
      .describe('blocking stops the chunk, advisory warns, informational is only logged.'),
    retry: gateRetrySchema.optional(),
    criteria: z.array(z.string().min(1)).default([]).describe('What must be true, in sentences.'),
    assertions: z.array(assertionSchema).optional().describe('What decides the gate, as assertions.'),
    command: z.string().min(1).optional().describe('What decides the gate: it must exit with 0.'),
    timeoutSeconds: seconds.optional(),
    judge: z
      .union([z.boolean(), z.strictObject({ model: z.string().min(1).optional() })])
      .optional()
      .describe("A model's verdict on the criteria."),
  })
  .describe('A named criterion, judged once asserts and build hold.');

export const chunkSchema = z
  .strictObject({
    id: identifier.describe('The name by which other chunks depend on it.'),
    title: z.string().min(1).describe('A few words; the commit is named by it.'),
    description: z.string().default('').describe('The task, for the model.'),
    dependsOn: z.array(identifier).default([]).describe('Ids of the chunks that must be completed before.'),
    consumes: z.array(z.string().min(1)).default([]).describe('Exports that must exist before the chunk starts.'),
    creates: z
      .array(z.string().min(1))
      .default([])
      .describe('Exports that the chunk must create; "name()" names a function.'),
    functions: z.array(functionSchema).default([]).describe('Functions with the signatures they must have.'),
    types: z.array(typeSchema).default([]).describe('Types with the shapes they must have.'),
    assertions: z.array(assertionSchema).default([]).describe('What must and what should hold afterwards.'),
    preconditions: z.array(conditionSchema).default([]).describe('What must be true before the model is called.'),
    postconditions: z.array(conditionSchema).default([]).describe('What must be true once files are written.'),
    allowedFiles: z.array(relativePath).default([]).describe('Paths or globs that may be written; empty: any.'),
    forbidden: z.array(z.string().min(1)).default([]).describe('Sentences for the prompt: what not to do.'),
    forbiddenFiles: z.array(relativePath).default([]).describe('Globs that must not be written; enforced.'),
    contextFiles: z.array(relativePath).default([]).describe('Files that the model is shown.'),
    acceptanceCommands: z.array(z.string().min(1)).default([]).describe('Commands that must exit with 0.'),
    gates: z.array(identifier).default([]).describe('Ids of gates that apply to this chunk.'),
    maxAttempts: z.int().min(1).max(20).optional().describe('Default 3.'),
  })
  .describe('One unit of work for a model.');

export const contractSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The JSON Schema, for editors.'),
    version: z.literal(1).default(1).describe('The version of this form.'),
    spec: z
      .strictObject({
        id: identifier.describe('Names the specification in reports and in the history.'),
        title: z.string().min(1).describe('What the work is, in a few words.'),
        description: z.string().default('').describe('The work as a whole; every chunk is told.'),
        protocol: z.string().min(1).optional().describe('The protocol adapter whose validators are used.'),
      })
      .describe('The specification that the contract holds work to.'),
    build: z
      .strictObject({
        command: z.string().min(1).describe('Runs without a shell.'),
        timeoutSeconds: seconds.default(300),
      })
      .optional()
      .describe('The command that must exit with 0 after every attempt.'),
    verify: z
      .strictObject({
        command: z.string().min(1).describe('Runs without a shell.'),
        requires: z.array(conditionSchema).default([]).describe('What must be true before the command can pass.'),
        timeoutSeconds: seconds.optional(),
      })
      .optional()
      .describe('The command that must pass once the tree satisfies its conditions.'),
    attempt: z
      .strictObject({
        setup: z
          .union([z.string().min(1), z.array(z.string().min(1))])
          .optional()
          .describe('A command, or several, that prepare the tree.'),
        copy: z.array(relativePath).default([]).describe('Ignored files that an attempt needs, copied into its tree.'),
        timeoutSeconds: seconds.optional(),
      })
      .optional()
      .describe('How the tree of an attempt is prepared.'),
    resources: z.array(resourceSchema).default([]).describe('What checks can speak of by an id.'),
    steps: z.array(stepSchema).default([]).describe('Commands whose output checks can speak of.'),
    gates: z.array(gateSchema).default([]).describe('Criteria that are judged once asserts and build hold.'),
    functions: z.array(functionSchema).default([]).describe('Functions that the contract as a whole must bring.'),
    types: z.array(typeSchema).default([]).describe('Types that the contract as a whole must bring.'),
    chunks: z.array(chunkSchema).min(1, 'A contract has at least one chunk').describe('The units of work.'),
  })
  .describe('A Holdfast contract.');

export type Condition = z.infer<typeof conditionSchema>;
export type Check = z.infer<typeof checkSchema>;
export type Assertion = z.infer<typeof assertionSchema>;
export type FunctionContract = z.infer<typeof functionSchema>;
export type TypeContract = z.infer<typeof typeSchema>;
export type Resource = z.infer<typeof resourceSchema>;
export type Step = z.infer<typeof stepSchema>;
export type EnforcementMode = z.infer<typeof enforcementModeSchema>;
export type Gate = z.infer<typeof gateSchema>;
export type Chunk = z.infer<typeof chunkSchema>;
export type Contract = z.infer<typeof contractSchema>;

/** The lowest and usual number of attempts where neither chunk nor gate says otherwise. */
export const DEFAULT_MAX_ATTEMPTS = 3;

/** What `contract/` needs to know of a check; the table in `checks/` provides it. */
export interface CheckDeclaration {
  /** The name in the contract, for example `export_exists`. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** The whole check object, `type` included, as a strict object. */
  readonly schema: z.ZodType;
  /** The fields that hold a path of the tree, a glob or a URL, never anything else with "/" in it; where absent: `file`. */
  readonly pathFields?: readonly string[];
  /** Complete check objects that a person can copy. */
  readonly examples: readonly Check[];
}
