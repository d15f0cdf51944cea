import { availableParallelism, loadavg } from 'node:os';

/** The processor time of `work` on the machine that the limits of the suites were chosen for, in milliseconds. */
const REFERENCE_MS = 60;
const ROUNDS = 5;
const VARIABLE = 'HOLDFAST_TEST_PROCESSOR_FACTOR';

/**
 * How many times longer a test may take on this machine than its limit says, at least 1. It grows with the processor time
 * that fixed work needs, and with the number of processes that wait for a core.
 */
export function slowness(): number {
  const waiting = (loadavg()[0] ?? 0) / availableParallelism();
  return processorFactor() * Math.max(1, waiting);
}

/** Variables for a child process, so that it does not measure the processor again. */
export function processorFactorVariables(): Readonly<Record<string, string>> {
  return { [VARIABLE]: String(processorFactor()) };
}

/**
 * A limit in milliseconds that was chosen on the machine of `REFERENCE_MS`, for this machine: longer or shorter, as its
 * processor is slower or faster now.
 */
export function limitOfMachine(limitMs: number): number {
  return (limitMs * measure()) / REFERENCE_MS;
}

let measured: number | undefined;

function processorFactor(): number {
  const inherited = Number(process.env[VARIABLE]);
  measured ??= inherited >= 1 ? inherited : Math.max(1, measure() / REFERENCE_MS);
  return measured;
}

/** The best of several rounds, in milliseconds of processor time: other processes disturb some of them. */
function measure(): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...rounds);
}

/** Fills and sorts memory, as tests do: a loop over a few numbers would not notice slow memory. */
function work(): void {
  let seed = 1;
  const numbers = Array.from({ length: 200_000 }, () => (seed = (seed * 48_271) % 2_147_483_647));
  const groups = new Map<string, number>();
  for (const number of numbers.sort((left, right) => left - right)) {
    const key = String(number % 10_007);
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
}
