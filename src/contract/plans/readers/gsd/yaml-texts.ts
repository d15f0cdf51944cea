import { isScalar, isSeq, type Scalar, type YAMLMap } from 'yaml';

/** The texts of a list, or the text of a scalar. */
export function textsOf(
  map: YAMLMap | undefined,
  key: string,
): readonly { readonly text: string; readonly node: Scalar }[] {
  const value = map?.get(key, true) as unknown;
  const items = isSeq(value) ? value.items : [value];
  return items.flatMap((item) =>
    isScalar(item) && item.value !== null ? [{ text: String(item.value), node: item }] : [],
  );
}
