import { HoldfastError, throwIfCancelled } from '../../foundation/errors.ts';
import type { DomainDeclarations } from './declarations/domain-declarations.ts';
import { DeclaredService, type DomainServicesOptions } from './declared-service.ts';
import type { DomainExtraction } from './extraction/extracted-interfaces.ts';
import type { Diagnostic, SimulationFailure } from './protocol/diagnostics.ts';
import type { Capability, InterfaceQuery, MethodParams, MethodResult, ServiceFacts } from './protocol/methods.ts';
import type { RequestTarget } from './service/domain-service.ts';
import { DomainServiceError } from './service/service-error.ts';

/** A service that did not take part, and why. It goes into the pull request and the audit trail [ASSERT-EXT-002]. */
export interface ServiceWarning {
  readonly domain: string;
  /** A sentence for people. */
  readonly message: string;
}

export interface DomainFacts extends ServiceFacts {
  /** Whether the declaration names primary globs. */
  readonly isPrimary: boolean;
}

export interface DomainDiagnostic extends Diagnostic {
  readonly domain: string;
}

export interface DomainSimulationFailure extends SimulationFailure {
  readonly domain: string;
}

export interface DomainValidation {
  readonly passed: boolean;
  readonly diagnostics: readonly DomainDiagnostic[];
  /** The primary domains whose service cannot validate this tree: nothing was checked there. */
  readonly skipped: readonly ServiceWarning[];
}

export interface DomainSimulation {
  readonly passed: boolean;
  readonly failures: readonly DomainSimulationFailure[];
  /** The primary domains whose service cannot simulate this tree: nothing was run there. */
  readonly skipped: readonly ServiceWarning[];
}

/** The declared domain services of one run, for one tree. */
export interface DomainServices extends AsyncDisposable {
  readonly declarations: DomainDeclarations;
  /** The domains whose primary globs match one of the files. */
  primaryFor(files: readonly string[]): readonly string[];
  /**
   * The answers of all services to the handshake, with the interface versions that they understand. The services that are
   * primary for one of the files must be available.
   */
  facts(files?: readonly string[]): Promise<{
    readonly services: readonly DomainFacts[];
    readonly warnings: readonly ServiceWarning[];
  }>;
  /**
   * The answer of one service to the handshake.
   *
   * @throws DomainServiceError if it is not usable
   */
  factsOf(domain: string): Promise<ServiceFacts>;
  /** The diagnostics of the primary services for their files [ASSERT-CODE-001]. The code passes if none is an error. */
  validate(files: readonly string[]): Promise<DomainValidation>;
  /** The simulations of the primary services. A simulation that does not end in time is a failure. */
  simulate(files: readonly string[]): Promise<DomainSimulation>;
  /**
   * The values of interfaces from all services that are there [ASSERT-XVAL-005]. The services that are primary for one of
   * the files must be available; others are left out with a warning.
   *
   * @param interfaces what to look for, from the registry
   * @param files the changed files
   */
  extractInterfaces(
    interfaces: readonly InterfaceQuery[],
    files?: readonly string[],
  ): Promise<{ readonly extractions: readonly DomainExtraction[]; readonly warnings: readonly ServiceWarning[] }>;
  /**
   * Calls a method of one service.
   *
   * @throws DomainServiceError `unsupported-method` if the service does not have it [ASSERT-EXT-004]
   */
  call<Method extends Capability | 'health'>(
    domain: string,
    method: Method,
    params: Omit<MethodParams<Method>, 'root' | 'commit'>,
  ): Promise<MethodResult<Method>>;
  /** The same running services for another tree. Only the first object closes them. */
  forTree(root: string, commit: string | null): DomainServices;
}

/**
 * Prepares the declared services. Each is started at its first request, once for the whole run, and ended with the result
 * of this call. Every method throws a DomainServiceError if a primary service is not available or wrong [ASSERT-EXT-001],
 * and a CancelledError after the signal aborts.
 *
 * @throws HoldfastError `untrusted` if services are declared and the workspace is not trusted
 */
export function openDomainServices(options: DomainServicesOptions): DomainServices {
  const { declarations, root, commit } = options;
  if (!options.trusted && declarations.services.length > 0) {
    throw new HoldfastError('untrusted', 'Failed to start domain services: the workspace is not trusted', {
      hint: 'Trust the workspace to run the programs that .holdfast/domains.yaml names.',
    });
  }
  const services = declarations.services.map((declaration) => new DeclaredService(declaration, options));
  return new TreeServices(options, services, { root, commit }, true);
}

class TreeServices implements DomainServices {
  readonly declarations: DomainDeclarations;
  readonly #options: DomainServicesOptions;
  readonly #services: readonly DeclaredService[];
  readonly #target: RequestTarget;
  readonly #isOwner: boolean;

  constructor(
    options: DomainServicesOptions,
    services: readonly DeclaredService[],
    target: RequestTarget,
    isOwner: boolean,
  ) {
    this.declarations = options.declarations;
    this.#options = options;
    this.#services = services;
    this.#target = target;
    this.#isOwner = isOwner;
  }

  primaryFor(files: readonly string[]): readonly string[] {
    return this.#services.filter((one) => one.primaryFiles(files).length > 0).map(({ domain }) => domain);
  }

  async facts(files: readonly string[] = []): ReturnType<DomainServices['facts']> {
    const answers = await this.#callAll(files, 'handshake', async ({ service, declaration }) => {
      const facts = await service.facts(this.#target, this.#options.signal);
      return { ...facts, isPrimary: declaration.primary !== undefined };
    });
    return { services: answers.values, warnings: answers.warnings };
  }

  factsOf(domain: string): Promise<ServiceFacts> {
    return this.#requireService(domain, 'handshake').service.facts(this.#target, this.#options.signal);
  }

  async validate(files: readonly string[]): Promise<DomainValidation> {
    const { answers, skipped } = await this.#callPrimaries('validate', files);
    const diagnostics = answers.flatMap(({ domain, result }) => result.diagnostics.map((one) => ({ ...one, domain })));
    return { passed: diagnostics.every(({ severity }) => severity !== 'error'), diagnostics, skipped };
  }

  async simulate(files: readonly string[]): Promise<DomainSimulation> {
    const { answers, skipped } = await this.#callPrimaries('simulate', files);
    const failures = answers.flatMap(({ domain, result }) => {
      // A service may report that the simulation failed without saying where.
      const unnamed = { category: 'simulation', message: 'The simulation failed.' };
      const named = result.passed || result.failures.length > 0 ? result.failures : [unnamed];
      return named.map((one) => ({ ...one, domain }));
    });
    return { passed: failures.length === 0, failures, skipped };
  }

  async extractInterfaces(
    interfaces: readonly InterfaceQuery[],
    files: readonly string[] = [],
  ): ReturnType<DomainServices['extractInterfaces']> {
    const { values, warnings } = await this.#callAll(files, 'extract_interfaces', async ({ service, domain }) => {
      const { capabilities } = await service.facts(this.#target, this.#options.signal);
      if (!capabilities.includes('extract_interfaces')) return undefined;
      const params = { ...this.#target, interfaces: [...interfaces] };
      const result = await service.call('extract_interfaces', params, this.#options.signal);
      return { domain, interfaces: result.interfaces };
    });
    return { extractions: values.filter((value) => value !== undefined), warnings };
  }

  async call<Method extends Capability | 'health'>(
    domain: string,
    method: Method,
    params: Omit<MethodParams<Method>, 'root' | 'commit'>,
  ): Promise<MethodResult<Method>> {
    const declared = this.#requireService(domain, method);
    const complete = { ...params, ...this.#target } as MethodParams<Method> & RequestTarget;
    return declared.service.call(method, complete, this.#options.signal);
  }

  #requireService(domain: string, method: string): DeclaredService {
    const declared = this.#services.find((one) => one.domain === domain);
    if (declared !== undefined) return declared;
    throw new HoldfastError('not-found', `Failed to call ${method}: the domain "${domain}" has no service`, {
      hint: 'Declare it in .holdfast/domains.yaml.',
    });
  }

  forTree(root: string, commit: string | null): DomainServices {
    return new TreeServices(this.#options, this.#services, { root, commit }, false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOwner) return;
    await Promise.all(this.#services.map(({ service }) => service.close()));
    await this.#options.scratch?.[Symbol.asyncDispose]();
  }

  /** Calls a method of each primary service with the files that it is responsible for. */
  async #callPrimaries<Method extends 'validate' | 'simulate'>(
    method: Method,
    files: readonly string[],
  ): Promise<{
    readonly answers: readonly { readonly domain: string; readonly result: MethodResult<Method> }[];
    readonly skipped: readonly ServiceWarning[];
  }> {
    const answers: { domain: string; result: MethodResult<Method> }[] = [];
    const skipped: ServiceWarning[] = [];
    for (const one of this.#services) {
      const { service, domain } = one;
      const artifacts = [...one.primaryFiles(files)];
      if (artifacts.length === 0) continue;
      const params = { ...this.#target, artifacts } as unknown as MethodParams<Method> & RequestTarget;
      try {
        answers.push({ domain, result: await service.call(method, params, this.#options.signal) });
      } catch (thrown) {
        if (!(thrown instanceof DomainServiceError) || thrown.fault !== 'unsupported-method') throw thrown;
        skipped.push({ domain, message: thrown.message });
      }
    }
    return { answers, skipped };
  }

  /** Calls every service. The failure of one that is not primary for a file becomes a warning [ASSERT-EXT-002]. */
  async #callAll<Value>(
    files: readonly string[],
    method: string,
    work: (one: DeclaredService) => Promise<Value>,
  ): Promise<{ readonly values: readonly Value[]; readonly warnings: readonly ServiceWarning[] }> {
    const values: Value[] = [];
    const warnings: ServiceWarning[] = [];
    for (const one of this.#services) {
      throwIfCancelled(this.#options.signal, `call ${method} of the domain services`);
      try {
        values.push(await work(one));
      } catch (thrown) {
        if (!(thrown instanceof DomainServiceError) || one.primaryFiles(files).length > 0) throw thrown;
        const message = `The domain ${one.domain} was left out of the validation of interfaces. ${thrown.message}`;
        this.#options.log(message);
        warnings.push({ domain: one.domain, message });
      }
    }
    return { values, warnings };
  }
}
