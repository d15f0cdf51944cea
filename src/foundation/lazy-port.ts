import { memoizeUntilFailure } from './retryable-cache.ts';

/** A port whose methods can be called before its code is loaded. */
type AsyncPort<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...values: never[]) => Promise<unknown> ? Port[Name] : never;
};

/** A port whose code is loaded at the first call of a method. A failure to load it is retried at the next call. */
export function createLazyPort<Port extends AsyncPort<Port>>(load: () => Promise<Port>): Port {
  const loaded = memoizeUntilFailure(load);
  const methods = new Map<PropertyKey, (...values: readonly unknown[]) => Promise<unknown>>();
  const methodOf = (name: PropertyKey): ((...values: readonly unknown[]) => Promise<unknown>) => {
    const known = methods.get(name);
    if (known !== undefined) return known;
    const method = async (...values: readonly unknown[]): Promise<unknown> => {
      const port = await loaded();
      return Reflect.apply(Reflect.get(port, name) as () => unknown, port, values);
    };
    methods.set(name, method);
    return method;
  };
  return new Proxy({} as Port, {
    // Not a promise, although each name has a value: the port can be returned by an asynchronous function.
    get: (_, name) => (name === 'then' || typeof name === 'symbol' ? undefined : methodOf(name)),
  });
}
