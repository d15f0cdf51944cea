import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadTypeScript } from '../../code/typescript-parser.ts';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { isMissing } from '../../workspace/safe-path.ts';
import type { TranspiledModule } from './thread-messages.ts';

const TYPESCRIPT = /\.[cm]?ts$/;

export function isTypeScript(file: string): boolean {
  return TYPESCRIPT.test(file);
}

/**
 * A module of TypeScript and every one that it imports by a relative path, as CommonJS, by absolute path. Types are
 * taken off and not checked. Throws where a text is not TypeScript.
 */
export async function transpiledModules(file: string): Promise<ReadonlyMap<string, TranspiledModule>> {
  const ts = await loadTypeScript();
  const modules = new Map<string, TranspiledModule>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (modules.has(next)) continue;
    const text = await readFile(next, 'utf8');
    const imports = await relativeImports(ts, next, text);
    modules.set(next, { code: transpile(ts, next, text), imports });
    waiting.push(...Object.values(imports));
  }
  return modules;
}

function transpile(ts: TypeScript, file: string, text: string): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      inlineSourceMap: false,
    },
  });
  const [first] = diagnostics;
  if (!first) return outputText;
  const place = first.file?.getLineAndCharacterOfPosition(first.start ?? 0);
  const where = place ? `:${place.line + 1}:${place.character + 1}` : '';
  throw new HoldfastError(
    'contract',
    `Failed to read ${path.basename(file)}${where}: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`,
  );
}

/** The imports of a text that mean other files of TypeScript, by what is written. */
async function relativeImports(ts: TypeScript, file: string, text: string): Promise<Record<string, string>> {
  const imports: Record<string, string> = {};
  for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
    if (!fileName.startsWith('.')) continue;
    const target = await firstFile(candidatesFor(path.resolve(path.dirname(file), fileName)));
    if (target !== undefined && isTypeScript(target)) imports[fileName] = target;
  }
  return imports;
}

/** What stands at the path itself comes first; `./a.js` may mean `a.ts`. */
function candidatesFor(target: string): readonly string[] {
  return [
    target,
    target.replace(/\.([cm]?)js$/, '.$1ts'),
    ...['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'].map((ending) => target + ending),
    path.join(target, 'index.ts'),
  ];
}

async function firstFile(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of new Set(candidates)) {
    try {
      await readFile(candidate);
      return candidate;
    } catch (error) {
      if (!isMissing(error) && !(error instanceof Error && 'code' in error && error.code === 'EISDIR')) throw error;
    }
  }
  return undefined;
}
