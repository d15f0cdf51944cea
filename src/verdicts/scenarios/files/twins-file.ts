import * as z from 'zod';
import { commandEnvironmentSchema, portSchema, readinessSchema, shortNameSchema } from './service-keys.ts';

export const twinSchema = z
  .strictObject({
    id: shortNameSchema.describe('The id that scenarios use.'),
    title: z.string().min(1).optional().describe('What the twin simulates, for people.'),
    command: z
      .string()
      .min(1)
      .describe('The command that starts the twin. It runs in a folder with "files", without a shell.'),
    files: z
      .array(z.string().min(1))
      .default([])
      .describe('The files of the twin, relative to the folder of this file. A folder includes what it contains.'),
    port: portSchema.default('auto').describe('The port, as ${port}. auto (default): a free port.'),
    ready: readinessSchema.default({ tcp: true }),
    timeoutSeconds: z.number().positive().max(3600).default(30).describe('How long the start may take. Default: 30.'),
    environment: commandEnvironmentSchema.default({}),
  })
  .describe('A simulated service.');

/** The model of the file that declares twins. */
export const twinsSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The URL of the JSON Schema, for editors.'),
    twins: z.array(twinSchema).default([]).describe('The twins.'),
  })
  .describe('The twins of Holdfast scenarios: simulated services that run during a trajectory.');

export type Twin = z.infer<typeof twinSchema>;
export type TwinsFile = z.infer<typeof twinsSchema>;
