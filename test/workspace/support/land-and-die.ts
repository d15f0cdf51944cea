/**
 * A process of its own that lands a result and can be ended at a step of the landing, as a power failure or `kill -9`
 * would. Its arguments are one JSON object; it prints what the landing came to.
 */
import { openRepository } from '../../../src/workspace/open-repository.ts';

interface Order {
  readonly folder: string;
  readonly storage: string;
  readonly base: string;
  readonly result: string;
  readonly mode: 'commit' | 'working-tree';
  /** Dies when this many steps were taken; never where absent. */
  readonly dieAfter?: number;
  /** Prints the steps that were taken. */
  readonly tell?: boolean;
}

const order = JSON.parse(process.argv[2] ?? '') as Order;
let steps = 0;
const taken: string[] = [];
const repository = await openRepository({
  folder: order.folder,
  storage: order.storage,
  onStep: (step) => {
    taken.push(step);
    steps += 1;
    if (steps === order.dieAfter) process.kill(process.pid, 'SIGKILL');
  },
});
for (;;) {
  const prepared = await repository.prepareLanding({ base: order.base, result: order.result });
  const landed = await prepared.land({ mode: order.mode, message: 'chunk: A title' });
  if (landed.outdated) continue;
  console.log(JSON.stringify(order.tell ? taken : landed));
  break;
}
