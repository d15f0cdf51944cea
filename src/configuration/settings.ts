import * as z from 'zod';
import { carriesSecret } from './secret-names.ts';

/** The file of a workspace folder's root that holds what a team shares. */
export const CONFIGURATION_FILE = 'holdfast.config.yaml';

/** How a result reaches the user's tree; see the engine's LandingMode. */
export const LANDING_MODES = ['commit', 'working-tree', 'review', 'none'] as const;

const seconds = z.number().positive().max(86_400);
const globs = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .transform((value) => (typeof value === 'string' ? [value] : value));

/** One layer of settings: a file, the environment, flags or the editor's settings. Everything is optional. */
export const settingsSchema = z.strictObject({
  model: z
    .string()
    .regex(/^\s*[^\s:]+\s*:\s*\S/, 'Write the model as provider:model, for example openai-compatible:glm-4.6')
    .optional()
    .describe('provider:model, for example openai-compatible:glm-4.6.'),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Write an address that begins with http:// or https://' })
    .refine((address) => !carriesSecret(address), 'The address carries a secret: give the key in the environment')
    .optional()
    .describe('The address of an OpenAI-compatible endpoint, or of a stand-in for a provider.'),
  prices: z
    .strictObject({ inputPerMillion: z.number().nonnegative(), outputPerMillion: z.number().nonnegative() })
    .optional()
    .describe('US dollars per million tokens, for a model whose price is not published.'),
  limits: z
    .strictObject({
      maxAttempts: z
        .int()
        .min(1)
        .max(20)
        .optional()
        .describe('Attempts per chunk; the lowest limit that applies wins.'),
      maxSteps: z.int().min(1).max(1000).optional().describe('Model calls per attempt. Default 40.'),
      maxCostUsd: z.number().nonnegative().optional().describe('US dollars per run.'),
      attemptTimeoutSeconds: seconds.optional().describe('Default 900.'),
      stallTimeoutSeconds: seconds.optional().describe('How long a model may send nothing. Default 120.'),
      commandTimeoutSeconds: seconds.optional().describe('For commands without a limit of their own. Default 300.'),
    })
    .optional(),
  landing: z.enum(LANDING_MODES).optional().describe('How a result reaches your tree.'),
  contracts: globs.optional().describe('Where contracts are. Default **/*.contract.{yaml,yml,json}.'),
  gates: globs.optional().describe('Where shared gate files are. Default **/*.gate.{yaml,yml,json}.'),
  attempt: z
    .strictObject({
      setup: globs.optional().describe('Commands that prepare the tree of every attempt.'),
      copy: z.array(z.string().min(1)).optional().describe('Ignored files that an attempt needs.'),
    })
    .optional(),
  commitHooks: z.boolean().optional().describe("Run the repository's commit hooks when a chunk is committed."),
  jobs: z.int().min(1).max(64).optional().describe('Chunks that may run side by side. Default 1.'),
  replay: z.string().min(1).optional().describe('A recording that answers in place of a model.'),
  record: z.string().min(1).optional().describe('A file to record the answers of the model in.'),
});

/** What a layer of settings may hold, lists always as lists. */
export type Settings = z.output<typeof settingsSchema>;
