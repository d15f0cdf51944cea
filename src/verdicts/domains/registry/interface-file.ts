import * as z from 'zod';

const MAX_INTERFACES = 500;

const PARAMETER_TYPES = ['number', 'integer', 'string', 'boolean'] as const;

const scalar = z.union([z.number(), z.string(), z.boolean()]);

/** What a parameter and a property of messages have in common. */
const ruleShape = {
  title: z.string().min(1).optional().describe('A short name for people.'),
  description: z.string().min(1).optional().describe('What the value is, in a sentence.'),
  type: z.enum(PARAMETER_TYPES).optional().describe('The type of the value. Default: number.'),
  unit: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The unit of min, nominal and max, for example ms, kbit/s, V or °C. Values in other units are converted.',
    ),
  min: z.number().optional().describe('The lowest allowed value. A lower one blocks.'),
  max: z.number().optional().describe('The highest allowed value. A higher one blocks.'),
  nominal: scalar.optional().describe('The intended value. Another allowed value is a warning.'),
  values: z.array(scalar).min(1).optional().describe('The allowed values. Another one blocks.'),
  required: z
    .boolean()
    .default(false)
    .describe('true: a missing value blocks as soon as the services of all owners are there.'),
};

export const parameterSchema = z
  .strictObject({
    ...ruleShape,
    sameAs: z
      .string()
      .min(1)
      .optional()
      .describe('A parameter of another interface, as interface.parameter, whose definition applies here too.'),
    consistent: z
      .boolean()
      .default(false)
      .describe('true: all artifacts must have the same value. Different values block.'),
  })
  .describe('A value of the interface with its allowed range.');

export const messagePropertySchema = z
  .strictObject(ruleShape)
  .describe('A property that messages have, with its allowed range.');

const declaredMessageSchema = z
  .strictObject({
    title: z.string().min(1).optional().describe('A short name for people.'),
    description: z.string().min(1).optional().describe('What the message is for, in a sentence.'),
    required: z
      .boolean()
      .default(false)
      .describe('true: a missing message blocks as soon as the services of all owners are there.'),
    properties: z
      .record(
        z.string(),
        z.strictObject({
          min: ruleShape.min,
          max: ruleShape.max,
          nominal: ruleShape.nominal,
          values: ruleShape.values,
        }),
      )
      .default({})
      .describe('Narrower rules for properties of this message, in the unit of the property.'),
  })
  .describe('A message or signal that the interface knows by name.');

const messagesSchema = z
  .strictObject({
    properties: z.record(z.string(), messagePropertySchema).default({}).describe('The properties of every message.'),
    declared: z.record(z.string(), declaredMessageSchema).default({}).describe('Messages or signals by name.'),
    closed: z.boolean().default(false).describe('true: a message that is not declared blocks.'),
  })
  .describe('The messages or signals of the interface.');

export const constraintSchema = z
  .strictObject({
    id: z.string().min(1).describe('Identifies the constraint within the interface.'),
    title: z.string().min(1).optional().describe('A short name for people.'),
    expression: z
      .string()
      .min(1)
      .describe('What must be true, for example: sum(messages, payload / cycle_time) / bitrate <= max_bus_load'),
    severity: z.enum(['blocking', 'warning']).default('blocking').describe('What a violation is. Default: blocking.'),
    required: z
      .boolean()
      .default(false)
      .describe('true: a constraint that cannot be evaluated blocks as soon as the services of all owners are there.'),
  })
  .describe('A computed constraint over parameters and messages.');

export const interfaceSchema = z
  .strictObject({
    id: z.string().min(1).describe('Identifies the interface in extracted values, scenarios and checks.'),
    version: z.int().min(1).describe('Increased with every change that a service must understand.'),
    title: z.string().min(1).optional().describe('A short name for people.'),
    description: z.string().min(1).optional().describe('What the interface connects, in a sentence.'),
    owners: z.array(z.string().min(1)).min(1).describe('The domains whose artifacts implement the interface.'),
    references: z
      .array(z.strictObject({ interface: z.string().min(1), version: z.int().min(1).optional() }))
      .default([])
      .describe('Other interfaces that this one relies on, with the version that it was written for.'),
    parameters: z.record(z.string(), parameterSchema).default({}).describe('The parameters by name.'),
    messages: messagesSchema.prefault({}),
    constraints: z.array(constraintSchema).default([]).describe('Computed constraints.'),
  })
  .describe('The contract between domains for one interface.');

/** The model of one file in `.holdfast/interfaces/`. Unknown keys are errors. */
export const interfaceFileSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The URL of the JSON Schema, for editors.'),
    interfaces: z.array(interfaceSchema).max(MAX_INTERFACES).describe('The interfaces that this file defines.'),
  })
  .describe('Interface definitions of Holdfast. Only people change them.');

export type InterfaceFile = z.infer<typeof interfaceFileSchema>;
export type InterfaceDefinition = z.infer<typeof interfaceSchema>;
export type ParameterDefinition = z.infer<typeof parameterSchema>;
export type MessagePropertyDefinition = z.infer<typeof messagePropertySchema>;
