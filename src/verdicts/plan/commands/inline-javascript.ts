import vm from 'node:vm';
import { findSyntaxErrors } from '../../../code/language/syntax-errors.ts';
import { loadTypeScript } from '../../../code/language/typescript-parser.ts';
import type { ImportRecord } from '../../../code/modules/module-record.ts';
import { parseModule } from '../../../code/parser/parse-module.ts';

/** What is known about JavaScript code on a command line. */
export interface InlineScript {
  /** `undefined` if the code parses. */
  readonly syntaxError: string | undefined;
  /** The module specifiers that the code certainly loads. */
  readonly specifiers: readonly string[];
}

/** Some runtimes accept TypeScript, with or without JSX. */
const TYPESCRIPT_FILES = ['inline.ts', 'inline.tsx'];

/** Code that contains one of these words can handle a module that does not exist. */
const HANDLES_FAILURES = /\b(try|catch|throws|rejects)\b/;

/**
 * Parses inline code as a script with the JavaScript engine. If that fails, it is parsed as a module and as TypeScript,
 * because some runtimes accept those. Code that no parser accepts has a syntax error.
 */
export async function readInlineScript(code: string): Promise<InlineScript> {
  const scriptError = scriptSyntaxError(code);
  const loadsModules = /\b(import|require|export)\b/.test(code);
  if (scriptError === undefined && !loadsModules) return { syntaxError: undefined, specifiers: [] };
  const ts = await loadTypeScript();
  if (scriptError !== undefined && TYPESCRIPT_FILES.every((file) => findSyntaxErrors(ts, file, code).length > 0)) {
    return { syntaxError: scriptError, specifiers: [] };
  }
  const isCertain = HANDLES_FAILURES.test(code) ? isStatic : (): boolean => true;
  const { imports } = parseModule(ts, code, 'js');
  return {
    syntaxError: undefined,
    specifiers: imports
      .filter(isLoaded)
      .filter(isCertain)
      .map((one) => one.specifier),
  };
}

/** Compiles the code without running it. */
function scriptSyntaxError(code: string): string | undefined {
  try {
    new vm.Script(code, { filename: 'inline.js' });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'SyntaxError') return thrown.message;
    throw thrown;
  }
}

function isLoaded(record: ImportRecord): boolean {
  return record.kind !== 'type' && record.kind !== 'reference';
}

function isStatic(record: ImportRecord): boolean {
  return record.kind === 'static' || record.kind === 'reexport';
}
