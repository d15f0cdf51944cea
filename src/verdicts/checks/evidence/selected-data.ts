import type { Resource } from '../../../contract/model.ts';
import { toLocation, type Location, LineMap, type Range } from '../../../foundation/position.ts';
import { dataFormatOf, readData, type DataFormat, type UnsupportedFormat } from '../data/data-format.ts';
import { valueAt, parsePointer } from '../data/json-pointer.ts';
import type { Content } from './content.ts';
import type { Evidence } from './evidence.ts';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { isNode, parseDocument } from 'yaml';

/** The part of a resource's data that a check refers to. */
export interface SelectedData {
  readonly content: Content;
  /** For messages: the name of the content, with the pointer if there is one. */
  readonly name: string;
  readonly found: boolean;
  readonly value: unknown;
  /** For messages: what is missing, if nothing was found. */
  readonly missing?: string;
  /** The location of a pointer below the selected part, if the data is a file. */
  locate(pointer: string): Location | undefined;
}

/** Parses the data of a resource and selects the part that a JSON pointer names. */
export async function selectData(
  resource: Resource,
  evidence: Evidence,
  pointer = '',
  declaredFormat?: string,
): Promise<SelectedData> {
  const content = await evidence.readContent(resource);
  const format = declaredFormat === undefined ? content.format : dataFormatOf(declaredFormat, undefined);
  const data = readData(content.name, content.text, format);
  const target = valueAt(data, pointer);
  const name = pointer === '' ? content.name : `${content.name}#${pointer}`;
  const locate = (below: string): Location | undefined => {
    if (content.file === undefined) return undefined;
    const range = pointerRange(content.text, format, pointer + below);
    return range && toLocation(content.file, range);
  };
  return target.found
    ? { content, name, found: true, value: target.value, locate }
    : { content, name, found: false, value: undefined, missing: `${content.name} has no ${target.missing}`, locate };
}

/**
 * The range of the value that a JSON pointer refers to, or of the nearest existing value above it; `undefined` if the
 * text has no value.
 */
function pointerRange(
  text: string,
  format: DataFormat | UnsupportedFormat | undefined,
  pointer: string,
): Range | undefined {
  const names = parsePointer(pointer);
  for (let length = names.length; length >= 0; length--) {
    const path = names.slice(0, length);
    const offsets = format === 'yaml' ? offsetsInYaml(text, path) : offsetsInJson(text, path);
    if (offsets) return new LineMap(text).range(offsets[0], offsets[1]);
  }
  return undefined;
}

function offsetsInJson(text: string, names: readonly string[]): readonly [number, number] | undefined {
  const root = parseTree(text);
  if (!root) return undefined;
  let node = root;
  for (const name of names) {
    const step = node.type === 'array' ? Number(name) : name;
    const next = findNodeAtLocation(node, [step]);
    if (!next) return undefined;
    node = next;
  }
  return [node.offset, node.offset + node.length];
}

function offsetsInYaml(text: string, names: readonly string[]): readonly [number, number] | undefined {
  const document = parseDocument(text);
  const node: unknown = names.length === 0 ? document.contents : document.getIn(names, true);
  if (!isNode(node) || !node.range) return undefined;
  return [node.range[0], node.range[1]];
}
