import { childrenOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { joinedLiteral } from './string-value.ts';
import { hasToken, type Rules } from './errors/enclosing.ts';

export const patternRules: Rules = { case_clause: whyCaseRejected };

function whyCaseRejected(node: SyntaxNode): string | undefined {
  if (node.hasError) return undefined;
  const patterns = childrenOf(node).filter(({ type }) => type === 'case_pattern');
  const isLast = node.nextNamedSibling === null || childrenOf(node.parent ?? node).at(-1)?.id === node.id;
  const isGuarded = node.childForFieldName('guard') !== null;
  const reader = new PatternReader();
  if (hasToken(node, ',')) reader.readSequence(patterns);
  else for (const pattern of patterns) reader.read(pattern, isLast || isGuarded);
  return reader.message;
}

/** What the key of a mapping pattern can be. */
const KEYS: ReadonlySet<string> = new Set([
  'string',
  'concatenated_string',
  'integer',
  'float',
  'complex_pattern',
  'none',
  'true',
  'false',
  'dotted_name',
]);

type Names = ReadonlySet<string>;
const NOTHING: Names = new Set();

/** Reads patterns and keeps the first error. */
class PatternReader {
  message: string | undefined;

  /**
   * @param canMatchAll whether a pattern that matches every value is possible, because no other follows
   * @returns the names that the pattern binds
   */
  read(node: SyntaxNode, canMatchAll: boolean): Names {
    switch (node.type) {
      case 'case_pattern': {
        const [inner] = childrenOf(node);
        if (inner !== undefined) return this.read(inner, canMatchAll);
        return node.text === '_' ? this.#matchAll(canMatchAll) : NOTHING;
      }
      case '_':
        return this.#matchAll(canMatchAll);
      case 'dotted_name':
        if (childrenOf(node).length > 1) return NOTHING;
        this.#matchAll(canMatchAll);
        return new Set([node.text]);
      case 'as_pattern':
        return this.#readAlias(node, canMatchAll);
      case 'union_pattern':
        return this.#readAlternatives(node, canMatchAll);
      case 'tuple_pattern': {
        const items = childrenOf(node);
        const [only] = items;
        const isGroup = only !== undefined && items.length === 1 && !hasToken(node, ',');
        return isGroup ? this.read(only, canMatchAll) : this.readSequence(items);
      }
      case 'keyword_pattern': {
        const [, value] = childrenOf(node);
        return value === undefined ? NOTHING : this.read(value, true);
      }
      case 'list_pattern':
        return this.readSequence(childrenOf(node));
      case 'splat_pattern': {
        const [name] = childrenOf(node);
        return name === undefined ? NOTHING : new Set([name.text]);
      }
      case 'dict_pattern':
        return this.#readMapping(node);
      case 'class_pattern':
        return this.#readClass(node);
      case 'string':
        if (node.descendantsOfType('interpolation').length > 0 || /^\w*[ft]/i.test(node.text)) {
          this.message ??= 'A pattern cannot be a formatted string.';
        }
        return NOTHING;
      case 'concatenated_string':
        return this.#join(childrenOf(node).map((one) => this.read(one, true)));
      case 'complex_pattern': {
        const [real, imaginary] = childrenOf(node);
        if (!/j$/i.test(imaginary?.text ?? '') || /j$/i.test(real?.text ?? '')) {
          this.message ??= 'A complex number is a real and an imaginary one.';
        }
        return NOTHING;
      }
      default:
        return NOTHING;
    }
  }

  readSequence(items: readonly SyntaxNode[]): Names {
    const starred = items.filter((one) => one.firstNamedChild?.type === 'splat_pattern');
    if (starred.length > 1) this.message ??= 'Only one pattern of a sequence can be starred.';
    return this.#join(items.map((one) => this.read(one, true)));
  }

  #matchAll(isPossible: boolean): Names {
    if (!isPossible) this.message ??= 'A pattern that always matches must be the last one.';
    return NOTHING;
  }

  #readAlias(node: SyntaxNode, canMatchAll: boolean): Names {
    const [pattern, name] = childrenOf(node);
    const names = pattern === undefined ? NOTHING : this.read(pattern, canMatchAll);
    if (name === undefined || name.text === '_') this.message ??= 'A pattern needs a name after as.';
    return name === undefined ? names : this.#join([names, new Set([name.text])]);
  }

  #readAlternatives(node: SyntaxNode, canMatchAll: boolean): Names {
    const alternatives = node.children.filter(
      (child): child is SyntaxNode => child !== null && (child.isNamed ? child.type !== 'comment' : child.type === '_'),
    );
    const [first = NOTHING, ...others] = alternatives.map((one, at) =>
      this.read(one, canMatchAll && at === alternatives.length - 1),
    );
    const isSame = others.every((names) => names.size === first.size && [...names].every((name) => first.has(name)));
    if (!isSame) this.message ??= 'The alternatives of a pattern bind different names.';
    return first;
  }

  #readMapping(node: SyntaxNode): Names {
    const keys = new Set<string>();
    const bound: Names[] = [];
    let hasRest = false;
    let tokens = '';
    for (const [at, child] of node.children.entries()) {
      if (child === null || child.type === 'comment') continue;
      if (hasRest && child.isNamed) this.message ??= 'No pattern can follow one with **.';
      if (child.type === 'splat_pattern') {
        hasRest = true;
        if (child.firstNamedChild === null) this.message ??= 'A pattern with ** needs a name.';
        bound.push(this.read(child, true));
      } else if (child.isNamed && node.fieldNameForChild(at) === 'key') {
        if (!KEYS.has(child.type) || (child.type === 'dotted_name' && childrenOf(child).length === 1)) {
          this.message ??= 'The key of a pattern is a literal or an attribute.';
        }
        this.read(child, true);
        const key = constantOf(child, tokens.endsWith('-'));
        if (key !== undefined && keys.has(key)) this.message ??= `The pattern has the key ${child.text} twice.`;
        if (key !== undefined) keys.add(key);
      } else if (child.isNamed) bound.push(this.read(child, true));
      tokens = child.isNamed ? '' : child.type;
    }
    return this.#join(bound);
  }

  #readClass(node: SyntaxNode): Names {
    const [, ...patterns] = childrenOf(node);
    const attributes = new Set<string>();
    const bound = patterns.map((one) => {
      const attribute = attributeOf(one);
      if (attribute === undefined) {
        if (attributes.size > 0) this.message ??= 'A positional pattern follows a keyword pattern.';
      } else {
        if (attributes.has(attribute)) this.message ??= `The pattern has the attribute ${attribute} twice.`;
        attributes.add(attribute);
      }
      return this.read(one, true);
    });
    return this.#join(bound);
  }

  #join(all: readonly Names[]): Names {
    const joined = new Set<string>();
    for (const name of all.flatMap((names) => [...names])) {
      if (joined.has(name)) this.message ??= `The pattern binds ${name} twice.`;
      joined.add(name);
    }
    return joined;
  }
}

/** The attribute of a keyword pattern. The grammar takes `a=B() as c` for an alias of `a=B()`. */
function attributeOf(pattern: SyntaxNode): string | undefined {
  const [inner] = childrenOf(pattern);
  if (inner?.type === 'keyword_pattern') return inner.firstNamedChild?.text;
  const [aliased] = inner?.type === 'as_pattern' ? childrenOf(inner) : [];
  return aliased && attributeOf(aliased);
}

/** The value of a literal, equal for values that are equal in Python; `undefined` if it is not known. */
function constantOf(node: SyntaxNode, isNegative: boolean): string | undefined {
  switch (node.type) {
    case 'string':
      return joinedLiteral([node.text]);
    case 'concatenated_string':
      return joinedLiteral(childrenOf(node).map(({ text }) => text));
    case 'none':
      return 'None';
    case 'true':
      return '1';
    case 'false':
      return '0';
    case 'integer':
    case 'float': {
      const value = Number(node.text.replaceAll('_', '').replace(/j$/i, ''));
      if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined;
      const isImaginary = /j$/i.test(node.text) && value !== 0;
      return `${value === 0 ? 0 : isNegative ? -value : value}${isImaginary ? 'j' : ''}`;
    }
    default:
      return undefined;
  }
}
