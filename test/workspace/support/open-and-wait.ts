/** Opens the worktree of an attempt, prints its path, and runs until it is killed. */
import { isAbsolute } from 'node:path';
import { openRepository } from '../../../src/workspace/open-repository.ts';

const [, , folder = '', storage = ''] = process.argv;
if (!isAbsolute(folder) || !isAbsolute(storage)) throw new Error('Usage: open-and-wait.ts <folder> <storage>');
const repository = await openRepository({ folder, storage });
const attempt = await repository.openWorktree(await repository.createBase());
console.log(attempt.root);
setInterval(() => undefined, 60_000);
