import type { InterfaceEvaluation } from '../../checks/interfaces/interface-evaluation.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { DOMAINS_FILE } from '../../configuration/shared-files.ts';
import { evaluateTree, type TreeEvaluation } from '../../domains/constraints/evaluate-tree.ts';
import { requireDomainDeclarations } from '../../domains/declarations/domains-document.ts';
import { openDomainServices } from '../../domains/open-domain-services.ts';
import { requireRegistry } from '../../domains/registry/read-registry.ts';
import type { InterfaceRegistry, RegisteredInterface } from '../../domains/registry/registry.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** What the evaluation needs from the engine of a folder. */
export interface InterfaceHost {
  /** Holdfast's storage folder. */
  readonly storage: string;
  readonly trusted: () => boolean;
  readonly configuration: () => Promise<Configuration>;
  /** Absolute paths of the folders that services may only read. */
  readonly protectedFolders: () => Promise<readonly string[]>;
  readonly log: (line: string) => void;
}

/** The artifacts to evaluate, and what they are compared with. */
export interface InterfaceSubject {
  /** Absolute path of the tree with the artifacts. */
  readonly root: string;
  /** The commit of the tree; `null` if it is not from a commit. */
  readonly commit: string | null;
  /** The tree with the definitions and the declared services. A model must not have written it. */
  readonly terms: Pick<SourceTree, 'listFiles' | 'readText'>;
  /** Absolute path of the folder that the services start in. A model must not have written it either. */
  readonly servicesFolder: string;
  /** The changed files: the services that are primary for one of them must be there. */
  readonly files?: readonly string[] | undefined;
}

export interface EvaluatedInterfaces extends TreeEvaluation {
  readonly registry: InterfaceRegistry;
  /** The number of declared services. */
  readonly services: number;
}

/**
 * Starts the declared services, extracts the values of a tree, and compares them with the definitions.
 *
 * @throws HoldfastError `configuration` if a definition or a declaration has errors, `untrusted` in a restricted workspace
 */
export async function evaluateInterfaces(
  host: InterfaceHost,
  { root, commit, terms, servicesFolder, files }: InterfaceSubject,
  signal: AbortSignal,
): Promise<EvaluatedInterfaces> {
  const registry = await requireRegistry(terms);
  const declarations = requireDomainDeclarations(await terms.readText(DOMAINS_FILE));
  const { environment, confinement } = await host.configuration();
  const { mode, write } = confinement;
  await using services = openDomainServices({
    declarations,
    root,
    commit,
    folder: servicesFolder,
    storage: host.storage,
    trusted: host.trusted(),
    confinement: { mode, write, tree: root, readOnly: await host.protectedFolders(), network: false },
    environment,
    signal,
    log: host.log,
  });
  const evaluation = await evaluateTree(registry, services, files);
  return { ...evaluation, registry, services: declarations.services.length };
}

/** The result for `interface_constraint` checks, as plain data: it can be sent to the thread of the analysis. */
export function toInterfaceEvaluation(evaluated: EvaluatedInterfaces): InterfaceEvaluation {
  const definitions = [...evaluated.registry.interfaces.values()];
  const absences = definitions.flatMap(({ id, owners }) =>
    evaluated.absences
      .filter(({ domain }) => owners.includes(domain))
      .map(({ domain, message }) => ({ interface: id, domain, message })),
  );
  return {
    definitions: definitions.map((one) => ({ id: one.id, owners: one.owners, parameters: namesOf(one) })),
    findings: evaluated.findings,
    notes: [...absences, ...evaluated.notes],
    compared: evaluated.compared,
  };
}

function namesOf({ parameters, declaredMessages, constraints }: RegisteredInterface): readonly string[] {
  return ['version', ...parameters.keys(), ...declaredMessages.keys(), ...constraints.map(({ id }) => id)];
}
