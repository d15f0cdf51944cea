import { LineMap } from '../../foundation/position.ts';
import { componentScripts } from '../language/scripts.ts';
import { languageOf, type Dialect } from '../language/source-language.ts';
import type { ExportKind, ModuleRecord } from './module-record.ts';
import { assembleModule, emptyRawModule, joinRawModules, type RawModule } from './raw-module.ts';

/** Reads one script. The lexer returns `undefined` if it cannot read the script reliably; the parser never does. */
export type ScriptReader = (text: string, dialect: Dialect) => RawModule | undefined;

/** Reads a file with one reader; `undefined` if the reader cannot read one of its scripts reliably. */
export function readModule(
  file: string,
  content: string,
  read: ScriptReader,
  parsedBy: ModuleRecord['parsedBy'],
): ModuleRecord | undefined {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  const language = languageOf(file);
  if (language === undefined || isBinary(text)) return assembleModule(file, emptyRawModule(), parsedBy);
  if (language === 'ts' || language === 'tsx' || language === 'js') {
    const raw = read(text, language);
    return raw && assembleModule(file, raw, parsedBy);
  }
  const { parts, sources } = componentScripts(text, language);
  const raws: RawModule[] = [emptyRawModule()];
  for (const part of parts) {
    const raw = read(part.text, part.dialect);
    if (raw === undefined) return undefined;
    if (part.exports === 'all') raws.push(raw);
    else if (part.exports === 'none') raws.push({ ...emptyRawModule(), imports: raw.imports });
    else raws.push({ ...raw, exports: raw.exports.filter(isType), starExports: raw.starExports.filter(isType) });
  }
  const joined = joinRawModules(raws);
  const lines = new LineMap(text);
  for (const { specifier, offset } of sources) {
    const { line, column } = lines.positionAt(offset);
    joined.imports.push({ specifier, kind: 'static', names: [], line, column });
  }
  joined.isEsModule = true;
  if (!joined.exports.some((entry) => entry.name === 'default')) {
    joined.exports.push({ name: 'default', kind: 'value', line: 1, column: 1 });
  }
  return assembleModule(file, joined, parsedBy);
}

function isType({ kind, typeOnly }: { readonly kind?: ExportKind; readonly typeOnly?: boolean }): boolean {
  return typeOnly === true || kind === 'interface' || kind === 'type';
}

/** Whether a file is binary, such as an MPEG stream with the extension `.ts`: its start contains a NUL character. */
export function isBinary(text: string): boolean {
  const end = Math.min(text.length, 512);
  for (let index = 0; index < end; index++) if (text.charCodeAt(index) === 0) return true;
  return false;
}
