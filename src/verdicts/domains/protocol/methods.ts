/** The requests and responses of the protocol. Responses may have additional fields, which are ignored. */
import * as z from 'zod';
import {
  artifactLocationSchema,
  extractedInterfaceSchema,
  extractedMessageSchema,
  extractedValueSchema,
  quantitySchema,
} from '../extraction/extracted-interfaces.ts';
import { artifactPathSchema, diagnosticSchema, simulationFailureSchema } from './diagnostics.ts';

/** The methods that a service may have, in addition to `handshake` and `health`. */
export const CAPABILITIES = ['validate', 'normalise', 'simulate', 'extract_interfaces'] as const;
export const METHODS = ['handshake', 'health', ...CAPABILITIES] as const;

export type Capability = (typeof CAPABILITIES)[number];
export type MethodName = (typeof METHODS)[number];

const target = {
  /** Absolute path of the tree. */
  root: z.string().min(1),
  /** The commit that the tree was checked out from. `null` if it is not from a commit. */
  commit: z.string().min(1).nullable(),
};
const artifacts = z.array(artifactPathSchema);

/** What a service looks for in artifacts: an interface of the registry. */
export const interfaceQuerySchema = z.object({
  id: z.string().min(1),
  version: z.int().min(1),
  /** The names of the parameters. */
  parameters: z.array(z.string()),
  /** The names of the properties that messages have. */
  messageProperties: z.array(z.string()),
});

const handshakeResultSchema = z.object({
  apiVersion: z.int().min(1),
  domain: z.string().min(1),
  /** A name and a version of the service, for people. */
  name: z.string().optional(),
  version: z.string().optional(),
  /** Globs of the artifacts that the service understands. */
  artifacts: z.array(z.string().min(1)),
  capabilities: z.array(z.string()),
  /** The versions that the service understands, by interface. An interface that is not listed is not restricted. */
  interfaceVersions: z.record(z.string(), z.array(z.int().min(1))).default({}),
});

const looseLocation = artifactLocationSchema.strip().extend({ artifact: artifactPathSchema });
const looseQuantity = quantitySchema.strip();
const extractionResultSchema = z.object({
  interfaces: z.array(
    extractedInterfaceSchema.strip().extend({
      values: z.array(extractedValueSchema.strip().extend({ location: looseLocation })).default([]),
      messages: z
        .array(
          extractedMessageSchema.strip().extend({
            properties: z.record(z.string(), looseQuantity),
            location: looseLocation,
          }),
        )
        .default([]),
    }),
  ),
});

/** The schemas of every method. */
export const METHOD_SCHEMAS = {
  handshake: {
    params: z.object({ apiVersion: z.int().min(1), ...target }),
    result: handshakeResultSchema,
  },
  health: {
    params: z.object(target),
    result: z.object({ status: z.enum(['ok', 'degraded']), message: z.string().optional() }),
  },
  validate: {
    params: z.object({ ...target, artifacts }),
    result: z.object({ diagnostics: z.array(diagnosticSchema) }),
  },
  normalise: {
    params: z.object({ ...target, artifacts }),
    /** The artifacts whose text changes. The service writes no file. */
    result: z.object({ artifacts: z.array(z.object({ artifact: artifactPathSchema, text: z.string() })) }),
  },
  simulate: {
    params: z.object({ ...target, artifacts }),
    result: z.object({ passed: z.boolean(), failures: z.array(simulationFailureSchema).default([]) }),
  },
  extract_interfaces: {
    params: z.object({ ...target, interfaces: z.array(interfaceQuerySchema) }),
    result: extractionResultSchema,
  },
} as const satisfies Readonly<Record<MethodName, { readonly params: z.ZodType; readonly result: z.ZodType }>>;

export type MethodParams<Method extends MethodName> = z.infer<(typeof METHOD_SCHEMAS)[Method]['params']>;
export type MethodResult<Method extends MethodName> = z.infer<(typeof METHOD_SCHEMAS)[Method]['result']>;
export type InterfaceQuery = z.infer<typeof interfaceQuerySchema>;
export type ServiceFacts = MethodResult<'handshake'>;

const MINUTE_MS = 60_000;

/** The time limits of the methods, in milliseconds. */
export type MethodTimeouts = Readonly<Record<MethodName, number>>;

/** A simulation may take 10 minutes, everything else 5. */
export const DEFAULT_TIMEOUTS: MethodTimeouts = {
  handshake: 5 * MINUTE_MS,
  health: 5 * MINUTE_MS,
  validate: 5 * MINUTE_MS,
  normalise: 5 * MINUTE_MS,
  simulate: 10 * MINUTE_MS,
  extract_interfaces: 5 * MINUTE_MS,
};

export function isCapability(name: string): name is Capability {
  return CAPABILITIES.some((capability) => capability === name);
}
