import type { InterfaceRegistry } from './registry.ts';

/** What a service looks for in artifacts, for `extract_interfaces`. */
export interface RegistryQuery {
  readonly id: string;
  readonly version: number;
  /** The names of the parameters. */
  readonly parameters: string[];
  /** The names of the properties that messages have. */
  readonly messageProperties: string[];
}

/** Lists every interface of the registry for the services. */
export function createInterfaceQueries({ interfaces }: InterfaceRegistry): readonly RegistryQuery[] {
  return [...interfaces.values()].map(({ id, version, parameters, messageProperties }) => ({
    id,
    version,
    parameters: [...parameters.keys()],
    messageProperties: [...messageProperties.keys()],
  }));
}
