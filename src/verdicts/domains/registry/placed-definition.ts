import type { DataPath, Problem } from '../../../contract/document.ts';
import { LineMap, toLocation, type Location, type Range } from '../../../foundation/position.ts';
import type { InterfaceDocument } from './interface-document.ts';
import type { InterfaceDefinition } from './interface-file.ts';

/** One definition with its place, and a way to report a problem in it. */
export interface PlacedDefinition {
  readonly definition: InterfaceDefinition;
  readonly document: InterfaceDocument;
  readonly path: DataPath;
  readonly locationOf: (path: DataPath) => Location;
  /** @param range a part of the value at the path. Default: the whole value */
  readonly error: (code: string, message: string, path: DataPath, range?: Range) => void;
}

/** @param problems receives the reported problems, by file */
export function placeDefinitions(
  document: InterfaceDocument,
  problems: Map<string, Problem[]>,
): readonly PlacedDefinition[] {
  return (document.value?.interfaces ?? []).map((definition, index) => {
    const base: DataPath = ['interfaces', index];
    return {
      definition,
      document,
      path: base,
      locationOf: (path) => toLocation(document.file, document.keyRangeOf([...base, ...path])),
      error: (code, message, path, range) => {
        const full = [...base, ...path];
        problems.get(document.file)?.push({
          code,
          severity: 'error',
          message: `Interface "${definition.id}": ${message}`,
          path: full,
          range: range ?? highlightOf(document, full),
        });
      },
    };
  });
}

/** The value if it is on one line, otherwise its key. */
function highlightOf(document: InterfaceDocument, path: DataPath): Range {
  const range = document.rangeOf(path);
  return range.start.line === range.end.line ? range : document.keyRangeOf(path);
}

/** The range of a part of a scalar, if the text of the scalar is written as it is; the whole scalar otherwise. */
export function rangeInScalar(
  document: InterfaceDocument,
  path: DataPath,
  value: string,
  part: { readonly start: number; readonly end: number },
): Range | undefined {
  const { start } = document.rangeOf(path);
  const quote = /["']/.test(document.text.charAt(start.offset)) ? 1 : 0;
  const first = start.offset + quote;
  if (document.text.slice(first, first + value.length) !== value) return undefined;
  return new LineMap(document.text).range(first + part.start, first + part.end);
}
