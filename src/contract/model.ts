/**
 * The model of a contract. All forms of contract files are read into it, and the JSON Schema is generated from it. Keys
 * are in camel case. Unknown keys are errors, so that a misspelled key is reported.
 *
 * The keys of a check are not restricted here. The table in `checks/` declares the checks, and the contract reader takes
 * their schemas as an argument (see CheckDeclaration).
 */
import * as z from 'zod';
import { OVERRIDABLE_RULES } from './plan-rule-ids.ts';

/** The versions of the contract format. A contract without a version has version 1. */
const CONTRACT_VERSIONS = [1, 2, 3] as const;
/** The version that new contracts have. */
export const CURRENT_VERSION = 3;

const identifier = z
  .string()
  .min(1)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'An id consists of letters, digits, ".", "_" and "-", and starts with a letter or digit',
  );

const relativePath = z.string().min(1).describe('A path relative to the workspace folder, with "/" as separator.');

const seconds = z.number().positive().max(86_400).describe('Seconds, at most one day.');

export const conditionSchema = z
  .strictObject({
    kind: z.enum(['file_exists', 'file_absent']).describe('Whether the file must exist or must not exist.'),
    path: relativePath,
  })
  .describe('A condition on a path, before or after a chunk.');

/** A check: its type, and the keys of that type. */
export const checkSchema = z
  .looseObject({
    type: z.string().min(1).describe('What the assertion checks: export_exists, file_exists, pattern_match, …'),
    target: z
      .string()
      .min(1)
      .optional()
      .describe('The subject of the check: an export, a path or the id of a resource.'),
    validator: z.string().min(1).optional().describe('The validator to use instead of the one for the resource type.'),
  })
  .describe('A check that a validator evaluates.');

export const assertionSchema = z
  .strictObject({
    type: z.enum(['assert', 'suggest']).default('assert').describe('An assert must hold; a suggest should hold.'),
    message: z.string().min(1).describe('The requirement, as a sentence for the model and for people.'),
    condition: z.string().optional().describe('The condition, as a sentence.'),
    check: checkSchema,
  })
  .describe('A requirement (assert) or a recommendation (suggest).');

export const functionSchema = z
  .strictObject({
    name: z.string().min(1).describe('The name of the export.'),
    file: relativePath,
    signature: z
      .string()
      .min(1)
      .describe('The signature: (a: A) => R or (a: A): R; (a: A) -> R in Python, and (a A) R in Go.'),
  })
  .describe('A function and its required signature.');

export const typeSchema = z
  .strictObject({
    name: z.string().min(1).describe('The name of the export.'),
    file: relativePath,
    definition: z.string().min(1).describe('The definition in TypeScript, for example { id: string; name?: string }.'),
  })
  .describe('A type and its required shape.');

export const resourceSchema = z
  .strictObject({
    id: identifier.describe('The id that checks use.'),
    type: z.string().min(1).describe('file, data, message, artifact, api, endpoint or a custom type.'),
    location: z.string().min(1).optional().describe('A path inside the workspace or a URL.'),
    format: z.string().min(1).optional().describe('typescript, javascript, json, yaml, …'),
    schema: z.unknown().optional().describe('A JSON Schema, or the path of a JSON Schema.'),
    metadata: z.record(z.string(), z.unknown()).optional().describe('Data for custom validators.'),
  })
  .describe('A resource that checks can reference by its id.');

export const stepSchema = z
  .strictObject({
    id: identifier.describe('The id that checks use for the output.'),
    command: z.string().min(1).describe('The command. It runs in the worktree of the attempt, without a shell.'),
    timeoutSeconds: seconds.optional(),
  })
  .describe('A named command. Checks can reference its standard output.');

export const gateSeveritySchema = z.enum(['critical', 'high', 'medium', 'low']);
export const enforcementModeSchema = z.enum(['blocking', 'advisory', 'informational']);

export const gateRetrySchema = z
  .strictObject({
    maxAttempts: z
      .int()
      .min(1)
      .max(20)
      .optional()
      .describe('Default: 2. The lowest value of all blocking gates applies.'),
    improvementHints: z
      .union([z.boolean(), z.array(z.string().min(1))])
      .optional()
      .describe('Hints for the next attempt, or true to use the criteria.'),
    preserveContext: z
      .boolean()
      .optional()
      .describe('Whether the next attempt continues the conversation with the model.'),
  })
  .describe('How an attempt is repeated after the gate fails.');

export const gateSchema = z
  .strictObject({
    id: identifier.describe('The id that chunks use.'),
    name: z.string().min(1).optional().describe('The display name.'),
    description: z.string().optional().describe('The purpose of the gate.'),
    severity: gateSeveritySchema
      .optional()
      .describe(
        'The default enforcement mode: critical is blocking, high and medium are advisory, low is informational.',
      ),
    enforcementMode: enforcementModeSchema
      .optional()
      .describe('blocking stops the chunk, advisory warns, informational only logs.'),
    retry: gateRetrySchema.optional(),
    criteria: z.array(z.string().min(1)).default([]).describe('The criteria, as sentences.'),
    assertions: z.array(assertionSchema).optional().describe('Assertions that decide the gate.'),
    command: z.string().min(1).optional().describe('A command that decides the gate. It must exit with code 0.'),
    tests: z
      .literal('affected')
      .optional()
      .describe(
        'The tests of the repository decide the gate: first the test files that the change affects, then all tests. "command" is the command that runs all tests; without it, the test command of the repository is detected.',
      ),
    timeoutSeconds: seconds.optional(),
    review: z
      .union([z.boolean(), z.strictObject({ model: z.string().min(1).optional() })])
      .optional()
      .describe(
        'Whether a review of the change decides the gate, or with which model: interface constraints, secrets and weakened tests, then three passes of a model (quality, architecture, security). The criteria are part of the review.',
      ),
    judge: z
      .union([z.boolean(), z.literal('person'), z.strictObject({ model: z.string().min(1).optional() })])
      .optional()
      .describe('Whether a model judges the criteria, or which model. "person": a person judges them.'),
  })
  .describe('A named quality gate. It is judged after the asserts and the build have passed.');

export const planOptionsSchema = z
  .strictObject({
    allow: z
      .array(z.enum(OVERRIDABLE_RULES))
      .default([])
      .describe('Plan rules whose findings are allowed. They are reported, and they stop nothing.'),
  })
  .describe('Overrides of plan rules, by name.');

/** What a chunk must not change unless `mayChange` lists it. */
export const protectedAreaSchema = z.enum(['tests', 'scripts', 'tooling']);

/** [BITE-1] Whether acceptance commands must fail before the work. */
const redFirstSchema = z
  .boolean()
  .optional()
  .describe('Whether acceptance commands must fail before the work. Default: true in version 3.');

export const acceptanceCommandSchema = z.union([
  z.string().min(1),
  z
    .strictObject({
      command: z.string().min(1).describe('The command. It runs without a shell.'),
      redFirst: redFirstSchema,
    })
    .describe('A command, and whether it must fail first.'),
]);

/** Where the attempts of a chunk start. */
const attemptsSchema = z
  .enum(['fresh', 'continue'])
  .optional()
  .describe(
    'Where an attempt after a failed one starts. fresh (default): the original files. continue: the files of the failed attempt. The whole change from the original files is judged.',
  );

export const chunkSchema = z
  .strictObject({
    id: identifier.describe('The id that other chunks use in dependsOn.'),
    title: z.string().min(1).describe('A short title. It is also the subject of the commit.'),
    description: z.string().default('').describe('The task, for the model.'),
    dependsOn: z.array(identifier).default([]).describe('Ids of the chunks that must be completed first.'),
    consumes: z.array(z.string().min(1)).default([]).describe('Exports that must exist before the chunk starts.'),
    creates: z
      .array(z.string().min(1))
      .default([])
      .describe('Exports that the chunk must create. "name()" requires a function.'),
    functions: z.array(functionSchema).default([]).describe('Functions and their required signatures.'),
    types: z.array(typeSchema).default([]).describe('Types and their required shapes.'),
    assertions: z.array(assertionSchema).default([]).describe('What must hold and what should hold after the chunk.'),
    preconditions: z
      .array(conditionSchema)
      .default([])
      .describe('Conditions that must hold before the model is called.'),
    postconditions: z
      .array(conditionSchema)
      .default([])
      .describe('Conditions that must hold after the files are written.'),
    allowedFiles: z
      .array(relativePath)
      .default([])
      .describe('Paths or globs of the files that the chunk may write. If empty, it may write any file.'),
    forbidden: z.array(z.string().min(1)).default([]).describe('Restrictions for the prompt, as sentences.'),
    forbiddenFiles: z
      .array(relativePath)
      .default([])
      .describe('Globs of files that the chunk must not write. Writes to them are refused.'),
    mayChange: z
      .array(protectedAreaSchema)
      .default([])
      .describe(
        'What the chunk may change although it is protected: existing tests, package scripts, or the configuration of compilers, linters and test runners.',
      ),
    contextFiles: z.array(relativePath).default([]).describe('Files that are included in the prompt.'),
    acceptanceCommands: z.array(acceptanceCommandSchema).default([]).describe('Commands that must exit with code 0.'),
    redFirst: redFirstSchema,
    gates: z.array(identifier).default([]).describe('Ids of gates that apply to this chunk.'),
    supersedes: z
      .array(identifier)
      .default([])
      .describe('Ids of chunks whose asserts this chunk may break. They count as done by their record alone.'),
    requirements: z
      .array(z.string().min(1))
      .optional()
      .describe('Numbers of requirements that the chunk serves, for reports and "holdfast trace". They check nothing.'),
    maxAttempts: z.int().min(1).max(20).optional().describe('Default: 3.'),
    attempts: attemptsSchema,
    plan: planOptionsSchema.optional().describe('Overrides of plan rules for the findings on this chunk.'),
  })
  .describe('One unit of work for a model.');

/** The readers of plans of other tools. */
export const PLAN_READER_IDS = ['gsd', 'superpowers', 'spec-kit', 'kiro', 'openspec', 'task-list'] as const;

/** [PLANS-3] Where an imported contract comes from. */
export const sourceSchema = z
  .strictObject({
    file: relativePath.describe('The plan, relative to the workspace folder.'),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits')
      .describe('The sha256 of the text that was imported or merged last, with the line breaks of Unix.'),
    reader: z.enum(PLAN_READER_IDS).describe('The reader of the plan.'),
    chunks: z.enum(['task', 'group']).optional().describe('What became a chunk, if it was chosen.'),
    all: z.boolean().optional().describe('Whether tasks that are marked as done were imported too.'),
    lines: z
      .record(z.string(), z.int().min(1))
      .optional()
      .describe('The first line of the tasks of each chunk in the plan, by the id of the chunk.'),
  })
  .describe('The plan that the contract was imported from. "holdfast import --update" writes it.');

export const contractSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The URL of the JSON Schema, for editors.'),
    version: z
      .literal(CONTRACT_VERSIONS)
      .default(1)
      .describe(
        'The version of the contract format. Since version 2, ^ and $ of a pattern without flags match at each line. Since version 3, acceptance commands must fail first.',
      ),
    spec: z
      .strictObject({
        id: identifier.describe('The id of the specification in reports and in the history.'),
        title: z.string().min(1).describe('A short title.'),
        description: z
          .string()
          .default('')
          .describe('A description of the whole work. It is part of the prompt of every chunk.'),
        protocol: z.string().min(1).optional().describe('The protocol adapter whose validators are used.'),
      })
      .describe('The specification that the contract implements.'),
    // An import writes it.
    source: sourceSchema.optional().meta({ doNotSuggest: true }),
    build: z
      .strictObject({
        command: z.string().min(1).describe('The command. It runs without a shell.'),
        timeoutSeconds: seconds.default(300),
      })
      .optional()
      .describe('The build command. It must exit with code 0 after every attempt.'),
    verify: z
      .strictObject({
        command: z.string().min(1).describe('The command. It runs without a shell.'),
        requires: z
          .array(conditionSchema)
          .default([])
          .describe('Conditions that must hold before the command can pass.'),
        timeoutSeconds: seconds.optional(),
      })
      .optional()
      .describe('The command that must pass once its conditions hold.'),
    attempt: z
      .strictObject({
        setup: z
          .union([z.string().min(1), z.array(z.string().min(1))])
          .optional()
          .describe('One or several commands that prepare the worktree.'),
        copy: z.array(relativePath).default([]).describe('Ignored files that are copied into the worktree.'),
        timeoutSeconds: seconds.optional(),
      })
      .optional()
      .describe('How the worktree of an attempt is prepared.'),
    attempts: attemptsSchema,
    redFirst: redFirstSchema,
    network: z.boolean().optional().describe('Whether commands need network access. Matters if confinement is strict.'),
    plan: planOptionsSchema.optional().describe('Overrides of plan rules for the whole plan.'),
    resources: z.array(resourceSchema).default([]).describe('Resources that checks can reference by their ids.'),
    steps: z.array(stepSchema).default([]).describe('Commands. Checks can reference their output.'),
    gates: z
      .array(gateSchema)
      .default([])
      .describe('Gates. They are judged after the asserts and the build have passed.'),
    functions: z.array(functionSchema).default([]).describe('Functions that the contract as a whole must create.'),
    types: z.array(typeSchema).default([]).describe('Types that the contract as a whole must create.'),
    chunks: z.array(chunkSchema).min(1).describe('The units of work.'),
  })
  .describe('A Holdfast contract.');

export type PlanSource = z.infer<typeof sourceSchema>;
export type Condition = z.infer<typeof conditionSchema>;
export type Check = z.infer<typeof checkSchema>;
export type Assertion = z.infer<typeof assertionSchema>;
export type FunctionContract = z.infer<typeof functionSchema>;
export type TypeContract = z.infer<typeof typeSchema>;
export type Resource = z.infer<typeof resourceSchema>;
export type Step = z.infer<typeof stepSchema>;
export type EnforcementMode = z.infer<typeof enforcementModeSchema>;
export type Gate = z.infer<typeof gateSchema>;
export type ProtectedArea = z.infer<typeof protectedAreaSchema>;
export type AcceptanceCommand = z.infer<typeof acceptanceCommandSchema>;
export type Chunk = z.infer<typeof chunkSchema>;
export type Contract = z.infer<typeof contractSchema>;

/** The maximum number of attempts of a chunk if neither the chunk nor a gate sets it. */
export const DEFAULT_MAX_ATTEMPTS = 3;

/** The declaration of a check type. The table in `checks/` provides the declarations to the contract reader. */
export interface CheckDeclaration {
  /** The name in the contract, for example `export_exists`. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** The strict schema of the whole check object, including `type`. */
  readonly schema: z.ZodType;
  /** The fields that contain only a path, a glob or a URL. Default: `file`. */
  readonly pathFields?: readonly string[];
  /** Complete check objects to copy. */
  readonly examples: readonly Check[];
}
