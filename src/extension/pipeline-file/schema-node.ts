/** A JSON Schema without references, as far as completion and hovers read it. */
export interface SchemaNode {
  readonly description?: string;
  readonly default?: string | number | boolean | object;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

/** The schema of a value. A number, or `[]`, is the step to an item of a list. */
export function findSchema(root: SchemaNode, path: readonly (string | number)[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    const isItem: boolean = typeof step === 'number' || step === '[]';
    const variants: readonly SchemaNode[] = [node, ...(node.anyOf ?? [])];
    node = variants
      .map((variant) => (isItem ? variant.items : variant.properties?.[step]))
      .find((found) => found !== undefined);
  }
  return node;
}

/** The description, the values and the default of a value, as Markdown. */
export function describeSchema(key: string, node: SchemaNode): string {
  const values = node.enum?.map((value) => `\`${String(value)}\``).join(', ');
  const fallback = plainDefault(node);
  return [
    `**${key}**`,
    node.description ?? '',
    values === undefined ? '' : `Values: ${values}.`,
    fallback === undefined || node.description?.includes('Default:') === true ? '' : `Default: \`${fallback}\`.`,
  ]
    .filter((line) => line !== '')
    .join('\n\n');
}

/** The default of a value that is no list and no map, as text. */
export function plainDefault({ default: value }: SchemaNode): string | undefined {
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}
