import { LineMap } from '../shared/position.ts';
import type { ModuleRecord } from './module-record.ts';
import { assembleModule, emptyRawModule, joinRawModules, type RawModule } from './raw-module.ts';
import { scriptPartsOf } from './script-parts.ts';
import { languageOf, type Dialect } from './source-language.ts';

/** Reads one script: the lexer, or the full parser. Undefined where the reader is in doubt. */
export type ScriptReader = (text: string, dialect: Dialect) => RawModule | undefined;

/** Reads a whole file with one reader; undefined where the reader is in doubt about any part. */
export function readModule(
  file: string,
  written: string,
  read: ScriptReader,
  parsedBy: ModuleRecord['parsedBy'],
): ModuleRecord | undefined {
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written;
  const language = languageOf(file);
  if (language === undefined || isBinary(text)) return assembleModule(file, emptyRawModule(), parsedBy);
  if (language === 'ts' || language === 'tsx' || language === 'js') {
    const raw = read(text, language);
    return raw && assembleModule(file, raw, parsedBy);
  }
  const { parts, sources } = scriptPartsOf(text, language);
  const raws: RawModule[] = [emptyRawModule()];
  for (const part of parts) {
    const raw = read(part.text, part.dialect);
    if (raw === undefined) return undefined;
    raws.push(part.givesExports ? raw : { ...emptyRawModule(), imports: raw.imports });
  }
  const joined = joinRawModules(raws);
  const lines = new LineMap(text);
  for (const { specifier, offset } of sources) {
    const { line, column } = lines.positionAt(offset);
    joined.imports.push({ specifier, kind: 'static', names: [], line, column });
  }
  joined.isEcmaModule = true;
  if (!joined.exports.some((entry) => entry.name === 'default')) {
    joined.exports.push({ name: 'default', kind: 'value', line: 1, column: 1 });
  }
  return assembleModule(file, joined, parsedBy);
}

/** Video files share the extension `.ts`; text holds no NUL. */
export function isBinary(text: string): boolean {
  const end = Math.min(text.length, 512);
  for (let index = 0; index < end; index++) if (text.charCodeAt(index) === 0) return true;
  return false;
}
