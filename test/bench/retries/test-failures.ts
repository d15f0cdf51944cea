/** Modules that compile and whose tests fail. `// !` marks each line that a stack frame of the test runner points at. */
export interface TestFailure {
  readonly module: string;
  /** The body of the test file. It imports the module as `subject`. */
  readonly test: string;
}

export const testFailures: Readonly<Record<string, TestFailure>> = {
  'wrong-sum': {
    module: 'export const sum = (values: number[]): number => values.reduce((a, b) => a - b, 0);',
    test: `it('adds', () => {
  assert.equal(subject.sum([1, 2]), 3); // !
});`,
  },
  'off-by-one': {
    module: 'export const range = (count: number): number[] => Array.from({ length: count - 1 }, (_, index) => index);',
    test: `it('counts', () => {
  assert.deepEqual(subject.range(3), [0, 1, 2]); // !
});`,
  },
  'thrown-error': {
    module: `export function parse(text: string): number {
  if (text === '') throw new Error('The text is empty.'); // !
  return Number(text);
}`,
    test: `it('accepts an empty text', () => {
  assert.equal(subject.parse(''), 0); // !
});`,
  },
  'property-of-undefined': {
    module: `const users: { name: string }[] = [];
export function firstName(): string {
  return users[0]!.name.trim(); // !
}`,
    test: `it('has no name', () => {
  assert.equal(subject.firstName(), ''); // !
});`,
  },
  'error-in-callback': {
    module: `export function upper(values: (string | undefined)[]): string[] {
  return values.map((value) =>
    value!.toUpperCase(), // !
  );
}`,
    test: `it('skips what is undefined', () => {
  assert.deepEqual(subject.upper(['a', undefined]), ['A']); // !
});`,
  },
  'rejected-promise': {
    module: `export async function load(): Promise<string> {
  await Promise.resolve();
  throw new Error('not loaded'); // !
}`,
    test: `it('loads', async () => {
  assert.equal(await subject.load(), 'text'); // !
});`,
  },
  'missing-export': {
    module: 'export const present = 1;',
    test: `it('exports a function', () => {
  assert.equal((subject as { absent?: () => number }).absent!(), 1); // !
});`,
  },
  'error-while-loading': {
    module: `const settings = JSON.parse('{') as { level: number }; // !
export const level = settings.level;`,
    test: `it('loads', () => {
  assert.equal(subject.level, 1);
});`,
  },
  'range-error': {
    module: `export function line(width: number): string {
  return '-'.repeat(width - 10); // !
}`,
    test: `it('draws', () => {
  assert.equal(subject.line(3), '---'); // !
});`,
  },
  'wrong-order': {
    module: 'export const sorted = (values: number[]): number[] => [...values].sort();',
    test: `describe('sorting', () => {
  it('sorts numbers', () => {
    assert.deepEqual(subject.sorted([10, 9, 1]), [1, 9, 10]); // !
  });
});`,
  },
  'wrong-text': {
    module: 'export const greet = (name: string): string => `Hello ${name}`;',
    test: `it('greets', () => {
  assert.match(subject.greet('you'), /^Hello, you!$/); // !
});`,
  },
  'no-rejection': {
    module: 'export const check = (value: number): Promise<number> => Promise.resolve(value);',
    test: `it('rejects negative numbers', async () => {
  await assert.rejects(subject.check(-1)); // !
});`,
  },
  'endless-recursion': {
    module: `export function depth(value: number): number {
  return depth(value + 1); // !
}`,
    test: `it('ends', () => {
  assert.equal(subject.depth(0), 1);
});`,
  },
  'two-failures': {
    module: `export const min = (values: number[]): number => values[0] ?? 0;
export const max = (values: number[]): number => values.at(-1) ?? 0;`,
    test: `it('finds the least', () => {
  assert.equal(subject.min([2, 1]), 1); // !
});
it('finds the greatest', () => {
  assert.equal(subject.max([2, 1]), 2); // !
});`,
  },
};
