import path from 'node:path';
import { DOMAINS_FILE } from '../../../workspace/configuration/shared-files.ts';
import { runConformance } from '../conformance/run-conformance.ts';
import type { ConformanceReport } from '../conformance/conformance-report.ts';
import type { ServiceDeclaration } from '../declarations/domain-declarations.ts';
import { requireDomainDeclarations } from '../declarations/domains-document.ts';
import { openDomainServices, type DomainServices } from '../open-domain-services.ts';
import { DomainServiceError } from '../service/service-error.ts';
import { serveTypeScript } from '../typescript/serve-typescript.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { splitCommand } from '../../../workspace/processes/split-command.ts';
import type { CommandRules } from '../../../workspace/processes/command-rules.ts';
import type { DomainServiceStatus, DomainTestOptions, ServeDomainOptions } from '../domain-types.ts';
import type { InterfaceFindings, InterfaceFindingsOptions } from '../interface-types.ts';
import { readRegistry, type RegistryReading } from '../registry/read-registry.ts';
import type { EvaluatedInterfaces } from './evaluate-interfaces.ts';
import type { InterfaceTrees } from '../../analysis/analysis.ts';
import type { Configuration } from '../../../workspace/configuration/configuration.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import type { Repository } from '../../../workspace/repository.ts';

const DEFAULT_TEST_SECONDS = 60;

/** Domain services, and the interface definitions that they are compared with. */
export interface Domains {
  /**
   * Starts every domain service that `.holdfast/domains.yaml` declares, and reports what each says about itself. Throws
   * `configuration` if the file has errors, `untrusted` in an untrusted workspace.
   */
  list(signal: AbortSignal): Promise<readonly DomainServiceStatus[]>;
  /** Examines whether a command is a domain service that follows the protocol. Throws `process` if it does not start. */
  test(options: DomainTestOptions): Promise<ConformanceReport>;
  /** Serves a built-in domain service until its input ends. */
  serve(options: ServeDomainOptions): Promise<void>;
  /** The interface definitions of the folder with their problems, unsaved text included. Runs nothing. */
  readRegistry(): Promise<RegistryReading>;
  /**
   * Compares the files on disk with the interface definitions, with the values that the declared domain services extract.
   * Starts and ends the services.
   * @throws HoldfastError `configuration` if a definition or a declaration has errors, `untrusted` in a restricted
   * workspace with declared services
   */
  compareInterfaces(options?: InterfaceFindingsOptions): Promise<InterfaceFindings>;
}

/** What the domain services of a folder use. */
export interface DomainSources {
  readonly tree: SourceTree;
  readonly secrets: { redactReport<Report>(report: Report): Report };
  repository(): Promise<Repository>;
  configuration(): Promise<Configuration>;
  /** Compares the artifacts of a tree with the interface definitions of another one. */
  evaluateInterfaces(trees: InterfaceTrees, signal: AbortSignal): Promise<EvaluatedInterfaces>;
}

/** What domain services are started with. */
export interface DomainEdges {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Absolute path of Holdfast's own folder. */
  readonly storage: string;
  readonly trusted: () => boolean;
  readonly clock: Clock;
  readonly log: (level: 'info', message: string) => void;
}

/** The domain services of one folder. */
export class FolderDomains implements Domains {
  readonly #sources: DomainSources;
  readonly #edges: DomainEdges;

  constructor(sources: DomainSources, edges: DomainEdges) {
    this.#sources = sources;
    this.#edges = edges;
  }

  async list(signal: AbortSignal): Promise<readonly DomainServiceStatus[]> {
    const { folder, storage, clock, log } = this.#edges;
    const trusted = this.#edges.trusted();
    const declarations = requireDomainDeclarations(await this.#sources.tree.readText(DOMAINS_FILE));
    const { passedVariables, confinement } = await this.#commandRules();
    const starts = trusted && declarations.services.length > 0;
    await using opened = openDomainServices({
      scratch: starts ? await (await this.#sources.repository()).openScratchFolder(signal) : undefined,
      declarations,
      root: folder,
      commit: null,
      storage,
      trusted,
      confinement,
      environment: passedVariables,
      signal,
      clock,
      log: (line) => log('info', line),
    });
    const statuses: DomainServiceStatus[] = [];
    for (const declaration of declarations.services) statuses.push(await queryStatus(opened, declaration));
    return statuses;
  }

  async test(options: DomainTestOptions): Promise<ConformanceReport> {
    const { folder, storage, clock } = this.#edges;
    const { command, root = folder, timeoutSeconds = DEFAULT_TEST_SECONDS, signal, onCase } = options;
    this.#requireTrust();
    await using scratch = await (await this.#sources.repository()).openScratchFolder(signal);
    const { passedVariables, confinement } = await this.#commandRules();
    return await runConformance({
      command,
      folder,
      root,
      interfaces: [],
      storage,
      timeoutMs: timeoutSeconds * 1000,
      rules: {
        passedVariables,
        confinement: confinement && {
          ...confinement,
          tree: scratch.path,
          visible: [...confinement.visible, root, ...listNamedFolders(command)],
        },
      },
      clock,
      signal,
      onCase,
    });
  }

  async serve({ input, output, signal }: ServeDomainOptions): Promise<void> {
    this.#requireTrust();
    const { passedVariables, confinement } = await this.#commandRules();
    await serveTypeScript({
      input,
      output,
      signal,
      log: (line) => this.#edges.log('info', line),
      rulesFor: (root) => ({
        passedVariables,
        confinement: confinement === undefined ? undefined : { ...confinement, tree: root },
      }),
    });
  }

  readRegistry(): Promise<RegistryReading> {
    return readRegistry(this.#sources.tree);
  }

  async compareInterfaces({ signal }: InterfaceFindingsOptions = {}): Promise<InterfaceFindings> {
    const { folder } = this.#edges;
    const { findings, notes, compared, absences, services } = await this.#sources.evaluateInterfaces(
      { root: folder, termsFolder: folder },
      signal ?? new AbortController().signal,
    );
    return this.#sources.secrets.redactReport({ findings, notes, compared, absences, services });
  }

  #requireTrust(): void {
    if (this.#edges.trusted()) return;
    throw new HoldfastError('untrusted', 'Failed to start a domain service: the workspace is not trusted', {
      hint: 'Trust the workspace to run its programs.',
    });
  }

  async #commandRules(): Promise<CommandRules> {
    const { environment, confinement } = await this.#sources.configuration();
    const view = await (await this.#sources.repository()).viewUserTree();
    return {
      passedVariables: environment,
      confinement: { ...confinement, ...view, tree: this.#edges.folder, network: false },
    };
  }
}

async function queryStatus(services: DomainServices, declaration: ServiceDeclaration): Promise<DomainServiceStatus> {
  const { domain, primary = [] } = declaration;
  const status = { domain, source: sourceOf(declaration), primary };
  try {
    const facts = await services.factsOf(domain);
    return { ...status, facts, health: await services.call(domain, 'health', {}) };
  } catch (thrown) {
    if (!(thrown instanceof DomainServiceError)) throw thrown;
    const { fault, message, hint } = thrown;
    return { ...status, problem: { fault, message, hint } };
  }
}

function sourceOf({ command, address, builtin }: ServiceDeclaration): string {
  if (builtin !== undefined) return 'built in';
  return command ?? address ?? '';
}

/** The person has named the command, so its files are shown. */
function listNamedFolders(command: string | readonly string[]): readonly string[] {
  return (typeof command === 'string' ? splitCommand(command) : command)
    .filter((word) => path.isAbsolute(word))
    .map((word) => path.dirname(word));
}
