import { isScalar, isSeq, type Scalar, type YAMLMap } from 'yaml';

/** The texts of a list, or the text of a scalar. */
export function textsOf(
  map: YAMLMap | undefined,
  key: string,
): readonly { readonly text: string; readonly node: Scalar }[] {
  const value = map?.get(key, true) as unknown;
  const items = isSeq(value) ? value.items : [value];
  return items.flatMap((item) => {
    if (!isScalar(item)) return [];
    const { value: content } = item;
    const isText = typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean';
    return isText ? [{ text: String(content), node: item }] : [];
  });
}
