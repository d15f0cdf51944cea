import type { ts } from 'ts-morph';
import type { SyntaxDiagnostic } from '../../language/syntax-errors.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { mentionsUnresolved } from './mentions-unresolved.ts';

/** A syntax or type error of a program. */
export interface ProgramError extends SyntaxDiagnostic {
  readonly kind: 'syntax' | 'type';
  /** The number of the message in TypeScript. */
  readonly code: number;
  /** 0-based, in UTF-16 code units. */
  readonly start: number;
  readonly length: number;
}

/** The files and the errors of one program. Paths are absolute. */
export class CheckedProgram {
  readonly #ts: TypeScript;
  readonly #program: ts.Program;

  constructor(typescript: TypeScript, program: ts.Program) {
    this.#ts = typescript;
    this.#program = program;
  }

  /** The files of a folder that the program read, relative to it, without packages. */
  filesIn(folder: string): readonly string[] {
    return this.#program
      .getSourceFiles()
      .map(({ fileName }) => fileName)
      .filter((file) => file.startsWith(`${folder}/`) && !file.includes('/node_modules/'))
      .map((file) => file.slice(folder.length + 1));
  }

  /** The errors in a file. A file with syntax errors is not type-checked. */
  errorsIn(file: string): readonly ProgramError[] {
    const ts = this.#ts;
    const source = this.#program.getSourceFile(file);
    if (source === undefined) {
      // Without this error, a file that was not checked would have none.
      const message = 'The file could not be read.';
      return [{ kind: 'type', code: 0, line: 1, column: 1, start: 0, length: 0, message }];
    }
    const syntax = this.#program.getSyntacticDiagnostics(source);
    const kind = syntax.length > 0 ? 'syntax' : 'type';
    const diagnostics = syntax.length > 0 ? syntax : this.#program.getSemanticDiagnostics(source);
    return diagnostics.map(({ code, start = 0, length = 0, messageText }): ProgramError => {
      const { line, character } = source.getLineAndCharacterOfPosition(start);
      const message = ts.flattenDiagnosticMessageText(messageText, ' ');
      return { kind, code, line: line + 1, column: character + 1, start, length, message };
    });
  }

  /** Whether the statement of an error also mentions names that cannot be resolved, so that the error may come from them. */
  mentionsUnresolved(file: string, error: ProgramError): boolean {
    const source = this.#program.getSourceFile(file);
    if (source === undefined) return true;
    const errors = new Set(this.#program.getSemanticDiagnostics(source).flatMap(({ start }) => start ?? []));
    return mentionsUnresolved(this.#ts, this.#program.getTypeChecker(), source, error, errors);
  }
}
