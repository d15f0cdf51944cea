/** Opens the worktree of an attempt, prints its path, and runs until it is killed. */
import { openRepository } from '../../../src/workspace/open-repository.ts';

const [, , folder = '', storage = ''] = process.argv;
const repository = await openRepository({ folder, storage });
const attempt = await repository.openWorktree(await repository.createBase());
console.log(attempt.root);
setInterval(() => undefined, 60_000);
