import type { LineMap } from '../../shared/position.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { MAX_BYTES } from './parsed-source.ts';
import type { ParsedSource, SourceFormat } from './parsed-source.ts';
import { ProblemList } from './source-problem.ts';

/** The notation of a file by its name; what is not JSON is read as YAML. */
export function formatOf(file: string): SourceFormat {
  return /\.jsonc?$/i.test(file) ? 'json' : 'yaml';
}

/** Reads a text of either notation. Never throws on a text, whatever it holds. */
export function parseSource(file: string, text: string, lines: LineMap): ParsedSource {
  const format = formatOf(file);
  const refused = (code: string, message: string): ParsedSource => {
    const problems = new ProblemList();
    problems.error(code, message, [], { start: 0, end: 0 });
    return { format, root: undefined, problems: problems.all, documents: 1 };
  };
  if (isTooLarge(text)) {
    return refused('too-large', `The file is larger than ${MAX_BYTES / 1024 / 1024} MB and was not read: divide it.`);
  }
  if (text.includes('\0')) {
    return refused('syntax', 'The file holds NUL characters: it is binary, or not UTF-8. Save it as UTF-8 text.');
  }
  const lineOf = (offset: number): number => lines.positionAt(offset).line;
  try {
    return format === 'json' ? parseJson(text, lineOf) : parseYaml(text, lineOf);
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.message : String(thrown);
    return refused('syntax', `The file could not be read (${cause}): check its nesting and its special characters.`);
  }
}

function isTooLarge(text: string): boolean {
  if (text.length > MAX_BYTES) return true;
  return text.length * 3 > MAX_BYTES && Buffer.byteLength(text, 'utf8') > MAX_BYTES;
}
