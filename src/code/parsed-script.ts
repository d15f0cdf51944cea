import type { ts } from 'ts-morph';
import { LineMap } from '../shared/position.ts';
import { emptyRawModule, type RawModule } from './raw-module.ts';
import type { Dialect } from './source-language.ts';
import type { TypeScript } from './typescript-parser.ts';

/** One script as the full parser sees it, and what has been found in it so far. */
export interface ParsedScript {
  readonly ts: TypeScript;
  readonly source: ts.SourceFile;
  readonly raw: RawModule;
  readonly lines: LineMap;
}

/** Parses one script text with the full parser. */
export function parseScript(ts: TypeScript, text: string, dialect: Dialect): ts.SourceFile {
  const kinds = { ts: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX, js: ts.ScriptKind.JS };
  const name = `module.${dialect}`;
  return ts.createSourceFile(name, text, { languageVersion: ts.ScriptTarget.Latest }, true, kinds[dialect]);
}

/** A parsed script in which nothing has been found yet. */
export function openScript(ts: TypeScript, text: string, dialect: Dialect): ParsedScript {
  return { ts, source: parseScript(ts, text, dialect), raw: emptyRawModule(), lines: new LineMap(text) };
}

/** Line and column of an offset. */
export function placeOf(script: ParsedScript, offset: number): { line: number; column: number } {
  const { line, column } = script.lines.positionAt(offset);
  return { line, column };
}

/** Line and column of a node's first token. */
export function placeAt(script: ParsedScript, node: ts.Node): { line: number; column: number } {
  return placeOf(script, node.getStart(script.source));
}

export function hasModifier(script: ParsedScript, node: ts.Node, kind: ts.SyntaxKind): boolean {
  return script.ts.canHaveModifiers(node) && (script.ts.getModifiers(node)?.some((m) => m.kind === kind) ?? false);
}

export function isExported(script: ParsedScript, node: ts.Node): boolean {
  return hasModifier(script, node, script.ts.SyntaxKind.ExportKeyword);
}

/** The statements of a script. Where it awaits outside functions, TypeScript may list some twice. */
export function* statementsOf({ source }: ParsedScript): Generator<ts.Statement> {
  let end = 0;
  for (const statement of source.statements) {
    if (statement.pos < end) continue;
    end = statement.end;
    yield statement;
  }
}
