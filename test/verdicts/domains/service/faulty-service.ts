import type { DomainServicesOptions } from '../../../../src/verdicts/domains/declared-service.ts';
import { fileURLToPath } from 'node:url';
import { requireDomainDeclarations } from '../../../../src/verdicts/domains/declarations/domains-document.ts';
import { openDomainServices, type DomainServices } from '../../../../src/verdicts/domains/open-domain-services.ts';
import { DomainServiceError, type ServiceFault } from '../../../../src/verdicts/domains/service/service-error.ts';
import type { TemporaryFolder } from '../../../workspace/support/temporary.ts';
import assert from 'node:assert/strict';

const program = fileURLToPath(new URL('../../../fixtures/domains/faulty.mjs', import.meta.url));

/** The command of a service with a fault. */
export function faultyCommand(fault: string, domain = 'faulty', marker = ''): string {
  return [process.execPath, program, fault, domain, marker].map((word) => `'${word}'`).join(' ');
}

/** The entry of a service with a fault in `.holdfast/domains.yaml`. */
export function declareFaulty(fault: string, domain = 'faulty', more = '', marker = ''): string {
  return `  - { domain: ${domain}, command: "${faultyCommand(fault, domain, marker)}"${more === '' ? '' : `, ${more}`} }\n`;
}

export interface OpenedServices extends AsyncDisposable {
  readonly services: DomainServices;
  readonly log: readonly string[];
}

/** Opens declared services for a folder. */
export function openServices(
  home: TemporaryFolder,
  entries: string,
  options: Partial<DomainServicesOptions> = {},
): OpenedServices {
  const log: string[] = [];
  const services = openDomainServices({
    declarations: requireDomainDeclarations(`services:\n${entries}`),
    root: home.path,
    commit: null,
    storage: home.at('storage'),
    trusted: true,
    environment: [],
    signal: new AbortController().signal,
    log: (line) => log.push(line),
    cancelGraceMs: 50,
    ...options,
  });
  return { services, log, [Symbol.asyncDispose]: () => services[Symbol.asyncDispose]() };
}

/** Asserts that a call fails because of the service. */
export async function rejectsWithFault(call: Promise<unknown>, fault: ServiceFault, message: RegExp): Promise<void> {
  await assert.rejects(call, (thrown) => {
    assert.ok(thrown instanceof DomainServiceError, String(thrown));
    assert.equal(thrown.fault, fault);
    assert.equal(thrown.retryable, false);
    assert.match(thrown.message, message);
    return true;
  });
}
