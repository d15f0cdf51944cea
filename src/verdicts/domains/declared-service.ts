import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { systemClock, type Clock } from '../../foundation/clock.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ConfinementRules } from '../../workspace/confinement/confinement-rules.ts';
import { processRecordsFolder } from '../../workspace/processes/process-records.ts';
import { timeoutsOf, type DomainDeclarations, type ServiceDeclaration } from './declarations/domain-declarations.ts';
import { parseServiceAddress } from './declarations/service-address.ts';
import { DomainService } from './service/domain-service.ts';
import {
  openInProcessTransport,
  openProcessTransport,
  openSocketTransport,
  type ServiceTransport,
} from './service/transport.ts';

export interface DomainServicesOptions {
  readonly declarations: DomainDeclarations;
  /** Absolute path of the tree that the requests are about. */
  readonly root: string;
  /** The commit of the tree; `null` if it is not from a commit. */
  readonly commit: string | null;
  /**
   * Absolute path of the folder that services start in. It must not be the tree of an attempt: a model could then write
   * the service that judges it. Default: `root`.
   */
  readonly folder?: string | undefined;
  /** Holdfast's storage folder, with the records of running processes. */
  readonly storage: string;
  /** Whether code of the workspace may run. */
  readonly trusted: boolean;
  readonly confinement?: ConfinementRules | undefined;
  /**
   * [CONF-2] What services may write instead of the tree, if that is the user's own. Closed with them. Default: they may write
   * in the tree.
   */
  readonly scratch?: (AsyncDisposable & { readonly path: string }) | undefined;
  /** Names of variables that every service receives in addition to the allow list. */
  readonly environment: readonly string[];
  /** Ends every request and every service. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  readonly clock?: Clock | undefined;
  /** The number of bytes that a service may write in one request. Default: 16 MiB. */
  readonly outputLimitBytes?: number | undefined;
  /** How long a service may take to answer a cancelled request before it is ended. Default: 5 seconds. */
  readonly cancelGraceMs?: number | undefined;
}

const DEFAULT_OUTPUT_LIMIT = 16 * 1024 * 1024;
const DEFAULT_CANCEL_GRACE_MS = 5_000;

/** A declaration and its service. */
export class DeclaredService {
  readonly declaration: ServiceDeclaration;
  readonly service: DomainService;
  readonly #isPrimaryFor: (file: string) => boolean;

  constructor(declaration: ServiceDeclaration, options: DomainServicesOptions) {
    this.declaration = declaration;
    this.#isPrimaryFor = createPathMatcher(declaration.primary ?? []);
    this.service = new DomainService({
      domain: declaration.domain,
      timeouts: timeoutsOf(declaration),
      open: () => openTransport(declaration, options),
      log: options.log,
      clock: options.clock ?? systemClock,
      outputLimitBytes: options.outputLimitBytes ?? DEFAULT_OUTPUT_LIMIT,
      cancelGraceMs: options.cancelGraceMs ?? DEFAULT_CANCEL_GRACE_MS,
    });
  }

  get domain(): string {
    return this.declaration.domain;
  }

  /** The files that the service is responsible for. */
  primaryFiles(files: readonly string[]): readonly string[] {
    return files.filter((file) => this.#isPrimaryFor(file));
  }
}

async function openTransport(
  { domain, command, address, builtin, environment }: ServiceDeclaration,
  options: DomainServicesOptions,
): Promise<ServiceTransport> {
  if (builtin !== undefined) {
    const { serveTypeScript } = await import('./typescript/serve-typescript.ts');
    return openInProcessTransport((input, output, signal) =>
      serveTypeScript({
        input,
        output,
        signal,
        log: options.log,
        rulesFor: (root) => ({
          passedVariables: [...options.environment, ...environment],
          confinement: confinementIn(options, root),
        }),
      }),
    );
  }
  if (address !== undefined) {
    const parsed = parseServiceAddress(address);
    if ('problem' in parsed)
      throw new HoldfastError('configuration', `"${address}" is not an address: ${parsed.problem}`);
    return openSocketTransport(parsed.address, options.signal);
  }
  return openProcessTransport({
    name: `the domain service ${domain}`,
    command: command ?? '',
    cwd: options.folder ?? options.root,
    records: processRecordsFolder(options.storage),
    rules: {
      passedVariables: [...options.environment, ...environment],
      confinement: confinementIn(options, options.root),
    },
  });
}

function confinementIn({ confinement, scratch }: DomainServicesOptions, root: string): ConfinementRules | undefined {
  if (confinement === undefined) return undefined;
  if (scratch === undefined) return { ...confinement, tree: root };
  return { ...confinement, tree: scratch.path, visible: [...confinement.visible, root] };
}
