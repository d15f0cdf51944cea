import path from 'node:path';
import { DOMAINS_FILE } from '../configuration/shared-files.ts';
import { runConformance } from '../domains/conformance/run-conformance.ts';
import type { ConformanceReport } from '../domains/conformance/conformance-report.ts';
import type { ServiceDeclaration } from '../domains/declarations/domain-declarations.ts';
import { requireDomainDeclarations } from '../domains/declarations/domains-document.ts';
import { openDomainServices, type DomainServices } from '../domains/open-domain-services.ts';
import { DomainServiceError } from '../domains/service/service-error.ts';
import { serveTypeScript } from '../domains/typescript/serve-typescript.ts';
import { HoldfastError } from '../shared/errors.ts';
import { splitCommand } from '../workspace/processes/split-command.ts';
import type { CommandRules } from '../workspace/processes/command-rules.ts';
import type { DomainServiceStatus, DomainTestOptions, ServeDomainOptions } from './api/domain-types.ts';
import type { EngineOptions } from './api/engine-options.ts';
import type { EngineServices } from './services/engine-services.ts';

const DEFAULT_TEST_SECONDS = 60;

/** Starts every service that the working tree declares, and reports what each says about itself. */
export async function listDomainServices(
  options: EngineOptions,
  services: EngineServices,
  signal: AbortSignal,
): Promise<readonly DomainServiceStatus[]> {
  const declarations = requireDomainDeclarations(await services.tree.readText(DOMAINS_FILE));
  const { passedVariables, confinement } = await commandRules(options, services);
  const starts = options.trusted() && declarations.services.length > 0;
  await using opened = openDomainServices({
    scratch: starts ? await (await services.repository()).openScratchFolder(signal) : undefined,
    declarations,
    root: options.folder,
    commit: null,
    storage: options.storage,
    trusted: options.trusted(),
    confinement,
    environment: passedVariables,
    signal,
    clock: options.clock,
    log: (line) => options.log('info', line),
  });
  const statuses: DomainServiceStatus[] = [];
  for (const declaration of declarations.services) statuses.push(await queryStatus(opened, declaration));
  return statuses;
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

/** Examines whether a command is a domain service that follows the protocol. */
export async function testDomainService(
  options: EngineOptions,
  services: EngineServices,
  { command, root = options.folder, timeoutSeconds = DEFAULT_TEST_SECONDS, signal, onCase }: DomainTestOptions,
): Promise<ConformanceReport> {
  requireTrust(options);
  await using scratch = await (await services.repository()).openScratchFolder(signal);
  const { passedVariables, confinement } = await commandRules(options, services);
  return await runConformance({
    command,
    folder: options.folder,
    root,
    interfaces: [],
    storage: options.storage,
    timeoutMs: timeoutSeconds * 1000,
    rules: {
      passedVariables,
      confinement: confinement && {
        ...confinement,
        tree: scratch.path,
        visible: [...confinement.visible, root, ...listNamedFolders(command)],
      },
    },
    clock: options.clock,
    signal,
    onCase,
  });
}

/** Serves a built-in service to another program. */
export async function serveDomainService(
  options: EngineOptions,
  services: EngineServices,
  { input, output, signal }: ServeDomainOptions,
): Promise<void> {
  requireTrust(options);
  const { passedVariables, confinement } = await commandRules(options, services);
  await serveTypeScript({
    input,
    output,
    signal,
    log: (line) => options.log('info', line),
    rulesFor: (root) => ({
      passedVariables,
      confinement: confinement === undefined ? undefined : { ...confinement, tree: root },
    }),
  });
}

/** The person has named the command, so its files are shown. */
function listNamedFolders(command: string | readonly string[]): readonly string[] {
  return (typeof command === 'string' ? splitCommand(command) : command)
    .filter((word) => path.isAbsolute(word))
    .map((word) => path.dirname(word));
}

function requireTrust({ trusted }: EngineOptions): void {
  if (trusted()) return;
  throw new HoldfastError('untrusted', 'Failed to start a domain service: the workspace is not trusted', {
    hint: 'Trust the workspace to run its programs.',
  });
}

async function commandRules({ folder }: EngineOptions, services: EngineServices): Promise<CommandRules> {
  const { environment, confinement } = await services.configuration();
  const view = await (await services.repository()).viewUserTree();
  return { passedVariables: environment, confinement: { ...confinement, ...view, tree: folder, network: false } };
}
