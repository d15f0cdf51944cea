import * as z from 'zod';
import { CONFINEMENT_MODES } from '../confinement/confinement-rules.ts';
import { isSecretVariable } from '../../foundation/secret-variables.ts';
import { urlContainsSecret } from './secret-names.ts';

/** The configuration file in the root of a workspace folder, which a team shares. */
export const CONFIGURATION_FILE = 'holdfast.config.yaml';

/** How a result reaches the user's tree. See `LandingMode` of the engine. */
export const LANDING_MODES = ['commit', 'working-tree', 'review', 'none'] as const;

const seconds = z.number().positive().max(86_400);
const globs = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .transform((value) => (typeof value === 'string' ? [value] : value));

const userPaths = z.array(
  z.string().regex(/^(?:~(?:$|\/)|\/|[A-Za-z]:[\\/])/, 'Use an absolute path, or one that starts with ~/'),
);

/** The settings of one source: the file, the environment, flags or the editor. All are optional. */
export const settingsSchema = z.strictObject({
  model: z
    .string()
    .regex(/^\s*[^\s:]+\s*:\s*\S/, 'Write the model as provider:model, for example openai-compatible:glm-4.6')
    .optional()
    .describe('provider:model, for example openai-compatible:glm-4.6.'),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Use a URL that starts with http:// or https://' })
    .refine(
      (address) => !urlContainsSecret(address),
      'The URL contains a secret. Set the key in the environment instead',
    )
    .optional()
    .describe('The base URL of an OpenAI-compatible endpoint or of a replacement for a provider.'),
  prices: z
    .strictObject({ inputPerMillion: z.number().nonnegative(), outputPerMillion: z.number().nonnegative() })
    .optional()
    .describe('US dollars per million tokens, for a model without a published price.'),
  limits: z
    .strictObject({
      maxAttempts: z
        .int()
        .min(1)
        .max(20)
        .optional()
        .describe('Attempts per chunk. The lowest applicable limit is used.'),
      maxSteps: z.int().min(1).max(1000).optional().describe('Model calls per attempt. Default 40.'),
      maxCostUsd: z.number().nonnegative().optional().describe('US dollars per run.'),
      attemptTimeoutSeconds: seconds.optional().describe('The time limit of an attempt. Default 900.'),
      stallTimeoutSeconds: seconds.optional().describe('The longest time without output from the model. Default 120.'),
      commandTimeoutSeconds: seconds
        .optional()
        .describe('The time limit for commands without their own limit. Default 300.'),
    })
    .optional(),
  landing: z.enum(LANDING_MODES).optional().describe('How a result reaches your tree.'),
  contracts: globs
    .optional()
    .describe('Globs of contract files. Default **/*.contract.{yaml,yml,json}, and manifests.'),
  gates: globs.optional().describe('Globs of shared gate files. Default **/*.gate.{yaml,yml,json}.'),
  plans: globs
    .optional()
    .describe('Globs of Markdown plans of other tools. Each active plan is a contract in memory. Default: none.'),
  attempt: z
    .strictObject({
      setup: globs.optional().describe('Commands that prepare the worktree of each attempt.'),
      copy: z.array(z.string().min(1)).optional().describe('Ignored files that an attempt needs.'),
    })
    .optional(),
  environment: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_()]*$/, 'Use the name of an environment variable, such as NODE_OPTIONS')
        .refine((name) => !isSecretVariable(name), {
          error: ({ input }) => `${String(input)} contains a secret of Holdfast, which is never passed to commands`,
        }),
    )
    .optional()
    .describe('Environment variables that commands and validators receive in addition to the allow list.'),
  confinement: z.enum(CONFINEMENT_MODES).optional().describe('Whether commands run in a sandbox. Default auto.'),
  confinementRead: userPaths
    .optional()
    .describe('Paths that confined commands may read. Only in settings of the user, never in this file.'),
  confinementWrite: userPaths
    .optional()
    .describe('Paths that confined commands may write. Only in settings of the user, never in this file.'),
  commitHooks: z.boolean().optional().describe("Run the repository's commit hooks when a chunk is committed."),
  jobs: z.int().min(1).max(64).optional().describe('The number of chunks that can run in parallel. Default 1.'),
  forge: z
    .strictObject({
      kind: z
        .enum(['local', 'github'])
        .optional()
        .describe('Where work items and pull requests are: in this repository (local, the default), or on GitHub.'),
      repository: z
        .string()
        .regex(/^[\w.-]+\/[\w.-]+$/, 'Write the repository as owner/name')
        .optional()
        .describe('owner/name. Default: the repository of the remote "origin".'),
      apiUrl: z
        .url({ protocol: /^https?$/, error: 'Use a URL that starts with http:// or https://' })
        .refine((address) => !urlContainsSecret(address), 'The URL contains a secret. Set GITHUB_TOKEN instead')
        .optional()
        .describe('The URL of the REST API, for GitHub Enterprise. Default: that of the host of the repository.'),
      gitUrl: z
        .string()
        .regex(/^(?:(?:https?|ssh|file):\/\/|\/|[A-Za-z]:[\\/])/, 'Use a URL, or an absolute path')
        .refine((address) => !urlContainsSecret(address), 'The URL contains a secret. Set GITHUB_TOKEN instead')
        .optional()
        .describe('The URL of the repository for git. Default: that of the repository on its host.'),
      baseBranch: z
        .string()
        .regex(/^(?!-)[^\s~^:?*[\\]+$/, 'Use the name of a branch')
        .optional()
        .describe('The branch that work items start from. Default: the default branch.'),
    })
    .optional()
    .describe('The forge of the pipeline.'),
  change: z
    .strictObject({
      structure: z.enum(['on', 'off']).optional().describe('Whether new import cycles are facts. Default on.'),
      unproved: z
        .enum(['on', 'off'])
        .optional()
        .describe('Whether changed functions that no test reaches are facts. Default on.'),
    })
    .optional()
    .describe('What "check --since" tells about a change.'),
  scenarios: z
    .strictObject({
      folder: z
        .string()
        .regex(/^(?:~\/.|\/.|[A-Za-z]:[\\/].)/, 'Use an absolute path, or one that starts with ~/')
        .optional()
        .describe('A folder with scenarios outside of the repository. Default: .holdfast/scenarios in it.'),
    })
    .optional()
    .describe('Where the scenarios are.'),
  replay: z.string().min(1).optional().describe('A recording to replay instead of calling a model.'),
  record: z.string().min(1).optional().describe('A file to write the responses of the model to.'),
});

/** The settings of one source. A single glob is normalized to a list. */
export type Settings = z.output<typeof settingsSchema>;
