import { ANY_CHARACTER, SELF_OR_BELOW } from './glob-node.ts';
import type { CodeRange, GlobNode, GroupRepeat } from './glob-node.ts';

/** Groups nested deeper than this are literal text, which bounds the recursion. */
const MAX_DEPTH = 50;
/** A longer range, such as `{1..100000}`, is literal text. */
const MAX_RANGE_LENGTH = 1_000;

const REPEAT_BY_PREFIX: Readonly<Record<string, GroupRepeat>> = {
  '@': 'once',
  '?': 'optional',
  '*': 'any',
  '+': 'some',
  '!': 'none',
};

/**
 * Parses a glob pattern: `*`, `?`, `**` as a whole segment, `[a-z]`, `[!a]`, `{a,b}`, `{1..3}`, `(a|b)`, `@(a|b)`,
 * `?(a)`, `*(a)`, `+(a)`, `!(a)`, and `\` before a literal character. Every text is a valid pattern: brackets without a
 * counterpart are literal. The time is linear in the length of the pattern.
 */
export function parseGlob(glob: string): readonly GlobNode[] {
  return new GlobParser(glob).parse();
}

class GlobParser {
  readonly #glob: string;
  /** The index of the closing bracket by the index of the opening one, for `{` and `(`. */
  readonly #closers: ReadonlyMap<number, number>;
  readonly #lastClassEnd: number;

  constructor(glob: string) {
    this.#glob = glob;
    this.#closers = findClosers(glob);
    this.#lastClassEnd = glob.lastIndexOf(']');
  }

  parse(): readonly GlobNode[] {
    return this.#parseAlternatives(0, this.#glob.length, undefined, true, 0)[0] ?? [];
  }

  /** Parses the alternatives between two indexes. Without a separator there is one alternative. */
  #parseAlternatives(
    from: number,
    to: number,
    separator: string | undefined,
    startsSegment: boolean,
    depth: number,
  ): readonly (readonly GlobNode[])[] {
    const glob = this.#glob;
    const alternatives: (readonly GlobNode[])[] = [];
    let nodes = new NodeList();
    let index = from;
    const isAtStart = (): boolean => (nodes.isEmpty ? startsSegment : nodes.endsWithSlash);
    while (index < to) {
      const character = glob[index] ?? '';
      const group = this.#parseGroup(index, isAtStart(), depth);
      if (group !== undefined) {
        nodes.add(group.node);
        index = group.end;
      } else if (character === separator) {
        alternatives.push(nodes.finish());
        nodes = new NodeList();
        index++;
      } else if (character === '*') {
        const end = endOfStars(glob, index);
        const isWholeStart = end - index === 2 && isAtStart();
        if (isWholeStart && glob[end] === '/' && end < to) {
          nodes.add({ kind: 'folders' });
          index = end + 1;
        } else {
          nodes.add({ kind: isWholeStart && (end === to || glob[end] === separator) ? 'rest' : 'star' });
          index = end;
        }
      } else if (character === '/' && depth === 0 && !nodes.isEmpty && glob.slice(index) === '/**') {
        nodes.add(SELF_OR_BELOW);
        index = to;
      } else if (character === '?') {
        nodes.add(ANY_CHARACTER);
        index++;
      } else {
        index = this.#parseCharacter(index, to, nodes);
      }
    }
    alternatives.push(nodes.finish());
    return alternatives;
  }

  /** Parses a class or one literal character. @returns the index after it */
  #parseCharacter(index: number, to: number, nodes: NodeList): number {
    const glob = this.#glob;
    const character = glob[index] ?? '';
    if (character === '[' && index < this.#lastClassEnd) {
      const parsed = parseClass(glob, index, to);
      if (parsed !== undefined) {
        nodes.add(parsed.node);
        return parsed.end;
      }
    }
    const isEscape = character === '\\' && index + 1 < to;
    nodes.addText(isEscape ? (glob[index + 1] ?? '') : character);
    return index + (isEscape ? 2 : 1);
  }

  #parseGroup(
    index: number,
    startsSegment: boolean,
    depth: number,
  ): { readonly node: GlobNode; readonly end: number } | undefined {
    const glob = this.#glob;
    const repeat = glob[index + 1] === '(' ? REPEAT_BY_PREFIX[glob[index] ?? ''] : undefined;
    const open = repeat === undefined ? index : index + 1;
    const close = depth < MAX_DEPTH ? this.#closers.get(open) : undefined;
    if (close === undefined) return undefined;
    const isBrace = glob[open] === '{';
    const range = isBrace ? parseRange(glob.slice(open + 1, close)) : undefined;
    // A brace without alternatives is literal text.
    if (isBrace && range === undefined && !this.#hasComma(open + 1, close)) return undefined;
    const alternatives =
      range ?? this.#parseAlternatives(open + 1, close, isBrace ? ',' : '|', startsSegment, depth + 1);
    return { node: { kind: 'group', repeat: repeat ?? 'once', alternatives }, end: close + 1 };
  }

  /** Whether there is a comma between two indexes, outside of nested brackets. */
  #hasComma(from: number, to: number): boolean {
    for (let index = from; index < to; index = (this.#closers.get(index) ?? index) + 1) {
      const character = this.#glob[index];
      if (character === ',') return true;
      if (character === '\\') index++;
    }
    return false;
  }
}

/** A sequence of nodes. Neighboring literal characters become one text, and neighboring stars one star. */
class NodeList {
  readonly #nodes: GlobNode[] = [];
  #text = '';

  get isEmpty(): boolean {
    return this.#nodes.length === 0 && this.#text === '';
  }

  /** Whether the next character starts a path segment. */
  get endsWithSlash(): boolean {
    return this.#text === '' ? this.#nodes.at(-1)?.kind === 'folders' : this.#text.endsWith('/');
  }

  addText(text: string): void {
    this.#text += text;
  }

  add(node: GlobNode): void {
    this.#flush();
    if (node.kind !== 'star' || this.#nodes.at(-1)?.kind !== 'star') this.#nodes.push(node);
  }

  finish(): readonly GlobNode[] {
    this.#flush();
    return this.#nodes;
  }

  #flush(): void {
    if (this.#text !== '') this.#nodes.push({ kind: 'text', text: this.#text });
    this.#text = '';
  }
}

/** The index after a run of stars. A star before `(` starts a group. */
function endOfStars(glob: string, start: number): number {
  let end = start;
  while (glob[end] === '*' && (end === start || glob[end + 1] !== '(')) end++;
  return end;
}

/** Pairs the brackets `{}` and `()` outside of classes. Brackets without a counterpart are omitted. */
function findClosers(glob: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  const lastClassEnd = glob.lastIndexOf(']');
  for (let index = 0; index < glob.length; index++) {
    const character = glob[index];
    if (character === '\\') index++;
    else if (character === '[' && index < lastClassEnd) {
      const end = parseClass(glob, index, glob.length)?.end;
      if (end !== undefined) index = end - 1;
    } else if (character === '{' || character === '(') open.push(index);
    else if (character === '}' || character === ')') {
      const opener = character === '}' ? '{' : '(';
      const at = open.findLastIndex((candidate) => glob[candidate] === opener);
      const start = open[at];
      if (start === undefined) continue;
      closers.set(start, index);
      open.length = at;
    }
  }
  return closers;
}

/** Parses `[abc]`, `[a-z]`, `[!a]` or `[^a]`; `undefined` if the bracket is not closed before the next `/`. */
function parseClass(
  glob: string,
  start: number,
  to: number,
): { readonly node: GlobNode; readonly end: number } | undefined {
  const negated = glob[start + 1] === '!' || glob[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  const ranges: CodeRange[] = [];
  for (let index = first; index < to;) {
    const character = glob[index] ?? '';
    // A bracket at the first position is a member.
    if (character === ']' && index > first) return { node: { kind: 'class', negated, ranges }, end: index + 1 };
    if (character === '/') return undefined;
    const from = readMember(glob, index);
    const hasEnd = glob[from.end] === '-' && from.end + 1 < to && glob[from.end + 1] !== ']';
    const last = hasEnd ? readMember(glob, from.end + 1) : from;
    ranges.push([from.code, last.code]);
    index = last.end;
  }
  return undefined;
}

function readMember(glob: string, index: number): { readonly code: number; readonly end: number } {
  const escaped = glob[index] === '\\' && index + 1 < glob.length;
  const at = escaped ? index + 1 : index;
  return { code: glob.charCodeAt(at), end: at + 1 };
}

/** The texts of a range `1..3` or `a..c`. */
function parseRange(text: string): readonly (readonly GlobNode[])[] | undefined {
  const [, first = '', last = ''] = /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])$/.exec(text) ?? [];
  if (first === '') return undefined;
  const areLetters = /[A-Za-z]/.test(first);
  if (areLetters !== /[A-Za-z]/.test(last)) return undefined;
  const [from, to] = areLetters ? [first.charCodeAt(0), last.charCodeAt(0)] : [Number(first), Number(last)];
  const length = Math.abs(to - from) + 1;
  if (length > MAX_RANGE_LENGTH) return undefined;
  const start = Math.min(from, to);
  return Array.from({ length }, (_, offset) => {
    const value = start + offset;
    return [{ kind: 'text', text: areLetters ? String.fromCharCode(value) : String(value) }];
  });
}
