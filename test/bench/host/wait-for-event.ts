interface EventWait {
  /** Subscribes to an event. */
  readonly subscribe: (listener: () => void) => { dispose(): unknown };
  /** Whether what is waited for is there. Called at each event. */
  readonly holds: () => boolean;
  /** What is waited for, for the message. */
  readonly what: string;
  readonly limitMs?: number;
}

const defaultLimitMs = 60_000;

/**
 * Resolves to the time (milliseconds since 1970) of the first event at which a condition holds.
 *
 * @throws Error that names what did not come within the limit
 */
export function waitForEvent({ subscribe, holds, what, limitMs = defaultLimitMs }: EventWait): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      listener.dispose();
      reject(new Error(`${what} did not come within ${limitMs / 1000} s`));
    }, limitMs);
    const listener = subscribe(() => {
      if (!holds()) return;
      clearTimeout(timer);
      listener.dispose();
      resolve(performance.timeOrigin + performance.now());
    });
  });
}
