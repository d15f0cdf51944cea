import { childrenOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

/** The constructor that a decorator writes. */
export interface GeneratedInit {
  /** `undefined` if base classes can add parameters. */
  readonly signature: string | undefined;
}

/** Base classes without fields. */
const PLAIN_BASES = /^(?:object|ABC|abc\.ABC|(?:typing\.|t\.)?(?:Generic|Protocol)(?:\[.*\])?)$/s;

/** The `__init__` of a class with the decorator `dataclass`; `undefined` if it gets none. */
export function readDataclassInit(
  decorators: readonly { readonly name: string; readonly text: string }[],
  node: SyntaxNode,
): GeneratedInit | undefined {
  const decorator = decorators.find(({ name }) => /^(?:dataclasses\.)?dataclass$/.test(name));
  const body = node.childForFieldName('body');
  if (decorator === undefined || body === null || /\binit\s*=\s*False\b/.test(decorator.text)) return undefined;
  if (childrenOf(body).some(isInit)) return undefined;
  const bases = node.childForFieldName('superclasses');
  const isPlain = bases === null || childrenOf(bases).every(({ text }) => PLAIN_BASES.test(text));
  if (!isPlain) return { signature: undefined };
  const positional = ['self'];
  const named: string[] = [];
  let isNamedOnly = /\bkw_only\s*=\s*True\b/.test(decorator.text);
  for (const statement of childrenOf(body)) {
    const field = readField(statement);
    if (field === 'named-only') isNamedOnly = true;
    else if (field !== undefined) ((field.isNamedOnly ?? isNamedOnly) ? named : positional).push(field.parameter);
  }
  const parameters = [...positional, ...(named.length > 0 ? ['*', ...named] : [])];
  return { signature: `(${parameters.join(', ')}) -> None` };
}

function isInit(node: SyntaxNode): boolean {
  const definition = node.type === 'decorated_definition' ? node.childForFieldName('definition') : node;
  return definition?.type === 'function_definition' && definition.childForFieldName('name')?.text === '__init__';
}

/** The parameter of `name: type = default`; `named-only` for `_: KW_ONLY`, and `undefined` for what is no field. */
function readField(
  statement: SyntaxNode,
): { readonly parameter: string; readonly isNamedOnly: boolean | undefined } | 'named-only' | undefined {
  const [assignment] = statement.type === 'expression_statement' ? childrenOf(statement) : [];
  const name = assignment?.childForFieldName('left');
  const type = assignment?.childForFieldName('type')?.text;
  if (assignment?.type !== 'assignment' || name?.type !== 'identifier' || type === undefined) return undefined;
  if (/^(?:dataclasses\.)?KW_ONLY$/.test(type)) return 'named-only';
  if (/^["']?(?:typing\.|t\.)?ClassVar\b/.test(type)) return undefined;
  const [, variable = type] = /^(?:dataclasses\.)?InitVar\[(.*)\]$/s.exec(type) ?? [];
  const typed = `${name.text}: ${variable}`;
  const value = assignment.childForFieldName('right');
  if (value === null) return { parameter: typed, isNamedOnly: undefined };
  const isField = /^(?:dataclasses\.)?field$/.test(value.childForFieldName('function')?.text ?? '');
  if (value.type !== 'call' || !isField) return { parameter: `${typed} = ${value.text}`, isNamedOnly: undefined };
  const settings = readSettings(value);
  if (settings.get('init') === 'False') return undefined;
  // The value of a factory is not part of the text.
  const initial = settings.get('default') ?? (settings.has('default_factory') ? '...' : undefined);
  const kwOnly = settings.get('kw_only');
  return {
    parameter: initial === undefined ? typed : `${typed} = ${initial}`,
    isNamedOnly: kwOnly === undefined ? undefined : kwOnly === 'True',
  };
}

function readSettings(call: SyntaxNode): ReadonlyMap<string, string> {
  const list = call.childForFieldName('arguments');
  const settings = new Map<string, string>();
  for (const argument of list === null ? [] : childrenOf(list)) {
    const name = argument.childForFieldName('name')?.text;
    const value = argument.childForFieldName('value')?.text;
    if (name !== undefined && value !== undefined) settings.set(name, value);
  }
  return settings;
}
