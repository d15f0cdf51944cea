import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { parse as parseJsonc, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { parseDocument } from 'yaml';
import { LineMap } from '../../shared/position.ts';

export type DataFormat = 'json' | 'jsonc' | 'yaml';

/** The format of a text by what the resource says, else by the ending of its path. */
export function dataFormatOf(declared: string | undefined, path: string | undefined): DataFormat | undefined {
  const word = declared?.toLowerCase() ?? /\.([^./]+)$/.exec(path ?? '')?.[1]?.toLowerCase();
  switch (word) {
    case 'json':
    case 'jsonc':
    case 'yaml':
      return word;
    case 'yml':
      return 'yaml';
    default:
      return undefined;
  }
}

/** Reads data; where no format is known, JSON is tried first and then YAML. Throws with line and column. */
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
  const at = new LineMap(text).positionAt(first.offset);
  throw new HoldfastError(
    'contract',
    `Failed to read ${name} as JSON with comments: ${printParseErrorCode(first.error)} at ${at.line}:${at.column}`,
  );
}

/** With what YAML files take for granted: `<<` merges. What is not JSON's (`!!set`, dates) stays text or an object. */
function readYaml(name: string, text: string): unknown {
  const document = parseDocument(text, { uniqueKeys: true, merge: true, resolveKnownTags: false });
  const [first] = document.errors;
  if (first) {
    throw new HoldfastError('contract', `Failed to read ${name} as YAML: ${first.message.split('\n', 1)[0] ?? ''}`);
  }
  if (document.contents === null) throw new HoldfastError('contract', `Failed to read ${name} as data: it is empty`);
  return document.toJS({ maxAliasCount: 100 }) as unknown;
}
