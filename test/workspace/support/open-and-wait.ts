/** Opens the tree of an attempt, prints where it is, and lives until it is killed. */
import { openRepository } from '../../../src/workspace/open-repository.ts';

const [, , folder = '', storage = ''] = process.argv;
const repository = await openRepository({ folder, storage });
const attempt = await repository.openAttempt(await repository.takeBase());
console.log(attempt.root);
setInterval(() => undefined, 60_000);
