import * as z from 'zod';
import { assertionSchema, checkSchema } from '../../../contract/model.ts';
import { commandEnvironmentSchema, portSchema, readinessSchema, shortNameSchema } from './service-keys.ts';

const seconds = z.number().positive().max(86_400);
const exitCode = z.int().min(0).max(255);
const status = z.union([
  z.int().min(100).max(599),
  z.string().regex(/^[1-5]xx$/, 'Write a class of statuses like 5xx'),
]);
const scalar = z.union([z.string(), z.number(), z.boolean()]);

const relativePath = z.string().min(1).describe('A path relative to the folder of the scenario file, with "/".');

const requestSchema = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .describe('A URL on this computer, for example http://127.0.0.1:${port:api}/orders. Redirects are not followed.'),
    method: z.string().min(1).default('GET').describe('Default: GET.'),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional().describe('Text is sent unchanged, other values as JSON.'),
  })
  .describe('An HTTP request to a twin or to a service that a step started.');

export const scenarioStepSchema = z
  .strictObject({
    id: shortNameSchema.describe('The id by which checks and failure criteria refer to the step.'),
    command: z
      .string()
      .min(1)
      .optional()
      .describe('A command. It runs in the tree of the trajectory, without a shell.'),
    request: requestSchema.optional(),
    script: relativePath.optional().describe('A script of the scenario. It runs in the tree of the trajectory.'),
    arguments: z.array(z.string()).optional().describe('The arguments of the script.'),
    interpreter: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The program that runs the script. Default: node, python3, bash or sh, by the extension of the script.',
      ),
    input: z.string().optional().describe('The standard input. Default: empty.'),
    environment: commandEnvironmentSchema.optional(),
    setup: z
      .boolean()
      .default(false)
      .describe('Whether the step only prepares. If it fails, the code under test is not responsible.'),
    reaches: z
      .boolean()
      .default(false)
      .describe('Marks the first step that reaches the code under test. Default: the first step without "setup".'),
    background: z.boolean().default(false).describe('Whether the command keeps running until the trajectory ends.'),
    port: portSchema
      .optional()
      .describe('The port of a command in the background, as ${port:id}. "auto": a free port.'),
    ready: readinessSchema.optional(),
    exitCodes: z
      .union([z.literal('any'), z.array(exitCode).min(1)])
      .optional()
      .describe('The exit codes with which the step succeeds, or any. Default: 0.'),
    status: z
      .union([status, z.array(status).min(1)])
      .optional()
      .describe('The statuses with which the request succeeds, for example 201 or 2xx. Default: any.'),
    timeoutSeconds: seconds.optional().describe('The time limit of the step, or of its readiness. Default: 60.'),
  })
  .describe('A step of a trajectory: a command, an HTTP request or a script.');

/** An assertion of a contract that decides whether a trajectory is satisfied. */
export const acceptanceSchema = assertionSchema
  .extend({
    id: shortNameSchema.optional().describe('The id in reports. Default: its position.'),
    judgement: z
      .boolean()
      .default(false)
      .describe('true marks a criterion that a model judges. Required with the check llm_judge, and only there.'),
  })
  .describe('What must hold at the end of a trajectory. Checks can refer to the output of a step by its id.');

export const failureSchema = z
  .strictObject({
    id: shortNameSchema.optional().describe('The id in reports. Default: its position.'),
    message: z.string().min(1).describe('What must never happen, as a sentence.'),
    step: shortNameSchema
      .optional()
      .describe('The step that the criterion refers to. Default: every step, from the first that reaches the code.'),
    exitCode: z
      .union([z.literal('nonzero'), exitCode, z.array(exitCode).min(1)])
      .optional()
      .describe('Exit codes that are a failure.'),
    pattern: z.string().min(1).optional().describe('A regular expression that must not match the output of the step.'),
    flags: z.string().optional().describe('The flags of the pattern: i, m and s.'),
    status: z
      .union([status, z.array(status).min(1)])
      .optional()
      .describe('Statuses of responses that are a failure, for example 5xx.'),
    check: checkSchema.optional().describe('A check of a contract that must hold. If it does not, that is a failure.'),
  })
  .describe('An explicit failure criterion: if it applies, the validation fails at once, regardless of the score.');

/** The model of a scenario file. */
export const scenarioSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The URL of the JSON Schema, for editors.'),
    id: z
      .string()
      .max(80)
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
        'An id consists of letters, digits, ".", "_" and "-", and starts with a letter or digit',
      )
      .describe(
        'The id in reports and in the feedback for the model. It is the only text of the file that a model sees.',
      ),
    title: z.string().min(1).describe('A short title, for people.'),
    description: z.string().optional().describe('What the scenario shows, for people.'),
    covers: z
      .array(z.string().min(1))
      .min(1)
      .describe('The interfaces that the scenario covers: names of exports, or ids of the interface registry.'),
    trajectories: z.int().min(1).max(1000).optional().describe('How often the scenario runs. Default: 10.'),
    timeoutSeconds: seconds.default(600).describe('The time limit of one trajectory. Default: 600.'),
    seed: z.int().optional().describe('The start of the seeds. Default: derived from the id.'),
    variables: z
      .record(shortNameSchema, z.union([scalar, z.array(scalar).min(1)]))
      .default({})
      .describe('Values for templates: ${name}. Of a list, each trajectory gets the next value.'),
    twins: z.array(shortNameSchema).default([]).describe('Ids of the twins that run during a trajectory.'),
    files: z
      .array(relativePath)
      .default([])
      .describe('Files that the scripts need. They are copied with the scripts to the folder ${files}.'),
    network: z.boolean().default(false).describe('Whether commands need the network if confinement is strict.'),
    steps: z.array(scenarioStepSchema).min(1).describe('What a trajectory does, in this order.'),
    acceptance: z
      .array(acceptanceSchema)
      .min(1)
      .describe('The acceptance criteria. At least one of them is an assert.'),
    failure: z.array(failureSchema).default([]).describe('Explicit failure criteria.'),
  })
  .describe('A Holdfast scenario.');

export type ScenarioFile = z.infer<typeof scenarioSchema>;
export type ScenarioStep = z.infer<typeof scenarioStepSchema>;
export type FailureCriterion = z.infer<typeof failureSchema>;

/** The id of a criterion in reports. */
export function criterionId(
  kind: 'acceptance' | 'failure',
  { id }: { readonly id?: string | undefined },
  index: number,
): string {
  return id ?? `${kind}-${index + 1}`;
}

/** The index of the first step that reaches the code under test; the number of steps if there is none. */
export function reachingStep(steps: readonly Pick<ScenarioStep, 'reaches' | 'setup'>[]): number {
  const marked = steps.findIndex(({ reaches }) => reaches);
  if (marked >= 0) return marked;
  const first = steps.findIndex(({ setup }) => !setup);
  return first >= 0 ? first : steps.length;
}
