import jsep from 'jsep';
import {
  ARITHMETIC_OPERATORS,
  COMPARISON_OPERATORS,
  ExpressionError,
  LOGICAL_OPERATORS,
  type BinaryOperator,
  type ExpressionNode,
  type ExpressionRange,
} from './expression-node.ts';
import { parseUnit } from './units.ts';

const MAX_LENGTH = 1_000;
const MAX_DEPTH = 40;

const OPERATORS: ReadonlySet<string> = new Set([
  ...ARITHMETIC_OPERATORS,
  ...COMPARISON_OPERATORS,
  ...LOGICAL_OPERATORS,
]);

/** What the syntax of the parser contains and an expression does not, by the type of the parser's node. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  MemberExpression: 'A property cannot be read. Names refer to parameters and to properties of messages',
  ThisExpression: '"this" has no meaning here',
  ArrayExpression: 'Lists are not supported',
  ConditionalExpression: '"? :" is not supported',
  Compound: 'There is more than one expression. An operator is missing, or there is a superfluous one',
  SequenceExpression: 'There is more than one expression',
};

/** The nodes of the parser as they arrive. Only these fields are read. */
interface ParsedNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * Parses an expression. The parser only reads: no part of the text is executed.
 *
 * @throws ExpressionError with the position of the mistake
 */
export function parseExpression(text: string): ExpressionNode {
  const whole = { start: 0, end: text.length };
  if (text.trim() === '') throw new ExpressionError('The expression is empty', whole);
  if (text.length > MAX_LENGTH) {
    throw new ExpressionError(`The expression has ${text.length} characters; the limit is ${MAX_LENGTH}`, whole);
  }
  const parser = new PositionedParser(text);
  return convert(parser.parseNode(), { text, rangeOf: (node) => parser.rangeOf(node) }, 0);
}

/** The parser's methods that the types of the library omit. */
interface ParserState {
  index: number;
  readonly expr: string;
  readonly code: number;
  gobbleNumericLiteral(): ParsedNode;
  gobbleSpaces(): void;
}

/** Called by the library before and after each token. */
interface TokenHooks {
  readonly beforeToken: (state: ParserState) => ParsedNode | undefined;
  readonly afterToken: (state: ParserState, node: ParsedNode | false | undefined) => void;
}

/** The library's parser, which also records the range of each node and reads `47 bit` as one number. */
class PositionedParser {
  readonly #text: string;
  readonly #ranges = new WeakMap<ParsedNode, ExpressionRange>();
  readonly #starts: number[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  parseNode(): ParsedNode {
    activeHooks = {
      beforeToken: (state) => this.#beforeToken(state),
      afterToken: (state, node) => {
        this.#afterToken(state, node);
      },
    };
    try {
      return jsep(this.#text);
    } catch (thrown) {
      throw this.#toExpressionError(thrown);
    } finally {
      activeHooks = undefined;
    }
  }

  /** The range of a token, or of an expression from its first to its last operand. */
  rangeOf(node: ParsedNode): ExpressionRange {
    const known = this.#ranges.get(node);
    if (known) return known;
    const { left, right } = node;
    if (isNode(left) && isNode(right)) return { start: this.rangeOf(left).start, end: this.rangeOf(right).end };
    return { start: 0, end: this.#text.length };
  }

  #beforeToken(state: ParserState): ParsedNode | undefined {
    this.#starts.push(state.index);
    const isNumber = /[\d.]/.test(state.expr.charAt(state.index));
    return isNumber ? this.#readNumber(state) : undefined;
  }

  #afterToken(state: ParserState, node: ParsedNode | false | undefined): void {
    const start = this.#starts.pop();
    if (!node || start === undefined) return;
    this.#ranges.set(node, { start, end: trimmedEnd(this.#text, start, state.index) });
  }

  #readNumber(state: ParserState): ParsedNode {
    const node = state.gobbleNumericLiteral();
    const unit = /^\s+([\p{L}°%µΩ][\p{L}\d°%]*)/u.exec(state.expr.slice(state.index));
    if (unit === null) return node;
    state.index += unit[0].length;
    return { ...node, unitText: unit[1] };
  }

  #toExpressionError(thrown: unknown): unknown {
    if (!(thrown instanceof Error)) return thrown;
    const { index, description } = thrown as Error & { index?: unknown; description?: unknown };
    if (typeof index !== 'number') return thrown;
    const start = Math.min(index, Math.max(0, this.#text.length - 1));
    const reason = typeof description === 'string' ? description : thrown.message;
    return new ExpressionError(`The expression cannot be parsed: ${reason}`, { start, end: start + 1 });
  }
}

// The hooks of the library belong to all its parsers. Parsing is synchronous, so at most one parser is active.
let activeHooks: TokenHooks | undefined;
jsep.hooks.add('gobble-token', function beforeToken(this: unknown, environment) {
  const node = activeHooks?.beforeToken(this as ParserState);
  if (node !== undefined) environment.node = node as unknown as jsep.Expression;
});
jsep.hooks.add('after-token', function afterToken(this: unknown, environment) {
  activeHooks?.afterToken(this as ParserState, environment.node);
});

function isNode(value: unknown): value is ParsedNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}

interface ConversionContext {
  readonly text: string;
  readonly rangeOf: (node: ParsedNode) => ExpressionRange;
}

/** Converts the parser's tree, and rejects everything that is not listed here. */
function convert(node: unknown, context: ConversionContext, depth: number): ExpressionNode {
  const whole = { start: 0, end: context.text.length };
  if (!isNode(node)) throw new ExpressionError('The expression is incomplete', whole);
  const range = context.rangeOf(node);
  if (depth > MAX_DEPTH) throw new ExpressionError('The expression is nested too deeply', range);
  const convertPart = (part: unknown): ExpressionNode => convert(part, context, depth + 1);
  switch (node.type) {
    case 'Literal':
      return convertLiteral(node, range);
    case 'Identifier':
      return { kind: 'name', name: String(node['name']), ...range };
    case 'UnaryExpression': {
      const operator = node['operator'];
      if (operator !== '-' && operator !== '!') {
        throw new ExpressionError(`The operator "${String(operator)}" is not supported`, range);
      }
      return { kind: 'unary', operator, operand: convertPart(node['argument']), ...range };
    }
    case 'BinaryExpression': {
      const operator = String(node['operator']);
      if (!OPERATORS.has(operator)) throw new ExpressionError(`The operator "${operator}" is not supported`, range);
      return {
        kind: 'binary',
        operator: operator as BinaryOperator,
        left: convertPart(node['left']),
        right: convertPart(node['right']),
        ...range,
      };
    }
    case 'CallExpression': {
      const { callee, arguments: parts } = node;
      if (!isNode(callee) || callee.type !== 'Identifier' || !Array.isArray(parts)) {
        throw new ExpressionError('Only the listed functions can be called', range);
      }
      return { kind: 'call', name: String(callee['name']), arguments: parts.map(convertPart), ...range };
    }
    default:
      throw new ExpressionError(UNSUPPORTED[node.type] ?? `${node.type} is not supported`, range);
  }
}

function convertLiteral(node: ParsedNode, range: ExpressionRange): ExpressionNode {
  const { value, unitText } = node;
  if (typeof value === 'string') return { kind: 'string', value, ...range };
  if (typeof value === 'boolean') return { kind: 'boolean', value, ...range };
  if (typeof value !== 'number') throw new ExpressionError(`${String(value)} is not supported`, range);
  if (!Number.isFinite(value)) throw new ExpressionError('The number is too large', range);
  if (typeof unitText !== 'string') return { kind: 'number', value, ...range };
  const unit = parseUnit(unitText);
  if (unit === undefined) throw new ExpressionError(`Unknown unit "${unitText}"`, range);
  return { kind: 'number', value, unit, ...range };
}
