/** A rule of facts that reads more than the versions of the changed files. */
export interface ChangeFactRule {
  readonly id: 'unproved-function' | 'idle-test' | 'import-cycle' | 'secret-added' | 'api-break';
  /** What it reports, as one sentence without a full stop. */
  readonly message: string;
  readonly reason: string;
  readonly languages: readonly string[];
}

/** The rules that the judgement of a change applies, besides those of code and of protected files. */
export const CHANGE_FACT_RULES: Readonly<Record<ChangeFactRule['id'], ChangeFactRule>> = {
  'unproved-function': {
    id: 'unproved-function',
    message: 'No test reaches a changed function',
    reason:
      'No test imports its name, directly or through other files. It is reported only where imports show at least half of the exported functions as reached. `change: { unproved: off }` switches it off.',
    languages: ['JavaScript', 'TypeScript', 'Python'],
  },
  'idle-test': {
    id: 'idle-test',
    message: 'An added test passes without the other changes',
    reason:
      'It says nothing about them. `check --since --run-tests` runs the added tests on the base. A change of tests alone is not reported.',
    languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  },
  'import-cycle': {
    id: 'import-cycle',
    message: 'A new import closes a cycle',
    reason:
      'Which of its modules runs first then depends on who imports them. `change: { structure: off }` switches it off.',
    languages: ['JavaScript', 'TypeScript'],
  },
  'secret-added': {
    id: 'secret-added',
    message: 'An added line looks like a secret',
    reason: 'What is pushed once has to be replaced. The value is not shown.',
    languages: ['all'],
  },
  'api-break': {
    id: 'api-break',
    message: 'The public API breaks',
    reason:
      'Who uses the package has to change code. It is an error instead if the export is released, and if the repository announces its changes and did not announce this one.',
    languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  },
};
