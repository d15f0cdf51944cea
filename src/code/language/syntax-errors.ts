import type { ts } from 'ts-morph';
import { isStackOverflow } from '../../foundation/errors.ts';
import { LineMap } from '../../foundation/position.ts';
import { scriptsOf } from './scripts.ts';
import type { Dialect } from './source-language.ts';
import { parseScript, type TypeScript } from './typescript-parser.ts';

/** A syntax error and its position. */
export interface SyntaxDiagnostic {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** The syntax errors of a module; none for a file that is not a module. */
export function findSyntaxErrors(ts: TypeScript, file: string, text: string): readonly SyntaxDiagnostic[] {
  return scriptsOf(file, text).flatMap((script) => {
    try {
      return findScriptErrors(ts, script.text, script.dialect);
    } catch (thrown) {
      if (!isStackOverflow(thrown)) throw thrown;
      return [{ line: 1, column: 1, message: 'The file is nested too deeply to be parsed.' }];
    }
  });
}

function findScriptErrors(ts: TypeScript, text: string, dialect: Dialect): SyntaxDiagnostic[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    jsx: ts.JsxEmit.Preserve,
    allowJs: true,
    noLib: true,
    noResolve: true,
    types: [],
  };
  const source = parseScript(ts, text, dialect);
  const name = source.fileName;
  // The program adds the errors of types in JavaScript to those of the parser.
  const program = ts.createProgram([name], options, createHost(source));
  const lines = new LineMap(text);
  return program.getSyntacticDiagnostics(program.getSourceFile(name)).map((diagnostic) => {
    const { line, column } = lines.positionAt(diagnostic.start);
    return { line, column, message: ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ') };
  });
}

/** A host that knows one file. */
function createHost(source: ts.SourceFile): ts.CompilerHost {
  return {
    getSourceFile: (name) => (name === source.fileName ? source : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => name === source.fileName,
    readFile: () => undefined,
    writeFile: () => undefined,
  };
}
