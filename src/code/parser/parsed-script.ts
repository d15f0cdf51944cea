import type { ts } from 'ts-morph';
import { LineMap } from '../../foundation/position.ts';
import type { Dialect } from '../language/source-language.ts';
import { parseScript, type TypeScript } from '../language/typescript-parser.ts';
import { emptyRawModule, type RawModule } from '../modules/raw-module.ts';

/** A script that is parsed with the full parser. */
export interface ParsedScript {
  readonly ts: TypeScript;
  readonly source: ts.SourceFile;
  /** The results. The functions of this folder add to it what they find. */
  readonly raw: RawModule;
  readonly lines: LineMap;
}

/** Parses a script. `raw` is empty at first. */
export function openScript(ts: TypeScript, text: string, dialect: Dialect): ParsedScript {
  return { ts, source: parseScript(ts, text, dialect), raw: emptyRawModule(), lines: new LineMap(text) };
}

/** Line and column of an offset. */
export function offsetPosition(script: ParsedScript, offset: number): { line: number; column: number } {
  const { line, column } = script.lines.positionAt(offset);
  return { line, column };
}

/** Line and column of a node's first token. */
export function nodePosition(script: ParsedScript, node: ts.Node): { line: number; column: number } {
  return offsetPosition(script, node.getStart(script.source));
}

export function hasModifier(script: ParsedScript, node: ts.Node, kind: ts.SyntaxKind): boolean {
  return (
    script.ts.canHaveModifiers(node) &&
    (script.ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false)
  );
}

export function isExported(script: ParsedScript, node: ts.Node): boolean {
  return hasModifier(script, node, script.ts.SyntaxKind.ExportKeyword);
}

/** The statements of a script. TypeScript can list a statement twice if the script contains top-level `await`. */
export function* statementsOf({ source }: ParsedScript): Generator<ts.Statement> {
  let end = 0;
  for (const statement of source.statements) {
    if (statement.pos < end) continue;
    end = statement.end;
    yield statement;
  }
}
