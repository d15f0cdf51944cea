import { slowness } from './machine-speed.ts';

const TICK_MS = 1_000;

/**
 * Calls `timeUp` when `limitMs` have passed on a machine of normal speed. Time on a slow or busy machine counts less: a
 * machine that becomes busy for some minutes extends the limit by most of them.
 */
export function startMachineTimer(
  limitMs: number,
  timeUp: () => void,
  options: { readonly tickMs?: number; readonly slowness?: () => number } = {},
): Disposable {
  const { tickMs = TICK_MS } = options;
  const currentSlowness = options.slowness ?? slowness;
  let used = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    used += (now - last) / currentSlowness();
    last = now;
    if (used < limitMs) return;
    clearInterval(timer);
    timeUp();
  }, tickMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
