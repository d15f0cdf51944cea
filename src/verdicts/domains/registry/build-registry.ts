import type { Problem } from '../../../contract/document.ts';
import { didYouMean } from '../../../foundation/name-suggestions.ts';
import { registerConstraints } from './constraint-expressions.ts';
import { createRule, declareMessage } from './create-rules.ts';
import type { InterfaceDocument } from './interface-document.ts';
import { placeDefinitions, type PlacedDefinition } from './placed-definition.ts';
import type { InterfaceRegistry, RegisteredInterface } from './registry.ts';
import { resolveSharedParameters } from './shared-parameters.ts';
import type { ParameterRule } from './value-rule.ts';

export interface BuiltRegistry {
  readonly registry: InterfaceRegistry;
  /** With the problems between definitions added. A document with errors has no value. */
  readonly documents: readonly InterfaceDocument[];
}

/**
 * Combines the files of a tree: finds conflicts between definitions, unknown references, and expressions that do not fit
 * [ASSERT-XDOM-001]. Definitions with errors stay out of the registry.
 */
export function buildRegistry(documents: readonly InterfaceDocument[]): BuiltRegistry {
  const problems = new Map<string, Problem[]>(documents.map(({ file }) => [file, []]));
  const placed = documents.flatMap((document) => placeDefinitions(document, problems));
  const byId = new Map<string, PlacedDefinition>();
  for (const one of placed) {
    const earlier = byId.get(one.definition.id);
    if (earlier === undefined) byId.set(one.definition.id, one);
    else reportConflict(one, earlier);
  }
  // The ids of a file with errors are unknown, so a missing interface may be one of them.
  const isComplete = documents.every(({ value }) => value !== undefined);
  for (const one of byId.values()) checkReferences(one, byId, isComplete);
  const parameters = resolveSharedParameters(byId, isComplete);
  const interfaces = new Map<string, RegisteredInterface>();
  for (const [id, one] of byId) interfaces.set(id, register(one, parameters.get(id) ?? new Map()));
  return {
    registry: { interfaces },
    documents: documents.map((document) => withProblems(document, problems.get(document.file) ?? [])),
  };
}

function reportConflict(one: PlacedDefinition, earlier: PlacedDefinition): void {
  const report = (here: PlacedDefinition, other: PlacedDefinition): void => {
    const { line } = other.document.rangeOf([...other.path, 'id']).start;
    const place = `${other.document.file}:${line}`;
    const { version } = other.definition;
    here.error('conflict', `it is also defined in ${place}, as version ${version}. Keep one definition.`, ['id']);
  };
  report(one, earlier);
  report(earlier, one);
}

function checkReferences(
  { definition, error }: PlacedDefinition,
  byId: ReadonlyMap<string, PlacedDefinition>,
  isComplete: boolean,
): void {
  definition.references.forEach(({ interface: id, version }, index) => {
    const target = byId.get(id)?.definition;
    if (target === undefined) {
      if (!isComplete) return;
      error('unknown-reference', `unknown interface "${id}".${didYouMean(id, byId.keys())}`, [
        'references',
        index,
        'interface',
      ]);
    } else if (version !== undefined && version !== target.version) {
      const message = `it was written for version ${version} of "${id}", but the registry has version ${target.version}. Check what changed, then update the version.`;
      error('version-mismatch', message, ['references', index, 'version']);
    }
  });
}

function register(one: PlacedDefinition, parameters: ReadonlyMap<string, ParameterRule>): RegisteredInterface {
  const { definition, locationOf } = one;
  const { id, version, title, description, owners, messages } = definition;
  const messageProperties = new Map(
    Object.entries(messages.properties).map(([name, rule]) => [
      name,
      createRule(name, rule, locationOf(['messages', 'properties', name])),
    ]),
  );
  return {
    id,
    version,
    title,
    description,
    owners,
    parameters,
    messageProperties,
    declaredMessages: new Map(
      Object.keys(messages.declared).map((name) => [name, declareMessage(one, name, messageProperties)]),
    ),
    closed: messages.closed,
    constraints: registerConstraints(one, parameters, messageProperties),
    location: locationOf(['id']),
  };
}

function withProblems(document: InterfaceDocument, added: readonly Problem[]): InterfaceDocument {
  if (added.length === 0) return document;
  const problems = [...document.problems, ...added].sort((a, b) => a.range.start.offset - b.range.start.offset);
  return { ...document, value: undefined, problems };
}
