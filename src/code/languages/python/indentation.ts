import type { SyntaxDiagnostic } from '../../language/syntax-errors.ts';
import { LogicalLines } from './logical-lines.ts';
import { skipSpace } from './statement-text.ts';

/** An indentation with tabs of 8 and of 1 column. Python accepts only indentations whose order is the same in both. */
interface Indentation {
  readonly width: number;
  readonly narrow: number;
}

/** The first line whose indentation Python rejects. The grammar accepts every indentation. */
export function findIndentationError(text: string): SyntaxDiagnostic | undefined {
  const lines = new LogicalLines(text);
  const levels: Indentation[] = [{ width: 0, narrow: 0 }];
  let opensBlock = false;
  while (lines.next()) {
    const own = { width: lines.indentation, narrow: lines.narrowIndentation };
    const message = changeLevel(levels, own, opensBlock);
    if (message !== undefined) {
      const { line, column } = lines.positionAt(lines.start);
      return { line, column, message };
    }
    const last = lines.marks.at(-1);
    opensBlock = last !== undefined && text.charAt(last) === ':' && skipSpace(text, last + 1) >= lines.end;
  }
  return undefined;
}

function changeLevel(levels: Indentation[], own: Indentation, opensBlock: boolean): string | undefined {
  const current = levels.at(-1) ?? own;
  if (own.width > current.width) {
    if (!opensBlock) return 'The indentation is not expected.';
    levels.push(own);
    return own.narrow > current.narrow ? undefined : 'The indentation mixes tabs and spaces.';
  }
  if (opensBlock) return 'An indented block is missing.';
  while ((levels.at(-1)?.width ?? 0) > own.width) levels.pop();
  const outer = levels.at(-1);
  if (outer?.width !== own.width) return 'The indentation does not match an outer level.';
  return outer.narrow === own.narrow ? undefined : 'The indentation mixes tabs and spaces.';
}
