import type { ConfinedCommand } from '../confinement/confine-command.ts';

type Variables = Readonly<Record<string, string>>;

/** The variables that load code into every program, `LD_PRELOAD` for example. */
const LOADER_VARIABLE = /^(?:LD_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH)$/;

/**
 * [CONF-2] Sets the variables of the system's loader inside the sandbox: they may name a library that a command has written,
 * and the program of the sandbox would load it outside. macOS itself removes such variables for its sandbox.
 */
export function setLoaderVariablesInside(
  { kind, prefix }: Pick<ConfinedCommand, 'kind' | 'prefix'>,
  environment: Variables,
): { readonly prefix: readonly string[]; readonly environment: Variables } {
  if (kind !== 'bubblewrap') return { prefix, environment };
  const isInside = ([name]: readonly [string, string]): boolean => LOADER_VARIABLE.test(name);
  const all = Object.entries(environment);
  const options = all.filter(isInside).flatMap(([name, value]) => ['--setenv', name, value]);
  return {
    // Before the `--`.
    prefix: [...prefix.slice(0, -1), ...options, ...prefix.slice(-1)],
    environment: Object.fromEntries(all.filter((one) => !isInside(one))),
  };
}
