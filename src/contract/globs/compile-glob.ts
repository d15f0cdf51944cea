import { SELF_OR_BELOW } from './glob-node.ts';
import type { CodeRange, GlobNode } from './glob-node.ts';
import { createProgramMatcher } from './glob-program.ts';

export type PathMatcher = (path: string) => boolean;

/**
 * Creates a matcher for whole paths. A pattern of the common kind becomes a regular expression that backtracks at most
 * quadratically. Any other pattern runs as a program whose time is polynomial for every pattern and path.
 */
export function compileGlob(nodes: readonly GlobNode[]): PathMatcher {
  const matches = isSimple(nodes) ? createExpressionMatcher(nodes) : createProgramMatcher(nodes);
  const prefix = nodes[0]?.kind === 'text' ? nodes[0].text : '';
  return prefix === '' ? matches : (path) => path.startsWith(prefix) && matches(path);
}

const MAX_SIMPLE_GROUPS = 2;

/**
 * Whether a regular expression can match the pattern without much backtracking: at most one star in each segment, one
 * `**` and two groups of texts.
 */
export function isSimple(nodes: readonly GlobNode[]): boolean {
  let starsInSegment = 0;
  let unbounded = 0;
  let groups = 0;
  for (const node of nodes) {
    switch (node.kind) {
      case 'text':
        if (node.text.includes('/')) starsInSegment = 0;
        break;
      case 'class':
        break;
      case 'star':
        if (++starsInSegment > 1) return false;
        break;
      case 'folders':
      case 'rest':
        if (++unbounded > 1) return false;
        break;
      case 'group':
        if (node === SELF_OR_BELOW) unbounded++;
        else if (node.repeat !== 'once' || !node.alternatives.every(isText)) return false;
        if (++groups > MAX_SIMPLE_GROUPS) return false;
    }
  }
  return unbounded <= 2;
}

function isText(nodes: readonly GlobNode[]): boolean {
  return nodes.every(({ kind }) => kind === 'text');
}

/** Creates a matcher for a pattern that is simple. */
export function createExpressionMatcher(nodes: readonly GlobNode[]): PathMatcher {
  const expression = new RegExp(`^${sourceOf(nodes)}$`);
  return (path) => expression.test(path);
}

function sourceOf(nodes: readonly GlobNode[]): string {
  return nodes.map(sourceOfNode).join('');
}

function sourceOfNode(node: GlobNode): string {
  switch (node.kind) {
    case 'text':
      return node.text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    case 'class':
      return node.negated
        ? `[^/${node.ranges.map(sourceOfRange).join('')}]`
        : `(?!/)[${node.ranges.map(sourceOfRange).join('')}]`;
    case 'star':
      return '[^/]*';
    case 'folders':
      return '(?:[^/]+/)*';
    case 'rest':
      return '[^]*';
    case 'group':
      return `(?:${node.alternatives.map(sourceOf).join('|')})${node.repeat === 'optional' ? '?' : ''}`;
  }
}

function sourceOfRange([from, to]: CodeRange): string {
  // A range in reverse order is empty.
  return from > to ? '' : `${sourceOfCode(from)}-${sourceOfCode(to)}`;
}

function sourceOfCode(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
