/** The keys that twins and the background steps of scenarios have in common. */
import * as z from 'zod';

export const shortNameSchema = z
  .string()
  .max(60)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
    'An id consists of letters, digits, "_" and "-", and starts with a letter or digit',
  );

export const portSchema = z.union([z.literal('auto'), z.int().min(1).max(65_535)]);

export const commandEnvironmentSchema = z
  .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'Use the name of an environment variable'), z.string())
  .describe('Environment variables of the command. Values can contain templates.');

export const readinessSchema = z
  .strictObject({
    http: z
      .string()
      .regex(/^\//, 'Write a path that starts with "/"')
      .optional()
      .describe('The service is ready when this path answers with a status below 400.'),
    tcp: z.literal(true).optional().describe('The service is ready when its port accepts connections.'),
    output: z
      .string()
      .min(1)
      .optional()
      .describe('The service is ready when its output matches this regular expression.'),
  })
  .describe('How to find out that the service is ready: http, tcp or output. Default: tcp.');

export type Readiness = z.infer<typeof readinessSchema>;
