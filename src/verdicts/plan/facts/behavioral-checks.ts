import { acceptanceCommandsOf } from '../../../contract/acceptance-commands.ts';
import { selectDeciders, type Decider } from '../../../contract/gate-deciders.ts';
import type { Assertion, Contract, Gate } from '../../../contract/model.ts';
import { verificationsOf, VERIFY_SCRIPT, type Verification } from '../../../contract/verifications.ts';
import type { PlanFacts } from './plan-facts.ts';

/** Checks that send requests or run code of the workspace. What a custom validator does is not known. */
const BEHAVIORAL_CHECKS: ReadonlySet<string> = new Set(['http_status', 'custom']);

/** Ways to decide a gate that do not show what the code does by themselves: what they run is examined. A model reads text. */
const EXAMINED_DECIDERS: ReadonlySet<Decider> = new Set(['assertions', 'command', 'review', 'judge']);

/** Types of resources whose content does not come from running something. */
const STATIC_RESOURCES: ReadonlySet<string> = new Set(['file', 'data', 'artifact']);

/**
 * Whether the contract may check what the code does: with a command that is not known to only compile, lint or format, with
 * an assertion on a request, on the output of a step or by a custom validator, or with a gate that decides by one of
 * these or that a person judges. In case of uncertainty the answer is `true`.
 */
export function hasBehavioralCheck(facts: PlanFacts): boolean {
  const { contract, readingOf } = facts;
  const gates = appliedGates(facts);
  const assertions = [...contract.chunks, ...gates].flatMap((owner) => owner.assertions ?? []);
  return (
    commandsOf(facts, gates).some((command) => !readingOf(command).isStatic) ||
    assertions.some((assertion) => isBehavioral(assertion, contract)) ||
    gates.some((gate) => selectDeciders(gate).some((decider) => !EXAMINED_DECIDERS.has(decider)))
  );
}

/** Whether any command decides a chunk. If so, each of them is known to run neither code nor tests. */
export function hasDecidingCommand(facts: PlanFacts): boolean {
  return commandsOf(facts, appliedGates(facts)).length > 0;
}

/** Every gate of a contract applies: to the chunks that name it, or to all. A shared gate with the same id does not. */
function appliedGates({ contract, sharedGates }: PlanFacts): readonly Gate[] {
  const contractIds = new Set(contract.gates.map(({ id }) => id));
  return [...contract.gates, ...sharedGates.filter(({ id }) => !contractIds.has(id))];
}

/** The commands whose failure fails a chunk or a gate. */
function commandsOf(facts: PlanFacts, gates: readonly Gate[]): readonly string[] {
  const { contract } = facts;
  return [
    ...(contract.build ? [contract.build.command] : []),
    ...verifications(facts).map(({ command }) => command),
    ...contract.steps.map(({ command }) => command),
    ...contract.chunks.flatMap(acceptanceCommandsOf),
    ...gates.flatMap(({ command }) => command ?? []),
  ];
}

/** Every manifest has a verify script, so it counts only if the file can exist. R6 judges the conditions of a verify command. */
function verifications({ contract, document, files, possibleFiles }: PlanFacts): readonly Verification[] {
  const mayExist = files.existsInitially(VERIFY_SCRIPT) || possibleFiles.mayEverBeWritten(VERIFY_SCRIPT);
  return contract.verify === undefined && !mayExist ? [] : verificationsOf(document);
}

/** Suggestions decide nothing. */
function isBehavioral({ type, check }: Assertion, contract: Contract): boolean {
  if (type !== 'assert') return false;
  if (BEHAVIORAL_CHECKS.has(check.type) || check.validator !== undefined) return true;
  return Object.values(check).some((value) => typeof value === 'string' && isRunning(value, contract));
}

/** Whether a value of a check names a step, a URL, or a resource that something has to serve or send. */
function isRunning(value: string, { resources, steps }: Contract): boolean {
  const resource = resources.find(({ id }) => id === value);
  if (resource !== undefined && !STATIC_RESOURCES.has(resource.type)) return true;
  return /^https?:\/\//i.test(resource?.location ?? value) || steps.some(({ id }) => id === value);
}
