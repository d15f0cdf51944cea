import { parse as parseJsonc, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { parseDocument } from 'yaml';
import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { LineMap } from '../../../foundation/position.ts';

export type DataFormat = 'json' | 'jsonc' | 'yaml';

/** A format of data that is not read. Its text must not be parsed as YAML, which accepts parts of it. */
export type UnsupportedFormat = 'toml' | 'ini' | 'xml';

const FORMATS: Readonly<Record<string, DataFormat | UnsupportedFormat>> = {
  json: 'json',
  jsonc: 'jsonc',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  ini: 'ini',
  xml: 'xml',
};

/** The format that a resource declares, or the format of the path's extension; `undefined` if it is unknown. */
export function dataFormatOf(
  declared: string | undefined,
  path: string | undefined,
): DataFormat | UnsupportedFormat | undefined {
  return formatNamed(declared) ?? formatNamed(/\.([^./]+)$/.exec(path ?? '')?.[1]);
}

function formatNamed(name: string | undefined): DataFormat | UnsupportedFormat | undefined {
  const key = name?.toLowerCase() ?? '';
  return Object.hasOwn(FORMATS, key) ? FORMATS[key] : undefined;
}

export function isSupported(format: DataFormat | UnsupportedFormat | undefined): format is DataFormat | undefined {
  return format === undefined || format === 'json' || format === 'jsonc' || format === 'yaml';
}

/** What to do about data in an unsupported format, as a sentence. */
export const UNSUPPORTED_FORMAT_HINT =
  'Data is read from JSON and YAML. For other files, use contains or pattern_match on the text, or let a step convert it to JSON.';

/** Parses data. Without a format, JSON is tried before YAML. An error names the line and the column. */
export function readData(name: string, text: string, format: DataFormat | UnsupportedFormat | undefined): unknown {
  if (!isSupported(format)) {
    throw new HoldfastError('contract', `Failed to read ${name} as data: ${format.toUpperCase()} is not supported`, {
      hint: UNSUPPORTED_FORMAT_HINT,
    });
  }
  switch (format) {
    case 'json':
      return readJson(name, text);
    case 'jsonc':
      return readJsonc(name, text);
    case 'yaml':
      return readYaml(name, text);
    case undefined:
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return readYaml(name, text);
      }
  }
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new HoldfastError('contract', `Failed to read ${name} as JSON: ${messageOf(error)}`, { cause: error });
  }
}

function readJsonc(name: string, text: string): unknown {
  const errors: ParseError[] = [];
  const data: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return data;
  const { line, column } = new LineMap(text).positionAt(first.offset);
  throw new HoldfastError(
    'contract',
    `Failed to read ${name} as JSON with comments: ${printParseErrorCode(first.error)} at ${line}:${column}`,
  );
}

/** Supports `<<` merges. Types that JSON does not have (`!!set`, dates) remain text or objects. */
function readYaml(name: string, text: string): unknown {
  const document = parseDocument(text, { uniqueKeys: true, merge: true, resolveKnownTags: false });
  const [first] = document.errors;
  if (first) {
    throw new HoldfastError('contract', `Failed to read ${name} as YAML: ${first.message.split('\n', 1)[0] ?? ''}`);
  }
  if (document.contents === null) throw new HoldfastError('contract', `Failed to read ${name} as data: it is empty`);
  return document.toJS({ maxAliasCount: 100 }) as unknown;
}
