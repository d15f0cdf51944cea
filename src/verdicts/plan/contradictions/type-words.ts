/** How two types as texts compare. `perhaps`: one can be an alias of the other, or fit where the other is wanted. */
export type TypeWordComparison = 'same' | 'different' | 'perhaps' | 'unknown';

const OPERATORS = /^(?:keyof|typeof|readonly|is|asserts|infer|extends|new|unique|in|out|abstract|await)$/;
/** Words that say the same in another spelling. `''`: the word says nothing. */
const SAME_WORD: ReadonlyMap<string, string> = new Map([
  ['ReadonlyArray', 'Array'],
  ['List', 'Array'],
  ['list', 'Array'],
  ['Dict', 'dict'],
  ['Set', 'set'],
  ['ReadonlySet', 'set'],
  ['ReadonlyMap', 'Map'],
  ['Tuple', 'tuple'],
  ['Optional', 'None'],
  ['Union', ''],
  ['undefined', ''],
]);
/** Types that no module can declare in another meaning. Any other name can be an alias. */
const KNOWN =
  /^(?:string|number|boolean|bigint|symbol|null|void|never|Array|Promise|Map|set|Date|str|int|float|bool|bytes|None|dict|tuple)$/;

/** Compares two types by their words: order, namespaces, and names of parameters and members say nothing. */
export function compareTypes(one: string, other: string): TypeWordComparison {
  const [left, right] = [wordsOfType(one), wordsOfType(other)];
  if (left === undefined || right === undefined) return 'unknown';
  const [more, less] = [without(left, right), without(right, left)];
  if (more.length === 0 && less.length === 0) return 'same';
  // A member or a callback more can fit, and so can a type of a union.
  const isStructure = [one, other].some((type) => /[{&'"`]|=>|\d/.test(type));
  const isPart =
    (more.length === 0 || less.length === 0) &&
    ([one, other].some((type) => type.includes('|')) ||
      [...more, ...less].every((word) => /^(?:null|None)$/.test(word)));
  return isStructure || isPart || ![...more, ...less].every((word) => KNOWN.test(word)) ? 'perhaps' : 'different';
}

/** `undefined` for prose. */
function wordsOfType(type: string): readonly string[] | undefined {
  const text = type.replaceAll(/["'`]([A-Za-z_][\w.]*)["'`]/g, '$1');
  for (const [, one = '', other = ''] of text.matchAll(/([\w$]+)\s+(?=([\w$]+))/g)) {
    if (!OPERATORS.test(one) && !OPERATORS.test(other)) return undefined;
  }
  const words = text
    .replaceAll(/(?:[A-Za-z_$][\w$]*\.)+(?=[A-Za-z_$])/g, '')
    .replaceAll(/[A-Za-z_$][\w$]*\s*\??\s*:/g, '')
    .replaceAll(/\[\s*\]/g, ' Array ')
    .match(/[A-Za-z_$][\w$]*|\d+/g);
  return (words ?? []).flatMap((word) => (OPERATORS.test(word) ? [] : (SAME_WORD.get(word) ?? word) || []));
}

/** The words of one list that the other has not, each as often as it is missing. */
function without(words: readonly string[], others: readonly string[]): readonly string[] {
  const rest = [...others];
  return words.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
