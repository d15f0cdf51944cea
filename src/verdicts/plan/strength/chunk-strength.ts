import { acceptanceCommandsOf, redFirstCommandsOf } from '../../../contract/acceptance-commands.ts';
import type { DataPath } from '../../../contract/document.ts';
import type { Check, Chunk, Condition, Contract, Gate } from '../../../contract/model.ts';
import { requirementsOf } from '../../../contract/requirements.ts';
import { canGateNeverFail, whyCheckAlwaysHolds } from './always-holds.ts';

/**
 * What a requirement says about the work of a chunk.
 *
 * - `fails`: it fails where the work has not begun
 * - `first`: a command that a run requires to fail there
 * - `guard`: it holds there and has to stay
 * - `vacuous`: it holds there, or always, so that it says nothing about the work
 * - `unknown`: files do not answer it
 */
export type RequirementRole = 'fails' | 'first' | 'guard' | 'vacuous' | 'unknown';

export interface RequirementStrength {
  readonly at: DataPath;
  readonly message: string;
  readonly role: RequirementRole;
  /** Why it is vacuous, as the end of a sentence. */
  readonly reason?: string | undefined;
}

/** [BITE-2] How much of a chunk's work its requirements can notice. */
export interface ChunkStrength {
  readonly chunk: string;
  /** How many requirements fail where the work has not begun, of those that can say something about the work. */
  readonly failing: number;
  readonly total: number;
  readonly requirements: readonly RequirementStrength[];
  /** What raises the strength, as sentences, the best first. */
  readonly advice: readonly string[];
}

/** Whether requirements hold in the tree in which the work has not begun; `undefined` if files do not show it. */
export interface BaseAnswers {
  readonly holds: (path: DataPath) => boolean | undefined;
  readonly conditionHolds: (condition: Condition) => boolean;
}

/** The checks of the shape of code. One that holds without being created protects what is there. */
const CHECKS_OF_SHAPE: ReadonlySet<string> = new Set([
  'export_exists',
  'function_exists',
  'signature_match',
  'type_matches',
]);

/** [BITE-2] Measures what the requirements of a chunk say about its work. */
export function measureStrength(
  contract: Contract,
  chunk: Chunk,
  gates: readonly Gate[],
  base: BaseAnswers,
): ChunkStrength {
  const position = contract.chunks.indexOf(chunk);
  const requirements: readonly RequirementStrength[] = [
    ...requirementsOf(contract, chunk)
      .filter(({ assertion }) => assertion.type === 'assert')
      .map(({ assertion, origin }): RequirementStrength => {
        const known = { at: origin, message: assertion.message };
        return { ...known, ...judgeCheck(assertion.check, base.holds(origin)) };
      }),
    ...chunk.postconditions.map((condition, index): RequirementStrength => ({
      at: ['chunks', position, 'postconditions', index],
      message: `${condition.kind} ${condition.path}`,
      ...judgeCondition(base.conditionHolds(condition)),
    })),
    ...acceptanceCommandsOf(chunk).map((command, index): RequirementStrength => ({
      at: ['chunks', position, 'acceptanceCommands', index],
      message: command,
      role: redFirstCommandsOf(chunk).includes(command) ? 'first' : 'unknown',
    })),
    ...gates.filter(canGateNeverFail).map((gate): RequirementStrength => ({
      at: contract.gates.includes(gate) ? ['gates', contract.gates.indexOf(gate)] : ['chunks', position, 'gates'],
      message: `gate ${gate.id}`,
      role: 'vacuous',
      reason: 'nothing in it can fail',
    })),
  ];
  const counted = requirements.filter(({ role }) => role !== 'guard' && role !== 'unknown');
  const failing = counted.filter(({ role }) => role !== 'vacuous');
  return {
    chunk: chunk.id,
    failing: failing.length,
    total: counted.length,
    requirements,
    advice: adviceFor(chunk, requirements),
  };
}

function judgeCheck(check: Check, holds: boolean | undefined): Pick<RequirementStrength, 'role' | 'reason'> {
  const reason = whyCheckAlwaysHolds(check);
  if (holds === false) return reason === undefined ? { role: 'fails' } : { role: 'fails', reason };
  if (check['not'] === true || check['count'] === 0) return { role: 'guard' };
  if (reason !== undefined) return { role: 'vacuous', reason };
  if (holds === undefined) return { role: 'unknown' };
  if (CHECKS_OF_SHAPE.has(check.type)) return { role: 'guard' };
  return {
    role: 'vacuous',
    reason: check.type === 'creates' ? 'the export exists before the work' : 'it holds before the work',
  };
}

/** What does not exist has to stay away, and what exists has to stay. */
function judgeCondition(holds: boolean): Pick<RequirementStrength, 'role'> {
  return { role: holds ? 'guard' : 'fails' };
}

function adviceFor(chunk: Chunk, requirements: readonly RequirementStrength[]): readonly string[] {
  const hasFirst = requirements.some(({ role }) => role === 'first');
  const hasCommands = chunk.acceptanceCommands.length > 0;
  const isWeakShape = chunk.creates.length > 0 && chunk.functions.length + chunk.types.length === 0;
  return [
    ...(hasCommands && !hasFirst ? ['Let the acceptance commands fail first (redFirst: true).'] : []),
    ...(hasCommands ? [] : ['Add an acceptance command that fails until the work is done, such as a test of it.']),
    ...(isWeakShape ? ['State the signature or the members of what the chunk creates.'] : []),
  ];
}

/** The strength in one line, for people. */
export function describeStrength({ failing, total, requirements }: ChunkStrength): string {
  const guards = requirements.filter(({ role }) => role === 'guard').length;
  const first = requirements.filter(({ role }) => role === 'first').length;
  const details = [
    ...(first === 0 ? [] : [`${first} by a command that must fail first`]),
    ...(guards === 0 ? [] : [`${guards} more that protect what exists`]),
  ];
  return `${failing} of ${total} requirements fail before the work${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}
