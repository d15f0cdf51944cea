/** The part of a JSON Schema that the tables show. */
export interface KeySchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, KeySchema>>;
  readonly required?: readonly string[];
  readonly items?: KeySchema;
  readonly additionalProperties?: boolean | KeySchema;
  readonly anyOf?: readonly KeySchema[];
  readonly oneOf?: readonly KeySchema[];
  readonly allOf?: readonly KeySchema[];
  readonly definitions?: Readonly<Record<string, KeySchema>>;
  readonly $defs?: Readonly<Record<string, KeySchema>>;
  readonly $ref?: string;
}

/**
 * The sections of a Markdown page that describe an object: a table of its keys, and one section for each object inside
 * of it.
 */
export function keyTables(title: string, schema: KeySchema): readonly string[] {
  const sections: string[] = [];
  const pending: [string, KeySchema][] = [[title, schema]];
  for (const [name, shape] of pending) {
    const properties = Object.entries(shape.properties ?? {}).filter(([key]) => key !== '$schema');
    if (properties.length === 0 && !shape.description) continue;
    sections.push(`## ${name}`);
    if (shape.description) sections.push(relink(shape.description));
    if (properties.length > 0) sections.push(keyTable(properties, new Set(shape.required)));
    for (const [key, value] of properties) {
      const inner = innerObject(value);
      if (inner) pending.push([pathOf(name, title, key), inner]);
    }
    for (const [key, value] of Object.entries({ ...shape.definitions, ...shape.$defs })) pending.push([key, value]);
  }
  return sections;
}

function pathOf(parent: string, title: string, key: string): string {
  return parent === title ? key : `${parent}.${key}`;
}

function keyTable(properties: readonly (readonly [string, KeySchema])[], required: ReadonlySet<string>): string {
  const rows = properties.map(([key, value]) => {
    const name = required.has(key) ? `**\`${key}\`**` : `\`${key}\``;
    const usual = value.default === undefined || isEmpty(value.default) ? '' : `\`${JSON.stringify(value.default)}\``;
    return `| ${name} | ${cell(formatType(value))} | ${cell(usual)} | ${cell(value.description ?? '')} |`;
  });
  return ['| key | type | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function isEmpty(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/** The object whose keys deserve a section: the value itself, its items, the values of a map, or an alternative. */
function innerObject(schema: KeySchema): KeySchema | undefined {
  if (schema.properties) return schema;
  const { items, additionalProperties } = schema;
  const inner = [items, typeof additionalProperties === 'object' ? additionalProperties : undefined];
  for (const candidate of [...inner, ...alternatives(schema)]) {
    const found = candidate && innerObject(candidate);
    if (found) return found;
  }
  return undefined;
}

function alternatives({ anyOf = [], oneOf = [], allOf = [] }: KeySchema): readonly KeySchema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

/** A type in words, for example `list of text`. */
export function formatType(schema: KeySchema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.$ref) return refName(schema.$ref);
  const parts = alternatives(schema).map(formatType);
  if (parts.length > 0) return [...new Set(parts)].join(' or ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.map((type) => formatSimpleType(type, schema)).join(' or ') || 'any';
}

function formatSimpleType(type: string, { items, additionalProperties, properties }: KeySchema): string {
  if (type === 'array') return `list of ${items ? formatType(items) : 'any'}`;
  if (type === 'object' && !properties && typeof additionalProperties === 'object') {
    return `map of ${formatType(additionalProperties)}`;
  }
  return { string: 'text', boolean: 'true or false', integer: 'whole number' }[type] ?? type;
}

function refName(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  if (name === 'check') return '[check](../checks.md)';
  return `[${name}](#${name.toLowerCase()})`;
}

/** Escapes what would end a cell of a table. */
function cell(text: string): string {
  return relink(text)
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** Descriptions link to pages of docs/, and the tables are one folder below. */
function relink(text: string): string {
  return text.replaceAll(/\]\((?=[\w-]+\.md)/g, '](../');
}
