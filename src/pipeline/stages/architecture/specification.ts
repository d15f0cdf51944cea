import * as z from 'zod';

const module = z.string().min(1);

export const dependencyChangeSchema = z
  .strictObject({
    change: z.enum(['add', 'remove']),
    from: module.describe('The file or folder that imports.'),
    to: module.describe('The imported file or folder; "package:NAME" for an installed package.'),
    reason: z.string().min(1),
  })
  .describe('A dependency between modules that is added or removed.');

export const specifiedInterfaceSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z_$][\w$]*$/, 'Use the name of an export')
      .describe('The name of the export.'),
    module: module.describe('The file that will declare it.'),
    description: z.string().min(1).describe('What it is for, in a sentence.'),
    parameters: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          value: z.union([z.string(), z.number(), z.boolean()]).describe('The proposed value.'),
          unit: z.string().min(1).optional(),
        }),
      )
      .default([])
      .describe('Parameters with proposed values: limits, sizes, times.'),
  })
  .describe('An interface that the work needs.');

const quantity = z.strictObject({
  value: z.union([z.number(), z.string(), z.boolean()]),
  unit: z.string().min(1).optional(),
});

export const interfaceValuesSchema = z
  .strictObject({
    interface: z.string().min(1).describe('The id of the interface in the registry.'),
    module: module.describe('The file or folder that implements it.'),
    parameters: z
      .array(quantity.extend({ name: z.string().min(1) }))
      .default([])
      .describe('The proposed values of its parameters.'),
    messages: z
      .array(z.strictObject({ name: z.string().min(1), properties: z.record(z.string(), quantity) }))
      .default([])
      .describe('The messages that are added or changed, with their properties.'),
  })
  .describe('Values that the work proposes for an interface of the registry.');

/** The front matter of a specification. */
export const specificationSchema = z
  .strictObject({
    title: z.string().trim().min(1),
    modulesReferenced: z.array(module).default([]).describe('The existing files and folders that the work builds on.'),
    modulesNew: z.array(module).default([]).describe('The files and folders that the work creates.'),
    dependencyChanges: z.array(dependencyChangeSchema).default([]),
    interfaces: z.array(specifiedInterfaceSchema).default([]),
    interfaceValues: z.array(interfaceValuesSchema).default([]),
  })
  .describe('The checked part of a specification.');

export type SpecificationFrontMatter = z.infer<typeof specificationSchema>;
export type DependencyChange = z.infer<typeof dependencyChangeSchema>;

/** The answer of the architecture stage: a Markdown document with front matter. */
export const specificationAnswerSchema = z.strictObject({
  document: z
    .string()
    .min(1)
    .describe('The complete Markdown document. It starts with "---", the front matter in YAML, and "---".'),
});

export type SpecificationAnswer = z.infer<typeof specificationAnswerSchema>;
