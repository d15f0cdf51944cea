import type { Fault } from '../attack.ts';
import type { Random } from '../random.ts';
import type { Task } from '../task.ts';
import { machineFaults } from './machine.ts';
import { answerFaults } from './model-answers.ts';
import { CODE_FILE, codeFaults } from './model-code.ts';
import { serviceFaults } from './model-service.ts';
import { personFaults } from './person.ts';
import { workspaceFaults } from './workspace.ts';

const all = [...answerFaults, ...codeFaults, ...serviceFaults, ...personFaults, ...machineFaults, ...workspaceFaults];

/** The names of all faults. */
export const FAULT_NAMES: readonly string[] = [...new Set(all.map(({ name }) => name))];

/**
 * One to three faults, the same for the same random numbers.
 *
 * @param first the name of the first fault
 */
export function chooseFaults(random: Random, tasks: readonly Task[], first?: string): readonly Fault[] {
  const hasCode = tasks.some(({ file }) => file === CODE_FILE);
  const groups = [
    ...[answerFaults, answerFaults, hasCode ? codeFaults : serviceFaults, serviceFaults],
    ...[personFaults, personFaults, machineFaults, workspaceFaults, workspaceFaults],
  ];
  const chosen = Array.from({ length: random.pick([1, 2, 2, 3]) }, () => random.pick(random.pick(groups)));
  const named = all.filter(({ name }) => name === first);
  return named.length === 0 ? chosen : [random.pick(named), ...chosen.slice(1)];
}
