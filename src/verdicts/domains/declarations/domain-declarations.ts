import * as z from 'zod';
import { DEFAULT_TIMEOUTS, METHODS, type MethodName, type MethodTimeouts } from '../protocol/methods.ts';

const MAX_SERVICES = 50;
const MAX_TIMEOUT_SECONDS = 24 * 60 * 60;

const glob = z.string().min(1);
const globs = z
  .union([glob, z.array(glob).min(1)])
  .transform((value): readonly string[] => (typeof value === 'string' ? [value] : value));
const seconds = z.number().positive().max(MAX_TIMEOUT_SECONDS);

/** The services that are part of Holdfast. */
export const BUILT_IN_SERVICES = ['typescript'] as const;
export type BuiltInService = (typeof BUILT_IN_SERVICES)[number];

/**
 * Categories whose message says what to do. A failure in another category is interpreted by a model before it becomes a
 * part of the next attempt [ASSERT-CODE-002, ASSERT-CODE-003].
 */
export const SELF_EXPLANATORY_CATEGORIES: readonly string[] = [
  ...['syntax', 'type-error', 'lint', 'format', 'undefined-name', 'missing-file', 'schema', 'compile-error'],
  ...['assertion', 'test-failure', 'range', 'unit', 'timeout'],
];

const timeoutsSchema = z.strictObject(
  Object.fromEntries(
    METHODS.map((method) => [
      method,
      seconds
        .optional()
        .describe(`The time limit of ${method}, in seconds. Default: ${DEFAULT_TIMEOUTS[method] / 1000}.`),
    ]),
  ) as Record<MethodName, z.ZodOptional<typeof seconds>>,
);

const categories = z.array(z.string().min(1));

const serviceSchema = z
  .strictObject({
    domain: z
      .string()
      .max(60)
      .regex(/^[a-z][a-z0-9-]*$/, 'Use lower-case letters, digits and "-"')
      .describe('The name of the domain. The service must answer for the same domain.'),
    command: z
      .string()
      .min(1)
      .optional()
      .describe('The command that starts the service, without a shell, in the workspace folder. It uses stdio.'),
    address: z
      .string()
      .min(1)
      .optional()
      .describe('Where the service listens: host:port, the absolute path of a socket, or a named pipe of Windows.'),
    builtin: z.enum(BUILT_IN_SERVICES).optional().describe('A service that is part of Holdfast.'),
    allowRemote: z
      .boolean()
      .default(false)
      .describe('true: the address may be another machine. Requests contain paths, responses parts of files.'),
    primary: globs
      .optional()
      .describe(
        'Globs of the files that the service is responsible for. A change of one stops if the service is unavailable.',
      ),
    timeouts: timeoutsSchema.prefault({}).describe('Time limits of the methods, in seconds.'),
    environment: z
      .array(z.string().min(1))
      .default([])
      .describe('Names of variables that the service receives in addition to the usual ones.'),
    selfExplanatory: categories
      .default([])
      .describe('Categories of this service whose message says what to do, in addition to those of the file.'),
  })
  .describe('A domain service.');

/** The model of `.holdfast/domains.yaml`. */
export const domainDeclarationsSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The URL of the JSON Schema, for editors.'),
    services: z.array(serviceSchema).max(MAX_SERVICES).default([]).describe('The domain services.'),
    selfExplanatory: categories
      .default([...SELF_EXPLANATORY_CATEGORIES])
      .describe(
        `Categories of failures that the model receives as they are. Others are interpreted first. Default: ${SELF_EXPLANATORY_CATEGORIES.join(', ')}.`,
      ),
  })
  .describe('The domain services of the repository.');

export type DomainDeclarations = z.infer<typeof domainDeclarationsSchema>;
export type ServiceDeclaration = DomainDeclarations['services'][number];

/** The time limits of a service, in milliseconds. */
export function timeoutsOf({ timeouts }: ServiceDeclaration): MethodTimeouts {
  const limits = METHODS.map((method) => {
    const limit = timeouts[method];
    return [method, limit === undefined ? DEFAULT_TIMEOUTS[method] : limit * 1000] as const;
  });
  return Object.fromEntries(limits) as Record<MethodName, number>;
}

/** Whether the model receives a failure of a service as it is [ASSERT-CODE-002]. */
export function isSelfExplanatory(declarations: DomainDeclarations, domain: string, category: string): boolean {
  const service = declarations.services.find((candidate) => candidate.domain === domain);
  return declarations.selfExplanatory.includes(category) || (service?.selfExplanatory.includes(category) ?? false);
}
