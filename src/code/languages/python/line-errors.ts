import type { SyntaxDiagnostic } from '../../language/syntax-errors.ts';
import { positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { LogicalLines } from './logical-lines.ts';
import { skipSpace } from './statement-text.ts';

/** An indentation with tabs of 8 and of 1 column. Python accepts only indentations whose order is the same in both. */
interface Indentation {
  readonly width: number;
  readonly narrow: number;
}

/** The tokenizer accepts so many levels. */
const MAX_LEVELS = 100;
/** What the grammar takes for white space, and Python for characters that are not possible outside of strings. */
const FOREIGN_SPACE = /[\v\u001c-\u001f\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/;

/**
 * The first line that Python rejects. The grammar accepts every indentation, a newline after an operator, and every white
 * space.
 *
 * @param starts the offsets at which statements, clauses and decorators begin
 */
export function findLineError(
  root: SyntaxNode,
  text: string,
  starts: ReadonlySet<number>,
): SyntaxDiagnostic | undefined {
  if (text.includes('\0')) return { line: 1, column: 1, message: 'The text contains a null character.' };
  const lines = new LogicalLines(text);
  const levels: Indentation[] = [{ width: 0, narrow: 0 }];
  let opensBlock = false;
  while (lines.next()) {
    const own = { width: lines.indentation, narrow: lines.narrowIndentation };
    const message = starts.has(lines.start)
      ? changeLevel(levels, own, opensBlock)
      : 'The line before it is not complete.';
    if (message !== undefined) return { ...lines.positionAt(lines.start), message };
    const last = lines.marks.at(-1);
    opensBlock = last !== undefined && text.charAt(last) === ':' && skipSpace(text, last + 1) >= lines.end;
  }
  return findForeignSpace(root, text) ?? findOpenEnd(root, text);
}

function changeLevel(levels: Indentation[], own: Indentation, opensBlock: boolean): string | undefined {
  const current = levels.at(-1) ?? own;
  if (own.width > current.width) {
    if (!opensBlock) return 'The indentation is not expected.';
    levels.push(own);
    if (levels.length > MAX_LEVELS) return 'There are too many levels of indentation.';
    return own.narrow > current.narrow ? undefined : 'The indentation mixes tabs and spaces.';
  }
  if (opensBlock) return 'An indented block is missing.';
  while ((levels.at(-1)?.width ?? 0) > own.width) levels.pop();
  const outer = levels.at(-1);
  if (outer?.width !== own.width) return 'The indentation does not match an outer level.';
  return outer.narrow === own.narrow ? undefined : 'The indentation mixes tabs and spaces.';
}

/** White space between two tokens that Python does not know. */
function findForeignSpace(root: SyntaxNode, text: string): SyntaxDiagnostic | undefined {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  if (!FOREIGN_SPACE.test(text.slice(start))) return undefined;
  let end = start;
  const visit = (node: SyntaxNode): SyntaxDiagnostic | undefined => {
    if (node.startIndex > end && FOREIGN_SPACE.test(text.slice(end, node.startIndex))) {
      return { ...positionOf(node), message: 'A character before it is not possible outside of strings.' };
    }
    // Strings are read as a whole.
    const isWhole = node.type === 'string' || node.type === 'comment' || node.childCount === 0;
    for (const child of isWhole ? [] : node.children) {
      const found = child === null ? undefined : visit(child);
      if (found !== undefined) return found;
    }
    end = Math.max(end, isWhole ? node.endIndex : end);
    return undefined;
  };
  return visit(root);
}

/** A backslash at the end of the text continues no line. */
function findOpenEnd(root: SyntaxNode, text: string): SyntaxDiagnostic | undefined {
  let last = root;
  while (last.lastChild !== null) last = last.lastChild;
  const isOpen = last.type === 'line_continuation' && last.endIndex === text.length;
  return isOpen ? { ...positionOf(last), message: 'The text ends with a backslash.' } : undefined;
}
