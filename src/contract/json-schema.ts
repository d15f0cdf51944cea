import * as z from 'zod';
import { GATE_KEY_NAMES, RETRY_KEY_NAMES } from './forms/gate-form.ts';
import {
  assertionSchema,
  checkSchema,
  chunkSchema,
  conditionSchema,
  contractSchema,
  functionSchema,
  gateRetrySchema,
  gateSchema,
  resourceSchema,
  stepSchema,
  typeSchema,
} from './model.ts';
import type { CheckDeclaration } from './model.ts';

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The parts that stand as definitions of their own, so that editors show one description for all their places. */
const DEFINITIONS: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [conditionSchema, 'condition'],
  [checkSchema, 'check'],
  [assertionSchema, 'assertion'],
  [functionSchema, 'function'],
  [typeSchema, 'type'],
  [resourceSchema, 'resource'],
  [stepSchema, 'step'],
  [gateSchema, 'gate'],
  [gateRetrySchema, 'gateRetry'],
  [chunkSchema, 'chunk'],
]);

/**
 * The JSON Schema (draft 7) of a contract, for completion and hovers in editors: what VS Code's JSON support and the
 * YAML extension understand. Made from the model and the declarations of the checks; there is no second source.
 */
export function contractJsonSchema(checks: readonly CheckDeclaration[]): JsonSchema {
  const definitions: Record<string, unknown> = {};
  for (const [schema, name] of DEFINITIONS) definitions[name] = schema === checkSchema ? {} : draft7(schema, schema);
  definitions['check'] = checkDefinition(checks);
  for (const check of checks) Object.assign(definitions, checkDefinitions(check));
  definitions['gate'] = withSnakeCase(definitions['gate'], GATE_KEY_NAMES);
  definitions['gateRetry'] = withSnakeCase(definitions['gateRetry'], RETRY_KEY_NAMES);
  return {
    ...draft7(contractSchema, contractSchema),
    title: 'Holdfast contract',
    // Understood by VS Code: contracts in JSON may hold comments.
    allowComments: true,
    allowTrailingCommas: true,
    definitions: withSnippets(definitions, checks),
  };
}

/** One schema; the other parts of the contract in it are references, unless it stands outside of them (no root). */
function draft7(schema: z.ZodType, root: z.ZodType | undefined): Record<string, unknown> {
  const generated = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (root === undefined) return;
      const name = zodSchema instanceof z.ZodType && zodSchema !== root ? DEFINITIONS.get(zodSchema) : undefined;
      if (name === undefined) return;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      jsonSchema.$ref = `#/definitions/${name}`;
    },
  });
  const { $schema, ...rest } = generated as Record<string, unknown>;
  return root === contractSchema ? { $schema, ...rest } : rest;
}

function checkDefinitionName(check: CheckDeclaration): string {
  return `check-${check.type}`;
}

/** `type` decides which keys a check has; conditions per type give the clearest completion in both language servers. */
function checkDefinition(checks: readonly CheckDeclaration[]): JsonSchema {
  return {
    type: 'object',
    description: checkSchema.description,
    required: ['type'],
    properties: {
      type: {
        type: 'string',
        description: 'What the assertion asks.',
        enum: checks.map((check) => check.type),
        enumDescriptions: checks.map((check) => check.description),
      },
    },
    allOf: checks.map((check) => ({
      if: { type: 'object', properties: { type: { const: check.type } }, required: ['type'] },
      then: { $ref: `#/definitions/${checkDefinitionName(check)}` },
    })),
    defaultSnippets: checks.flatMap((check) =>
      check.examples.map((example) => ({ label: check.type, description: check.title, body: literalBody(example) })),
    ),
    examples: checks.flatMap((check) => check.examples.slice(0, 1)),
  };
}

/** The definition of one check, and what its schema defines besides, under names of its own. */
function checkDefinitions(check: CheckDeclaration): Readonly<Record<string, unknown>> {
  const name = checkDefinitionName(check);
  const { definitions, ...own } = renamedReferences(draft7(check.schema, undefined), name) as Record<string, unknown>;
  const examples = check.examples.length > 0 ? { examples: check.examples } : {};
  const inner = Object.entries((definitions ?? {}) as JsonSchema).map(([key, schema]) => [`${name}-${key}`, schema]);
  return {
    [name]: { ...own, title: check.title, description: check.description, ...examples },
    ...(Object.fromEntries(inner) as JsonSchema),
  };
}

/** A schema whose references to itself and to its own definitions hold where it becomes a definition. */
function renamedReferences(schema: unknown, name: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => renamedReferences(item, name));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, renamedReferences(value, name)];
      if (value === '#') return [key, `#/definitions/${name}`];
      return [key, value.replace(/^#\/definitions\//, `#/definitions/${name}-`)];
    }),
  );
}

/** Snippets for the parts that a person writes often. In a snippet `$1` is a place to fill in. */
function withSnippets(
  definitions: Readonly<Record<string, unknown>>,
  checks: readonly CheckDeclaration[],
): Readonly<Record<string, unknown>> {
  const first = checks[0]?.examples[0];
  const snippets: Readonly<Record<string, readonly JsonSchema[]>> = {
    chunk: [
      {
        label: 'chunk',
        description: 'One unit of work for a model',
        body: { id: '$1', title: '$2', description: '$3', creates: ['$4'], allowedFiles: ['$5'] },
      },
    ],
    assertion: [
      {
        label: 'assert',
        description: 'Something that must hold',
        body: { type: 'assert', message: '$1', check: first ? literalBody(first) : { type: '$2' } },
      },
    ],
    condition: [{ label: 'file_exists', description: 'A file exists', body: { kind: 'file_exists', path: '$1' } }],
    function: [
      { label: 'function', description: 'A signature to hold', body: { name: '$1', file: '$2', signature: '$3' } },
    ],
    type: [{ label: 'type', description: 'A shape to hold', body: { name: '$1', file: '$2', definition: '$3' } }],
  };
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [
      name,
      snippets[name] ? { ...(schema as JsonSchema), defaultSnippets: snippets[name] } : schema,
    ]),
  );
}

/** In a snippet "$" and "}" have a meaning: an example stands for itself. */
function literalBody(example: unknown): unknown {
  if (typeof example === 'string') return example.replace(/[\\$}]/g, '\\$&');
  if (Array.isArray(example)) return example.map(literalBody);
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, literalBody(value)]));
}

/** The snake-case spellings that gates may have are read as well, so no editor should flag them. */
function withSnakeCase(definition: unknown, names: Readonly<Record<string, string>>): JsonSchema {
  const schema = definition as { properties: Readonly<Record<string, unknown>> };
  const spelled = Object.entries(names).map(([written, key]) => [written, schema.properties[key]]);
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(spelled) } };
}
