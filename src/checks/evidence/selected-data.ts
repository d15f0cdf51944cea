import type { Resource } from '../../contract/model.ts';
import type { Location } from '../../shared/position.ts';
import { locationOf } from '../../shared/position.ts';
import { dataFormatOf, readData } from '../data/data-format.ts';
import { valueAt } from '../data/json-pointer.ts';
import { placeInData } from '../data/place-in-data.ts';
import type { Content } from './content.ts';
import type { Evidence } from './evidence.ts';

/** The part of a resource's data that a check speaks of. */
export interface SelectedData {
  readonly content: Content;
  /** For people: the name of the text, with the pointer where there is one. */
  readonly name: string;
  readonly found: boolean;
  readonly value: unknown;
  /** For people, where nothing was found. */
  readonly missing?: string;
  /** The place of a pointer below the selected part, where the data is a file. */
  locate(pointer: string): Location | undefined;
}

/** Reads the data behind a resource, and the part of it that a JSON pointer names. */
export async function selectData(
  resource: Resource,
  evidence: Evidence,
  pointer = '',
  declaredFormat?: string,
): Promise<SelectedData> {
  const content = await evidence.contentOf(resource);
  const format = declaredFormat === undefined ? content.format : dataFormatOf(declaredFormat, undefined);
  const data = readData(content.name, content.text, format);
  const pointed = valueAt(data, pointer);
  const name = pointer === '' ? content.name : `${content.name}#${pointer}`;
  const locate = (below: string): Location | undefined => {
    if (content.file === undefined) return undefined;
    const range = placeInData(content.text, format, pointer + below);
    return range && locationOf(content.file, range);
  };
  return pointed.found
    ? { content, name, found: true, value: pointed.value, locate }
    : { content, name, found: false, value: undefined, missing: `${content.name} has no ${pointed.missing}`, locate };
}
