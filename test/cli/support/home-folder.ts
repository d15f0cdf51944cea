/** Lets this process use another home folder until it is disposed. Commands in the test process read it like those of a user. */
export function useHome(folder: string): Disposable {
  const before = ['HOME', 'USERPROFILE'].map((name) => [name, process.env[name]] as const);
  for (const [name] of before) process.env[name] = folder;
  return {
    [Symbol.dispose]() {
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    },
  };
}
