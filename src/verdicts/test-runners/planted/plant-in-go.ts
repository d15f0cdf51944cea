import { pick, pickNumbers, type PlantedTest, type PlantOptions } from './planted-test.ts';

const TEST = /^func (Test[A-Z]\w*)\(\w+ \*(\w+)\.T\) \{/gm;
/** The import path of an assertion package whose `Equal` takes the test first, and its local name. */
const ASSERTING = /^\s*(?:import\s+)?(?:(\w+)\s+)?"(?:[^"\n]*\/)?(assert|require)(?:\/v\d+)?"/gm;

/** Adds a test function, before the first one or at the end. */
export function plantInGo(text: string, options: PlantOptions): PlantedTest | undefined {
  const tests = [...text.matchAll(TEST)];
  const [first] = tests;
  if (first === undefined) return undefined;
  const [, title = '', testing = ''] = tests[Math.floor(options.random() * tests.length)] ?? first;
  const [one, other] = pickNumbers(options);
  const name = `${title}${other}`;
  const libraries = [...text.matchAll(ASSERTING)].flatMap(([, alias, path = '']) => {
    const local = alias ?? path;
    return text.includes(`${local}.Equal(t, `) ? [local] : [];
  });
  const [library] = libraries;
  const asserts = library !== undefined && options.throws !== true;
  const body = asserts
    ? `\t${library}.Equal(t, ${one}, ${other})\n`
    : pick(
        [
          `\tt.Fatal("got ${one}")\n`,
          `\tif got, want := ${one}, ${other}; got != want {\n\t\tt.Errorf("got %d, want %d", got, want)\n\t}\n`,
          `\tt.Log("got ${one}")\n\tt.FailNow()\n`,
        ],
        options,
      );
  const test = `func ${name}(t *${testing}.T) {\n${body}}\n`;
  const isFirst = options.random() < 0.5;
  // A comment in front of a function belongs to it.
  const start = text.slice(0, first.index).replace(/(?:(?<=^|\n)\/\/[^\n]*\n)+$/, '').length;
  const planted = isFirst
    ? `${text.slice(0, start)}${test}\n${text.slice(start)}`
    : `${text.replace(/\n*$/, '\n')}\n${test}`;
  return { text: planted, name, asserts };
}
