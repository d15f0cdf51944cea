import type { ConstraintFinding } from './constraint-finding.ts';
import { createFinding } from './create-finding.ts';
import type { InterfaceRegistry } from '../registry/registry.ts';

/** The versions of interfaces that a service understands, from its handshake. */
export interface ServiceVersions {
  readonly domain: string;
  /** Versions by interface. A service that does not list an interface depends on no version of it. */
  readonly interfaceVersions: Readonly<Record<string, readonly number[]>>;
}

/** Finds services that do not understand the version of an interface in the registry [ASSERT-XDOM-003]. */
export function checkServiceVersions(
  registry: InterfaceRegistry,
  services: readonly ServiceVersions[],
): readonly ConstraintFinding[] {
  return services.flatMap(({ domain, interfaceVersions }) =>
    Object.entries(interfaceVersions).flatMap(([id, versions]) => {
      const definition = registry.interfaces.get(id);
      if (definition === undefined || versions.includes(definition.version)) return [];
      const { version } = definition;
      const understood = versions.length === 0 ? 'no version' : `version ${versions.join(', ')}`;
      const message = `The service ${domain} understands ${understood} of the interface ${id}, but the registry has version ${version}. Update the service, or the definition.`;
      const parts = { severity: 'blocking', interface: id, parameter: 'version', domain, message } as const;
      return [
        createFinding({ ...parts, expected: `version ${version}`, actual: understood }, definition.location, undefined),
      ];
    }),
  );
}
