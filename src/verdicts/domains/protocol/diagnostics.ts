import * as z from 'zod';
import { findTreeEscape, hasBackslashSeparator } from '../../../contract/contract-paths.ts';

/** A path relative to the root of the request, with `/`. */
export const artifactPathSchema = z
  .string()
  .min(1)
  .refine((path) => !hasBackslashSeparator(path) && findTreeEscape(path) === undefined, {
    message: 'Expected a path relative to the root, with "/"',
  });

/** A range of an artifact. All numbers are 1-based. */
const textLocationSchema = z.object({
  line: z.int().min(1),
  column: z.int().min(1).optional(),
  endLine: z.int().min(1).optional(),
  endColumn: z.int().min(1).optional(),
});

/** `error` fails the validation; `warning` and `information` do not. */
const DIAGNOSTIC_SEVERITIES = ['error', 'warning', 'information'] as const;

export const diagnosticSchema = z.object({
  artifact: artifactPathSchema,
  /** Missing or `null` for the whole artifact. */
  location: textLocationSchema.nullish(),
  severity: z.enum(DIAGNOSTIC_SEVERITIES),
  /** A stable word for the kind of problem, for example `type-error`. */
  category: z.string().min(1),
  message: z.string().min(1),
});

/** A failure of a simulation. It belongs to an artifact only if the service can say so. */
export const simulationFailureSchema = z.object({
  artifact: artifactPathSchema.nullish(),
  location: textLocationSchema.nullish(),
  /** A stable word for the kind of failure, for example `assertion` or `timeout`. */
  category: z.string().min(1),
  message: z.string().min(1),
  /** The output of the tool, if it explains the failure. */
  output: z.string().optional(),
});

export type Diagnostic = z.infer<typeof diagnosticSchema>;
export type SimulationFailure = z.infer<typeof simulationFailureSchema>;
