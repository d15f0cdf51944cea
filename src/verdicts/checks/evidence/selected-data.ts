import type { Resource } from '../../../contract/model.ts';
import { toLocation } from '../../../foundation/position.ts';
import type { Location } from '../../../foundation/position.ts';
import { dataFormatOf, readData } from '../data/data-format.ts';
import { valueAt } from '../data/json-pointer.ts';
import { pointerRange } from '../data/pointer-range.ts';
import type { Content } from './content.ts';
import type { Evidence } from './evidence.ts';

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
