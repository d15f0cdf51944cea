import { installPackages } from '../talked-down/install-packages.ts';
import { hasPrograms, runRedFirst, type RedFirstResult } from './run-red-first.ts';
import { RED_FIRST_SUBJECTS, type RedFirstSubject } from './subjects.ts';

type Expected = 'red' | 'green' | 'refused';

/** What each case has to lead to. `refused`: the command fails with the work, too. */
const CASES: readonly {
  readonly title: string;
  readonly expected: Expected;
  readonly writes: (subject: RedFirstSubject) => Readonly<Record<string, string>>;
  readonly command?: string;
}[] = [
  {
    title: 'a new export is missing',
    expected: 'red',
    writes: ({ inExisting, testOfExisting }) => ({ ...inExisting, ...testOfExisting }),
  },
  {
    title: 'a new file is missing',
    expected: 'red',
    writes: ({ inNew, testOfNew }) => ({ ...inNew, ...testOfNew }),
  },
  {
    title: 'the test passes without the work',
    expected: 'green',
    writes: ({ inNew, idle }) => ({ ...inNew, ...idle.files }),
  },
  { title: 'the test is broken', expected: 'refused', writes: ({ inNew, broken }) => ({ ...inNew, ...broken }) },
  {
    title: 'the command is not found',
    expected: 'refused',
    writes: ({ inNew, testOfNew }) => ({ ...inNew, ...testOfNew }),
    command: 'holdfast-no-such-program',
  },
];

/**
 * [BITE-1] Runs each case with each test runner, and prints what was said. Returns the number of results that differ from the
 * expected one.
 *
 * @param only the beginning of the names of the runners. Default: all.
 */
export async function runRedFirstMatrix(only = ''): Promise<number> {
  let wrong = 0;
  for (const subject of RED_FIRST_SUBJECTS.filter(({ runner }) => runner.startsWith(only))) {
    const packages = installPackages(subject);
    if (packages === null || !hasPrograms(subject)) {
      console.log(`${subject.runner}: not installed`);
      continue;
    }
    for (const { title, expected, writes, command = subject.command } of CASES) {
      const result = await runRedFirst({ ...subject, command }, writes(subject), { packages });
      const isExpected = outcomeOf(result) === expected;
      if (!isExpected) wrong++;
      console.log(`${isExpected ? '' : 'WRONG '}${subject.runner}, ${title}: ${describe(result)}`);
    }
  }
  return wrong;
}

/** What a result shows; `other` if it is none of what can be expected. */
export function outcomeOf({ status, redFirst }: RedFirstResult): Expected | 'other' {
  if (redFirst === undefined) return status === 'fail' ? 'refused' : 'other';
  const follows = redFirst.outcome === 'red' ? 'pass' : 'fail';
  return redFirst.outcome !== 'not-judged' && status === follows ? redFirst.outcome : 'other';
}

function describe({ status, redFirst, problems }: RedFirstResult): string {
  const { outcome, by, tests = [], missing = [], reason } = redFirst ?? {};
  const shown = [outcome, by, ...tests, ...missing, reason].flatMap((part) => part ?? []).join(', ');
  const problem = problems[0]?.split('\n')[0] ?? '';
  return `${status}; ${shown === '' ? problem : shown}`;
}
