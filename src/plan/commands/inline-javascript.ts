import vm from 'node:vm';
import type { ImportRecord } from '../../code/module-record.ts';
import { parseModule } from '../../code/parse-module.ts';
import { syntaxMistakes } from '../../code/syntax-mistakes.ts';
import { loadTypeScript } from '../../code/typescript-parser.ts';

/** What a piece of JavaScript on a command line says. */
export interface InlineScript {
  /** Why it does not parse; undefined where it does. */
  readonly mistake: string | undefined;
  /** The specifiers that it surely loads. */
  readonly specifiers: readonly string[];
}

/** Inline code is JavaScript, or for some runtimes TypeScript, or TypeScript with JSX. */
const RUNTIME_FILES = ['inline.ts', 'inline.tsx'];

/** What may load a module without minding that there is none. */
const MAY_FAIL = /\b(try|catch|throws|rejects)\b/;

/**
 * Reads inline code with the engine that would run it, and where that refuses, with the parser of the module index:
 * modules, top-level await and types are right for some runtimes. Code that neither can read is a mistake.
 */
export async function readInlineScript(code: string): Promise<InlineScript> {
  const refusal = refusalOf(code);
  const loads = /\b(import|require|export)\b/.test(code);
  if (refusal === undefined && !loads) return { mistake: undefined, specifiers: [] };
  const ts = await loadTypeScript();
  if (refusal !== undefined && RUNTIME_FILES.every((file) => syntaxMistakes(ts, file, code).length > 0)) {
    return { mistake: refusal, specifiers: [] };
  }
  const certain = MAY_FAIL.test(code) ? isStatic : (): boolean => true;
  const { imports } = parseModule(ts, code, 'js');
  return {
    mistake: undefined,
    specifiers: imports
      .filter(isLoaded)
      .filter(certain)
      .map((one) => one.specifier),
  };
}

/** The message of a syntax error; the code is compiled, never run. */
function refusalOf(code: string): string | undefined {
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
