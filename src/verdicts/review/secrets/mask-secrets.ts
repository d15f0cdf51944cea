const MASK = '[secret]';

/**
 * A function that masks values in a text. A value of several lines is also masked where each of its lines occurs, since a
 * diff has a marker at the start of each line.
 */
export function createSecretMask(values: readonly string[]): (text: string) => string {
  const spellings = new Set(
    values.flatMap((value) => {
      const lines = value.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trim());
      // Short lines and the frame of a key are not secret.
      return [
        value,
        ...(lines.length === 1 ? [] : lines.filter((line) => line.length >= 16 && !line.startsWith('-----'))),
      ];
    }),
  );
  const sorted = [...spellings].filter((value) => value !== '').sort((left, right) => right.length - left.length);
  return (text) => sorted.reduce((masked, value) => masked.replaceAll(value, MASK), text);
}
