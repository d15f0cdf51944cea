import { LineMap } from '../../shared/position.ts';
import { scriptsOf } from './scripts.ts';
import type { Dialect } from './source-language.ts';
import type { TypeScript } from './typescript-parser.ts';

/** A syntax error and its position. */
export interface SyntaxDiagnostic {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The syntax errors of a module; none for a file that is not a module. */
export function findSyntaxErrors(ts: TypeScript, file: string, text: string): readonly SyntaxDiagnostic[] {
  return scriptsOf(file, text).flatMap((script) => findScriptErrors(ts, script.text, script.dialect));
}

function findScriptErrors(ts: TypeScript, text: string, dialect: Dialect): SyntaxDiagnostic[] {
  const { diagnostics } = ts.transpileModule(text, {
    // A JavaScript file can contain JSX regardless of its extension.
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
