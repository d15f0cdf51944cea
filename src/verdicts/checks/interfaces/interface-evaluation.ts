/** A value of an artifact that does not fit an interface definition. */
export interface InterfaceFinding {
  readonly severity: 'blocking' | 'warning';
  readonly interface: string;
  /** A parameter, a message, `message.property`, or a computed constraint. */
  readonly parameter: string;
  readonly expected: string;
  readonly actual: string;
  /** The domains whose artifacts have the value, separated by `, `. */
  readonly domain: string;
  readonly message: string;
  /** Absent if several artifacts have the value. */
  readonly artifact?: { readonly artifact: string; readonly line?: number | undefined } | undefined;
}

/** The comparison of a tree with its interface definitions. */
export interface InterfaceEvaluation {
  /** What the registry defines. */
  readonly definitions: readonly {
    readonly id: string;
    /** The domains whose artifacts implement the interface. */
    readonly owners: readonly string[];
    /** The names of its parameters, declared messages and computed constraints. */
    readonly parameters: readonly string[];
  }[];
  readonly findings: readonly InterfaceFinding[];
  /** What was not compared, and why. */
  readonly notes: readonly {
    readonly interface: string;
    readonly parameter?: string | undefined;
    readonly domain?: string | undefined;
    readonly message: string;
  }[];
  /** What was compared, with the domains whose values were used. */
  readonly compared: readonly {
    readonly interface: string;
    readonly parameter: string;
    readonly domains: readonly string[];
  }[];
}

/** A part of the registry. */
export interface InterfaceSelection {
  readonly interface?: string | undefined;
  /** A parameter, a message, `message.property`, or a computed constraint. */
  readonly parameter?: string | undefined;
  readonly domain?: string | undefined;
}

/**
 * Whether a part of an evaluation belongs to a selection. A message includes its properties.
 *
 * @param domains `undefined` if the part belongs to no domain
 */
export function isSelected(
  only: InterfaceSelection,
  part: { readonly interface: string; readonly parameter?: string | undefined },
  domains: readonly string[] | undefined,
): boolean {
  const { parameter } = part;
  if (only.interface !== undefined && part.interface !== only.interface) return false;
  if (only.parameter !== undefined && parameter !== undefined) {
    if (parameter !== only.parameter && !parameter.startsWith(`${only.parameter}.`)) return false;
  }
  return only.domain === undefined || domains === undefined || domains.includes(only.domain);
}
