/** A test file with a further test that must fail. */
export interface PlantedTest {
  /** The text of the file with the test. */
  readonly text: string;
  /** A part of the test's name that nothing else has. A runner that lists failed tests prints it. */
  readonly name: string;
  /** Whether the test fails by an assertion of the file's own library. Otherwise it throws. */
  readonly asserts: boolean;
}

export interface PlantOptions {
  /** Numbers from 0 to less than 1. They choose the place, the form and the name. */
  readonly random: () => number;
  /** Whether the test has to throw instead of asserting. */
  readonly throws?: boolean | undefined;
}

/** One of several values. */
export function pick<Value>(values: readonly [Value, ...Value[]], { random }: PlantOptions): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

/** Two different numbers that no test file is likely to contain. */
export function pickNumbers({ random }: PlantOptions): readonly [number, number] {
  const first = 1_000 + Math.floor(random() * 9_000);
  return [first, first + 1 + Math.floor(random() * 1_000)];
}
