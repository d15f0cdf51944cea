/** Runs `work` with additional environment variables of this process. */
export async function withVariables(
  variables: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<void> {
  const before = new Map(Object.keys(variables).map((name) => [name, process.env[name]]));
  Object.assign(process.env, variables);
  try {
    await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
}
