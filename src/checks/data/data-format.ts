import { parse as parseJsonc, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { parseDocument } from 'yaml';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { LineMap } from '../../shared/position.ts';

export type DataFormat = 'json' | 'jsonc' | 'yaml';

/** The format that a resource declares, or the format of the path's extension; `undefined` if it is unknown. */
export function dataFormatOf(declared: string | undefined, path: string | undefined): DataFormat | undefined {
  const name = declared?.toLowerCase() ?? /\.([^./]+)$/.exec(path ?? '')?.[1]?.toLowerCase();
  switch (name) {
    case 'json':
    case 'jsonc':
    case 'yaml':
      return name;
    case 'yml':
      return 'yaml';
    default:
      return undefined;
  }
}

/** Parses data. Without a format, JSON is tried before YAML. An error names the line and the column. */
export function readData(name: string, text: string, format: DataFormat | undefined): unknown {
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
