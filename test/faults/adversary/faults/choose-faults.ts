import type { Fault } from '../attack.ts';
import type { Random } from '../random.ts';
import type { Task } from '../task.ts';
import { machineFaults } from './machine.ts';
import { answerFaults } from './model-answers.ts';
import { codeFaults } from './model-code.ts';
import { serviceFaults } from './model-service.ts';
import { personFaults } from './person.ts';
import { workspaceFaults } from './workspace.ts';

/** One to three faults, the same for the same random numbers. */
export function chooseFaults(random: Random, tasks: readonly Task[]): readonly Fault[] {
  const hasCode = tasks.some(({ file }) => file === 'src/sum.mjs');
  const groups = [
    answerFaults,
    answerFaults,
    hasCode ? codeFaults : serviceFaults,
    serviceFaults,
    personFaults,
    personFaults,
    machineFaults,
    workspaceFaults,
    workspaceFaults,
  ];
  return Array.from({ length: random.pick([1, 2, 2, 3]) }, () => random.pick(random.pick(groups)));
}
