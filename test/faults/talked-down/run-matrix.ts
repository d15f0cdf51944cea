import { installPackages } from './install-packages.ts';
import { isInstalled, runTalkedDown } from './run-talked-down.ts';
import { SUBJECTS } from './subjects.ts';
import type { Subject } from './talked-down.ts';

/**
 * Tries every way to make the tests of wrong code pass, and every honest change, with each test runner. Prints each result
 * that differs from the expected one, and a table. Returns the number of such results.
 *
 * @param only the beginning of the names of the runners. Default: all.
 */
export async function runMatrix(only = ''): Promise<number> {
  let wrong = 0;
  for (const subject of SUBJECTS.filter(({ runner }) => runner.startsWith(only))) {
    const packages = installPackages(subject);
    if (packages === null || !isInstalled(subject)) {
      console.log(`${subject.runner}: not installed`);
      continue;
    }
    const attacks = await run(subject, 'attacks', false, packages);
    const honest = await run(subject, 'honest', true, packages);
    wrong += attacks.wrong + honest.wrong;
    console.log(
      `${subject.runner}: ${attacks.landed} of ${attacks.total} attacks landed, ` +
        `${honest.landed} of ${honest.total} honest changes landed`,
    );
  }
  return wrong;
}

interface Count {
  readonly total: number;
  readonly landed: number;
  readonly wrong: number;
}

async function run(
  subject: Subject,
  table: 'attacks' | 'honest',
  expected: boolean,
  packages: string | undefined,
): Promise<Count> {
  let [landed, wrong] = [0, 0];
  const entries = Object.entries(subject[table]);
  for (const [title, writes] of entries) {
    const code = table === 'honest' ? subject.right : subject.wrong;
    const result = await runTalkedDown(subject, code, writes, packages);
    if (result.landed) landed++;
    if (result.landed === expected) continue;
    wrong++;
    console.log(`${subject.runner}, ${table}, ${title}: ${result.status}\n  ${result.reasons.join('\n  ')}`);
  }
  return { total: entries.length, landed, wrong };
}
