import { messageOf } from '../../foundation/errors.ts';
import type { LineMap } from '../../foundation/position.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { MAX_BYTES } from './parsed-source.ts';
import type { ParsedSource, SourceFormat } from './parsed-source.ts';
import type { SourceNode } from './source-node.ts';
import { ProblemList } from './source-problem.ts';

const EXTENSION_KEY = /^x-/;

/** The format of a file, by its name. Files that are not JSON are parsed as YAML. */
export function formatOf(file: string): SourceFormat {
  return /\.jsonc?$/i.test(file) ? 'json' : 'yaml';
}

/** Parses YAML or JSON. Never throws because of the text. */
export function parseSource(file: string, text: string, lines: LineMap): ParsedSource {
  const format = formatOf(file);
  const createFailure = (code: string, message: string): ParsedSource => {
    const problems = new ProblemList();
    problems.error(code, message, [], { start: 0, end: 0 });
    return { format, root: undefined, problems: problems.all, documentCount: 1 };
  };
  if (isTooLarge(text)) {
    return createFailure(
      'too-large',
      `The file is larger than ${MAX_BYTES / 1024 / 1024} MB and was not read. Split it.`,
    );
  }
  if (text.includes('\0')) {
    return createFailure(
      'syntax',
      'The file contains NUL characters: it is binary or not UTF-8. Save it as UTF-8 text.',
    );
  }
  const lineOf = (offset: number): number => lines.positionAt(offset).line;
  try {
    const parsed = format === 'json' ? parseJson(text, lineOf) : parseYaml(text, lineOf);
    return { ...parsed, root: parsed.root && withoutExtensionKeys(parsed.root) };
  } catch (thrown) {
    const message = `Failed to parse the file: ${messageOf(thrown)}. Check its nesting and its special characters.`;
    return createFailure('syntax', message);
  }
}

/** Removes the keys `x-…` at the top of a file, whose values other keys can repeat by their anchors. */
function withoutExtensionKeys(root: SourceNode): SourceNode {
  if (root.kind !== 'map' || !root.entries.some(({ key }) => EXTENSION_KEY.test(key))) return root;
  return { ...root, entries: root.entries.filter(({ key }) => !EXTENSION_KEY.test(key)) };
}

function isTooLarge(text: string): boolean {
  if (text.length > MAX_BYTES) return true;
  return text.length * 3 > MAX_BYTES && Buffer.byteLength(text, 'utf8') > MAX_BYTES;
}
