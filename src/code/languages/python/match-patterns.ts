import { withoutStrings, type NameAt } from './statement-text.ts';

const KEYWORDS: ReadonlySet<string> = new Set(['_', 'None', 'True', 'False', 'as', 'if']);
const NAME = /(?<![\p{ID_Continue}.])[\p{ID_Start}_][\p{ID_Continue}]*/gu;

/** The names that the pattern of a `case` binds. @param from the offset after `case` @param to the offset of its colon */
export function capturedNames(text: string, from: number, to: number): readonly NameAt[] {
  const pattern = withoutStrings(text, from, to);
  const [guard] = /\bif\b.*$/s.exec(pattern) ?? [];
  const end = pattern.length - (guard ?? '').length;
  const names: NameAt[] = [];
  for (const { 0: name, index } of pattern.slice(0, end).matchAll(NAME)) {
    // `a.b` is a value, `A()` a class and `a=` an attribute of it.
    const isOther = /^\s*[.(=]/.test(pattern.slice(index + name.length));
    if (!isOther && !KEYWORDS.has(name) && !/^\d/.test(name)) names.push({ name, offset: from + index });
  }
  return names;
}
