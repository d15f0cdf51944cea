import type { SourceNode } from '../../contract/source/source-node.ts';
import { isList, valuesOf, type SchemaNode } from './schema-node.ts';

/**
 * The schema of a value. A number, or `[]`, is the step to an item of a list. Undefined for an unknown key.
 *
 * @param value the value of the whole file, with the keys as written. Conditions of the schema are evaluated against it
 */
export function findSchema(
  root: SchemaNode,
  path: readonly (string | number)[],
  value?: SourceNode,
): SchemaNode | undefined {
  let node = value;
  let schemas = listVariants(root, root, node);
  for (const step of path) {
    node = sourceChild(node, step);
    const child = node;
    schemas = schemas
      .flatMap((schema) => findChild(schema, step) ?? [])
      .flatMap((one) => listVariants(root, one, child));
  }
  return mergeVariants(schemas);
}

/** The child of a node by the key as written, or by the index. */
export function sourceChild(node: SourceNode | undefined, step: string | number): SourceNode | undefined {
  if (node?.kind === 'list') return typeof step === 'number' ? node.items[step] : undefined;
  return node?.kind === 'map' ? node.entries.find(({ sourceKey }) => sourceKey === step)?.node : undefined;
}

/** A schema with all schemas that it consists of: the target of its reference, the branch of its condition, and its parts. */
function listVariants(
  root: SchemaNode,
  node: SchemaNode,
  value: SourceNode | undefined,
  depth = 0,
): readonly SchemaNode[] {
  const name = node.$ref?.replace(/^#\/definitions\//, '');
  const target = name === undefined ? undefined : root.definitions?.[name];
  const conditional = node.if === undefined ? undefined : matchesCondition(node.if, value) ? node.then : node.else;
  const parts = [
    ...(target ? [target] : []),
    ...(conditional ? [conditional] : []),
    ...(node.anyOf ?? []),
    ...(node.oneOf ?? []),
    ...(node.allOf ?? []),
  ];
  // A recursive schema refers to itself.
  if (parts.length === 0 || depth > MAX_DEPTH) return [node];
  return [node, ...parts.flatMap((part) => listVariants(root, part, value, depth + 1))];
}

const MAX_DEPTH = 8;

/** Whether a value satisfies a condition that states which keys it has, or the constant value of a key. */
function matchesCondition(condition: SchemaNode, value: SourceNode | undefined): boolean {
  const { type, required = [], properties = {}, anyOf, not } = condition;
  if (type === 'object' && value?.kind !== 'map') return false;
  if (type === 'array' && value?.kind !== 'list') return false;
  if (!required.every((key) => sourceChild(value, key) !== undefined)) return false;
  for (const [key, { const: constant }] of Object.entries(properties)) {
    const child = sourceChild(value, key);
    if (constant !== undefined && !(child?.kind === 'scalar' && child.value === constant)) return false;
  }
  if (anyOf && !anyOf.some((one) => matchesCondition(one, value))) return false;
  return not === undefined || !matchesCondition(not, value);
}

function findChild(node: SchemaNode, step: string | number): SchemaNode | undefined {
  if (typeof step === 'number' || step === '[]') {
    const { items } = node;
    return isList(items) ? items[typeof step === 'number' ? step : 0] : items;
  }
  const { additionalProperties } = node;
  return node.properties?.[step] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

/** One schema with the keys and values of all variants. The first description and default apply. */
function mergeVariants(variants: readonly SchemaNode[]): SchemaNode | undefined {
  const [first, ...others] = variants;
  if (!first || others.length === 0) return first;
  const values = [...new Set(variants.flatMap(valuesOf))];
  const properties: Record<string, SchemaNode> = {};
  for (const variant of variants)
    for (const [key, property] of Object.entries(variant.properties ?? {})) properties[key] ??= property;
  const items = variants.find((variant) => variant.items !== undefined)?.items;
  const describing = variants.find((variant) => variant.enumDescriptions !== undefined);
  const snippets = variants.flatMap((variant) => variant.defaultSnippets ?? []);
  const required = [...new Set(variants.flatMap((variant) => variant.required ?? []))];
  const types = [...new Set(variants.flatMap(({ type }) => type ?? []))];
  const description = variants.find((variant) => variant.description !== undefined)?.description;
  const fallback = variants.find((variant) => variant.default !== undefined)?.default;
  const maps = variants.filter((variant) => variant.properties !== undefined);
  return {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(values.length === 0 ? {} : { enum: values }),
    ...(maps.length === 0 ? {} : { properties }),
    ...(maps.length < 2 ? {} : { anyOf: maps }),
    ...(items === undefined ? {} : { items }),
    ...(snippets.length === 0 ? {} : { defaultSnippets: snippets }),
    ...(required.length === 0 ? {} : { required }),
    ...(types.length === 0 ? {} : { type: types }),
    ...(describing?.enum === undefined ? {} : { enumDescriptions: describing.enumDescriptions ?? [] }),
  };
}
