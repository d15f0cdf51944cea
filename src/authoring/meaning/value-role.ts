import type { DataPath } from '../../contract/document.ts';
import { childOf, nodeAt, textOf, type SourceNode } from '../../contract/source/source-node.ts';

/** What a text value of a contract names. */
export type ValueRole =
  | 'chunk'
  | 'chunk-id'
  | 'export'
  | 'created-export'
  | 'file'
  | 'gate'
  | 'gate-id'
  | 'resource'
  | 'subject'
  | 'signature'
  | 'command'
  | 'check-type';

/** The roles of values by their paths. `*` is any step; `**` at the start is any prefix. */
const ROLES: readonly (readonly [pattern: string, role: ValueRole])[] = [
  ['chunks.*.id', 'chunk-id'],
  ['chunks.*.dependsOn.*', 'chunk'],
  ['chunks.*.supersedes.*', 'chunk'],
  ['chunks.*.consumes.*', 'export'],
  ['chunks.*.creates.*', 'created-export'],
  ['chunks.*.gates.*', 'gate'],
  ['gates.*.id', 'gate-id'],
  ['chunks.*.allowedFiles.*', 'file'],
  ['chunks.*.forbiddenFiles.*', 'file'],
  ['chunks.*.contextFiles.*', 'file'],
  ['**.preconditions.*.path', 'file'],
  ['**.postconditions.*.path', 'file'],
  ['verify.requires.*.path', 'file'],
  ['attempt.copy.*', 'file'],
  ['resources.*.location', 'file'],
  ['resources.*.schema', 'file'],
  ['**.functions.*.name', 'created-export'],
  ['**.types.*.name', 'created-export'],
  ['**.functions.*.file', 'file'],
  ['**.types.*.file', 'file'],
  ['**.functions.*.signature', 'signature'],
  ['**.check.type', 'check-type'],
  ['**.check.file', 'file'],
  ['**.check.schema', 'file'],
  ['**.check.files.*', 'file'],
  ['build.command', 'command'],
  ['verify.command', 'command'],
  ['steps.*.command', 'command'],
  ['gates.*.command', 'command'],
  ['attempt.setup', 'command'],
  ['attempt.setup.*', 'command'],
  ['chunks.*.acceptanceCommands.*', 'command'],
  ['chunks.*.acceptanceCommands.*.command', 'command'],
  // The configuration of the pipeline.
  ['safetyCriticalModules.*', 'file'],
  ['architecturalRules.*.from', 'file'],
  ['architecturalRules.*.from.*', 'file'],
  ['architecturalRules.*.to', 'file'],
  ['architecturalRules.*.to.*', 'file'],
  // Also of domain services and scenarios.
  ['contextFiles.*', 'file'],
  ['services.*.primary.*', 'file'],
];

/** The checks whose target is an export. The target of all others is a file or the id of a resource or step. */
const EXPORT_CHECKS = new Set(['export_exists', 'creates', 'function_exists', 'signature_match', 'type_matches']);
/** The checks whose target is neither. */
const OTHER_CHECKS = new Set(['http_status', 'interface_constraint', 'custom']);
/** The checks whose expected value is a signature. */
const SIGNATURE_CHECKS = new Set(['signature_match', 'function_exists']);

/** What the value at a path of the contract model names; undefined for a value that names nothing. */
export function findRole(root: SourceNode | undefined, path: DataPath): ValueRole | undefined {
  const key = path.findLast((step) => typeof step === 'string');
  const found =
    key === undefined ? undefined : ROLES_BY_KEY.get(key)?.find(({ steps }) => matchesPath(steps, path))?.role;
  if (found !== undefined) return found;
  if (path.at(-2) !== 'check' || (key !== 'target' && key !== 'expected')) return undefined;
  const type = textOf(childOf(nodeAt(root, path.slice(0, -1)), 'type'));
  if (key === 'expected') return type !== undefined && SIGNATURE_CHECKS.has(type) ? 'signature' : undefined;
  if (type === undefined || OTHER_CHECKS.has(type)) return type === 'http_status' ? 'resource' : undefined;
  return EXPORT_CHECKS.has(type) ? 'export' : 'subject';
}

interface RolePattern {
  readonly steps: readonly string[];
  readonly role: ValueRole;
}

/** The patterns by their last key, because every value of a file is compared with them. */
const ROLES_BY_KEY: ReadonlyMap<string, readonly RolePattern[]> = groupByKey();

function groupByKey(): ReadonlyMap<string, readonly RolePattern[]> {
  const groups = new Map<string, RolePattern[]>();
  for (const [pattern, role] of ROLES) {
    const steps = pattern.split('.');
    const key = steps.findLast((step) => step !== '*') ?? '';
    groups.set(key, [...(groups.get(key) ?? []), { steps, role }]);
  }
  return groups;
}

function matchesPath([first, ...others]: readonly string[], path: DataPath): boolean {
  const matches = (steps: readonly (string | undefined)[], part: DataPath): boolean =>
    steps.length === part.length && steps.every((step, index) => step === '*' || step === part[index]);
  if (first !== '**') return matches([first, ...others], path);
  return path.length >= others.length && matches(others, path.slice(path.length - others.length));
}
