import { LineMap } from '../shared/position.ts';
import { scriptsOf } from './scripts-of.ts';
import type { Dialect } from './source-language.ts';
import type { TypeScript } from './typescript-parser.ts';

/** A place of a text that does not parse. */
export interface SyntaxMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What the full parser has against the text of a module; nothing for files that are no modules. */
export function syntaxMistakes(ts: TypeScript, file: string, text: string): readonly SyntaxMistake[] {
  return scriptsOf(file, text).flatMap((script) => mistakesIn(ts, script.text, script.dialect));
}

function mistakesIn(ts: TypeScript, text: string, dialect: Dialect): SyntaxMistake[] {
  const { diagnostics } = ts.transpileModule(text, {
    // Scripts in JavaScript may hold JSX whatever their ending says.
    fileName: dialect === 'js' ? 'module.jsx' : `module.${dialect}`,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.Preserve },
  });
  const lines = new LineMap(text);
  return (diagnostics ?? [])
    .filter((diagnostic) => diagnostic.category === ts.DiagnosticCategory.Error)
    .map((diagnostic) => {
      const { line, column } = lines.positionAt(diagnostic.start ?? 0);
      return { line, column, message: ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ') };
    });
}
