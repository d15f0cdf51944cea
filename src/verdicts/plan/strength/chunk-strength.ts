import { acceptanceCommandsOf, redFirstCommandsOf } from '../../../contract/acceptance-commands.ts';
import type { DataPath } from '../../../contract/document.ts';
import type { Check, Chunk, Condition, Contract, Gate } from '../../../contract/model.ts';
import { requirementsOf } from '../../../contract/requirements.ts';
import { enforcementModeOf } from '../../gates/enforcement-mode.ts';
import type { PlanFix } from '../fix/plan-fix.ts';
import { planFixTitle } from '../fix/plan-fix-title.ts';
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
  /** Fixes that raise it, of which a person chooses, the best first. */
  readonly fixes: readonly PlanFix[];
}

/** Whether requirements hold in the tree in which the work has not begun; `undefined` if files do not show it. */
export interface BaseAnswers {
  readonly holds: (path: DataPath) => boolean | undefined;
  readonly conditionHolds: (condition: Condition) => boolean;
}

/** The checks of files and of the shape of code. One that holds without being created protects what is there. */
const CHECKS_OF_SHAPE: ReadonlySet<string> = new Set([
  'file_exists',
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
        const isKept = assertion.check.type === 'creates' && allowsPresent(contract, chunk);
        return { ...known, ...judgeCheck(assertion.check, base.holds(origin), isKept) };
      }),
    ...chunk.postconditions.map((condition, index): RequirementStrength => ({
      at: ['chunks', position, 'postconditions', index],
      message: `${condition.kind} ${condition.path}`,
      ...judgeCondition(base.conditionHolds(condition)),
    })),
    ...acceptanceCommandsOf(chunk).flatMap((command, index, commands): readonly RequirementStrength[] => {
      // The same command twice notices no more than once.
      if (commands.indexOf(command) < index) return [];
      const role = redFirstCommandsOf(chunk).includes(command) ? 'first' : 'unknown';
      return [{ at: ['chunks', position, 'acceptanceCommands', index], message: command, role }];
    }),
    ...gates.flatMap((gate): readonly RequirementStrength[] => {
      const judged = judgeGate(gate);
      const at = contract.gates.includes(gate)
        ? ['gates', contract.gates.indexOf(gate)]
        : ['chunks', position, 'gates'];
      return judged === undefined ? [] : [{ at, message: `gate ${gate.id}`, ...judged }];
    }),
  ];
  const counted = requirements.filter(({ role }) => role !== 'guard' && role !== 'unknown');
  const failing = counted.filter(({ role }) => role !== 'vacuous');
  return {
    chunk: chunk.id,
    failing: failing.length,
    total: counted.length,
    requirements,
    advice: adviceFor(chunk, requirements),
    fixes: [],
  };
}

/** Whether the contract says that what a chunk creates exists before it is run. */
function allowsPresent({ plan }: Contract, chunk: Chunk): boolean {
  return [...(plan?.allow ?? []), ...(chunk.plan?.allow ?? [])].includes('creates-present');
}

/** The tests of the repository pass before the work, as they do after it. What else a blocking gate asks is not known. */
function judgeGate(gate: Gate): Pick<RequirementStrength, 'role' | 'reason'> | undefined {
  if (canGateNeverFail(gate)) return { role: 'vacuous', reason: 'nothing in it can fail' };
  return enforcementModeOf(gate) === 'blocking' && gate.tests === undefined ? { role: 'unknown' } : undefined;
}

/** @param isKept whether the check protects what exists, if it holds */
function judgeCheck(
  check: Check,
  holds: boolean | undefined,
  isKept: boolean,
): Pick<RequirementStrength, 'role' | 'reason'> {
  const reason = whyCheckAlwaysHolds(check);
  if (holds === false) return reason === undefined ? { role: 'fails' } : { role: 'fails', reason };
  if (isNegative(check)) return { role: 'guard' };
  if (holds === undefined) return { role: 'unknown' };
  if (reason !== undefined) return { role: 'vacuous', reason };
  if (isKept || CHECKS_OF_SHAPE.has(check.type)) return { role: 'guard' };
  return {
    role: 'vacuous',
    reason: check.type === 'creates' ? 'the export exists before the work' : 'it holds before the work',
  };
}

/** Whether a check asks for an absence. */
export function isNegative(check: Check): boolean {
  return check['not'] === true || check['count'] === 0;
}

/** What does not exist has to stay away, and what exists has to stay. */
function judgeCondition(holds: boolean): Pick<RequirementStrength, 'role'> {
  return { role: holds ? 'guard' : 'fails' };
}

/** Whether nothing of a chunk can fail where the work has not begun. A command or a model may notice what files do not show. */
export function isVacuous({ failing, total, requirements }: ChunkStrength): boolean {
  return failing === 0 && total > 0 && requirements.every(({ role }) => role !== 'unknown');
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

/** The most fixes that a text lists. */
const MAX_FIXES = 3;

/** What raises the strength, as sentences or titles of fixes; empty if nothing is known that does. */
export function describeRaising({ failing, total, advice, fixes }: ChunkStrength): readonly string[] {
  if (fixes.length > 0) return fixes.slice(0, MAX_FIXES).map(({ action }) => planFixTitle(action));
  return failing < total ? advice.slice(0, 1) : [];
}

/** The strength in one line, for people. */
export function describeStrength({
  failing,
  total,
  requirements,
}: Pick<ChunkStrength, 'failing' | 'total'> & {
  readonly requirements: readonly Pick<RequirementStrength, 'role'>[];
}): string {
  const guards = requirements.filter(({ role }) => role === 'guard').length;
  const first = requirements.filter(({ role }) => role === 'first').length;
  if (total === 0)
    return requirements.length === 0
      ? 'nothing of it is checked'
      : guards === 0
        ? 'files do not answer its requirements'
        : `its requirements protect what exists (${guards})`;
  const details = [
    ...(first === 0 ? [] : [`${first} by a command that must fail first`]),
    ...(guards === 0 ? [] : [`${guards} more that protect what exists`]),
  ];
  return `${failing} of ${total} requirements fail before the work${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}
