import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { isNode, parseDocument } from 'yaml';
import { LineMap } from '../../../foundation/position.ts';
import type { Range } from '../../../foundation/position.ts';
import type { DataFormat, UnsupportedFormat } from './data-format.ts';
import { parsePointer } from './json-pointer.ts';

/**
 * The range of the value that a JSON pointer refers to, or of the nearest existing value above it; `undefined` if the
 * text has no value.
 */
export function pointerRange(
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
