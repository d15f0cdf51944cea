import { HoldfastError } from '../../shared/errors.ts';

const PLACEHOLDER = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Puts the values of named environment variables in the place of `${env:NAME}`; a missing one is an error. */
export async function withEnvironment(
  text: string,
  what: string,
  environment: (name: string) => string | undefined | Promise<string | undefined>,
): Promise<string> {
  const values = new Map<string, string>();
  for (const match of text.matchAll(PLACEHOLDER)) {
    const name = match[1] ?? '';
    const value = await environment(name);
    if (value === undefined) {
      throw new HoldfastError('configuration', `Failed to fill in ${what}: the environment has no ${name}`, {
        hint: `Set the environment variable ${name} and check again.`,
      });
    }
    values.set(name, value);
  }
  return text.replaceAll(PLACEHOLDER, (_whole, name: string) => values.get(name) ?? '');
}
