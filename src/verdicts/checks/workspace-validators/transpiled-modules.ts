import { stat } from 'node:fs/promises';
import path from 'node:path';
import { loadTypeScript } from '../../../code/language/typescript-parser.ts';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { whenFound } from '../../../foundation/system-error.ts';
import { readPlainText } from '../../../workspace/plain-files/plain-file.ts';
import type { TranspiledModule } from './thread-messages.ts';

const TYPESCRIPT = /\.[cm]?ts$/;

export function isTypeScript(file: string): boolean {
  return TYPESCRIPT.test(file);
}

/**
 * Transpiles a TypeScript module, and every TypeScript module that it imports by a relative path, to CommonJS. The keys of
 * the result are absolute paths. Types are removed without being checked. Throws if a module has a syntax error.
 */
export async function transpileModules(file: string): Promise<ReadonlyMap<string, TranspiledModule>> {
  const ts = await loadTypeScript();
  const modules = new Map<string, TranspiledModule>();
  const pending = [file];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (modules.has(next)) continue;
    const text = await readPlainText(next);
    const imports = await relativeImports(ts, next, text);
    modules.set(next, { code: transpile(ts, next, text), imports });
    pending.push(...Object.values(imports));
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
  const start = first.file?.getLineAndCharacterOfPosition(first.start ?? 0);
  const position = start ? `:${start.line + 1}:${start.character + 1}` : '';
  throw new HoldfastError(
    'contract',
    `Failed to read ${path.basename(file)}${position}: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`,
  );
}

/** The relative imports that resolve to TypeScript files, by their specifiers. */
async function relativeImports(ts: TypeScript, file: string, text: string): Promise<Record<string, string>> {
  const imports: Record<string, string> = {};
  for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
    if (!fileName.startsWith('.')) continue;
    const target = await firstFile(candidatesFor(path.resolve(path.dirname(file), fileName)));
    if (target !== undefined && isTypeScript(target)) imports[fileName] = target;
  }
  return imports;
}

/** The path itself comes first. `./a.js` can refer to `a.ts`. */
function candidatesFor(target: string): readonly string[] {
  return [
    target,
    target.replace(/\.([cm]?)js$/, '.$1ts'),
    ...['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'].map((extension) => target + extension),
    path.join(target, 'index.ts'),
  ];
}

async function firstFile(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of new Set(candidates)) {
    if ((await whenFound(stat(candidate)))?.isFile()) return candidate;
  }
  return undefined;
}
