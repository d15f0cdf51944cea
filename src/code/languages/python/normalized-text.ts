import type { Parser } from '@vscode/tree-sitter-wasm';
import { childrenOf, isExtra, withTree, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { joinedLiteral } from './string-value.ts';

/** Generic types of `typing` that are the same as built-in ones. */
const BUILT_IN: Readonly<Record<string, string>> = {
  List: 'list',
  Dict: 'dict',
  Set: 'set',
  FrozenSet: 'frozenset',
  Tuple: 'tuple',
  Type: 'type',
};
const TYPING_PREFIX = /^(?:typing|typing_extensions|collections\.abc)\./;
/** The usual short name of `typing` can be another module, so only names of `typing` lose it. */
const SHORT_PREFIX =
  /^t\.(?=(?:AbstractSet|Annotated|Any|AnyStr|Async\w+|Awaitable|Callable|ClassVar|Collection|Concatenate|Container|Coroutine|DefaultDict|Deque|Dict|Final|FrozenSet|Generator|Generic|Hashable|Iterable|Iterator|List|Literal|LiteralString|Mapping|Mutable\w+|NamedTuple|Never|NewType|NoReturn|NotRequired|Optional|OrderedDict|ParamSpec|Pattern|Protocol|Required|Reversible|Self|Sequence|Set|Sized|Supports\w+|Text\w*|Tuple|Type|TypeAlias|TypedDict|TypeGuard|TypeVar|Union|Unpack)$)/;

/** An annotation in one form: `Optional[str]`, `Union[str, None]` and `"str | None"` are all `None | str`. */
export function normalizeAnnotation(parser: Parser, node: SyntaxNode): string {
  const members = new Set(unionMembers(parser, node));
  return [...members].sort().join(' | ');
}

function unionMembers(parser: Parser, node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case 'type':
    case 'parenthesized_expression': {
      const [inner] = childrenOf(node);
      return inner === undefined ? [normalizeExpression(node)] : unionMembers(parser, inner);
    }
    case 'union_type':
      return childrenOf(node).flatMap((child) => unionMembers(parser, child));
    case 'binary_operator':
      if (node.childForFieldName('operator')?.text !== '|') return [normalizeExpression(node)];
      return childrenOf(node).flatMap((child) => unionMembers(parser, child));
    case 'string':
      return quotedMembers(parser, node);
    case 'generic_type':
    case 'subscript':
      return genericMembers(parser, node);
    case 'list':
      // The parameters of a `Callable`.
      return [
        `[${childrenOf(node)
          .map((child) => normalizeAnnotation(parser, child))
          .join(', ')}]`,
      ];
    default:
      return [withoutTypingPrefix(normalizeExpression(node))];
  }
}

/** The type in a quoted annotation. */
function quotedMembers(parser: Parser, node: SyntaxNode): readonly string[] {
  const [, , content] = /^("""|'''|"|')([^\\]*)\1$/s.exec(node.text) ?? [];
  if (content === undefined) return [normalizeExpression(node)];
  return withTree(parser, `x: ${content.trim()}\n`, (root) => {
    const type = root.hasError ? null : root.descendantsOfType('type')[0];
    return type ? unionMembers(parser, type) : [normalizeExpression(node)];
  });
}

function genericMembers(parser: Parser, node: SyntaxNode): readonly string[] {
  const [base, ...rest] = childrenOf(node);
  if (base === undefined) return [normalizeExpression(node)];
  const name = withoutTypingPrefix(normalizeExpression(base));
  const arguments_ = rest.flatMap((one) => (one.type === 'type_parameter' ? childrenOf(one) : [one]));
  // Also of a package that provides the types of later versions.
  if (/(?:^|\.)Literal$/.test(name)) return [`${name}[${arguments_.map(normalizeExpression).join(', ')}]`];
  if (name === 'Annotated') {
    // What follows the type are values, in which the order and quotes matter.
    const [type, ...values] = arguments_;
    const parts = [
      ...(type === undefined ? [] : [normalizeAnnotation(parser, type)]),
      ...values.map(normalizeExpression),
    ];
    return [`Annotated[${parts.join(', ')}]`];
  }
  if (name === 'Union') return arguments_.flatMap((one) => unionMembers(parser, one));
  if (name === 'Optional') return [...arguments_.flatMap((one) => unionMembers(parser, one)), 'None'];
  return [`${name}[${arguments_.map((one) => normalizeAnnotation(parser, one)).join(', ')}]`];
}

function withoutTypingPrefix(name: string): string {
  const short = name.replace(TYPING_PREFIX, '').replace(SHORT_PREFIX, '');
  return BUILT_IN[short] ?? short;
}

/** An expression without optional white space and comments, with strings by their values. */
export function normalizeExpression(node: SyntaxNode): string {
  const tokens: string[] = [];
  collectTokens(withoutParentheses(node), tokens);
  let text = '';
  tokens.forEach((token, at) => {
    const previous = tokens[at - 1] ?? '(';
    const isAttached = /^(?:[)\]},:.]|[([])$/.test(token) || /^[([{.]$/.test(previous);
    text += isAttached ? token : ` ${token}`;
  });
  return text;
}

function withoutParentheses(node: SyntaxNode): SyntaxNode {
  const [inner] = node.type === 'parenthesized_expression' ? childrenOf(node) : [];
  return inner === undefined ? node : withoutParentheses(inner);
}

function collectTokens(node: SyntaxNode, tokens: string[]): void {
  if (isExtra(node) || isTrailingComma(node)) return;
  const joined = stringOf(node);
  if (joined !== undefined) tokens.push(joined);
  else if (node.type === 'string') tokens.push(normalizeString(node.text));
  else if (node.type === 'integer') tokens.push(normalizeInteger(node.text));
  else if (node.type === 'float') tokens.push(normalizeFloat(node.text));
  else if (node.childCount === 0) tokens.push(node.text);
  else for (const child of node.children) if (child !== null) collectTokens(child, tokens);
}

/** Whether a node is a comma before a closing bracket. The ones of `(1,)` and `a[1,]` make a tuple. */
function isTrailingComma({ type, nextSibling, parent }: SyntaxNode): boolean {
  if (type !== ',' || nextSibling === null || !/^[)\]}]$/.test(nextSibling.type)) return false;
  const items = parent === null ? 0 : childrenOf(parent).length;
  return parent?.type === 'tuple' ? items > 1 : parent?.type !== 'subscript' || items > 2;
}

/** The literal of a string whose value is known, or of adjacent ones. */
function stringOf(node: SyntaxNode): string | undefined {
  if (node.type === 'string') return joinedLiteral([node.text]);
  return node.type === 'concatenated_string' ? joinedLiteral(childrenOf(node).map(({ text }) => text)) : undefined;
}

/** Double quotes, if the content needs no other escape. */
function normalizeString(text: string): string {
  const [, prefix = '', content] = /^([a-zA-Z]*)'((?:[^'"\\\n]|\\[^'"\n])*)'$/.exec(text) ?? [];
  return content === undefined ? text : `${prefix}"${content}"`;
}

/** `.5` and `0.5`, `1.` and `1.0`, `1e05` and `1e5` are the same numbers. */
function normalizeFloat(text: string): string {
  return text
    .replaceAll('_', '')
    .toLowerCase()
    .replace(/^\./, '0.')
    .replace(/\.(?!\d)/, '.0')
    .replace(/e([+-]?)0+(?=\d)/, 'e$1');
}

/** `0o666` and `438` are the same number. */
function normalizeInteger(text: string): string {
  const digits = text.replaceAll('_', '').toLowerCase();
  return /^(?:0[xob][\da-f]+|\d+)$/.test(digits) ? BigInt(digits).toString() : text;
}
