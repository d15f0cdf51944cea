/**
 * A process that lands a result and can kill itself after a step of the landing, as `kill -9` would. Its argument is one
 * JSON object. It prints the result of the landing.
 */
import { openRepository } from '../../../src/workspace/open-repository.ts';

interface LandingRequest {
  readonly folder: string;
  readonly storage: string;
  readonly base: string;
  readonly result: string;
  readonly mode: 'commit' | 'working-tree';
  /** Kills the process after this number of steps. Default: never. */
  readonly dieAfter?: number;
  /** Prints the steps instead of the result. */
  readonly printSteps?: boolean;
}

const request = JSON.parse(process.argv[2] ?? '') as LandingRequest;
let steps = 0;
const completed: string[] = [];
const repository = await openRepository({
  folder: request.folder,
  storage: request.storage,
  onStep: (step) => {
    completed.push(step);
    steps += 1;
    if (steps === request.dieAfter) process.kill(process.pid, 'SIGKILL');
  },
});
for (;;) {
  const prepared = await repository.prepareLanding({ base: request.base, result: request.result });
  const landed = await prepared.land({ mode: request.mode, message: 'chunk: A title' });
  if (landed.outdatedBy !== undefined) continue;
  console.log(JSON.stringify(request.printSteps ? completed : landed));
  break;
}
