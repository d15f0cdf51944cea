/** A line of the help: a command, or a call of it with an option. */
export interface HelpEntry {
  readonly command: string;
  readonly description: string;
}

/** The commands by what a person wants to do. Each is listed once, with those that belong to it. */
export const COMMAND_GROUPS: readonly (readonly [group: string, entries: readonly HelpEntry[]])[] = [
  [
    'start',
    [
      { command: 'init', description: 'add what is missing here: hooks, checks, a contract' },
      { command: 'doctor', description: 'what is configured, what is missing, the next step' },
    ],
  ],
  [
    'check',
    [
      { command: 'check', description: 'files against contracts; --since main: a change' },
      { command: 'api', description: 'what a package offers; --since v1: what breaks' },
      { command: 'impact', description: 'the uses of a file or of an export' },
    ],
  ],
  [
    'run',
    [
      { command: 'run', description: 'the chunks of a contract with the configured model' },
      { command: 'choices', description: 'the runs that wait for a choice; also "choose"' },
      { command: 'landings', description: 'what landed; "undo" takes it back' },
    ],
  ],
  [
    'review',
    [
      { command: 'review', description: 'a change, with or without a model' },
      { command: 'results', description: 'results that have passed and wait to land' },
      { command: 'amendments', description: 'proposed changes of contracts' },
      { command: 'review-session', description: 'what an agent changed, hunk by hunk' },
      { command: 'sessions', description: 'their verdicts; also "comment", "comments", "always"' },
    ],
  ],
  [
    'plan',
    [
      { command: 'plan', description: 'check or write a plan before its chunks run' },
      { command: 'import', description: 'a contract from a plan of another tool' },
    ],
  ],
  ['agents', [{ command: 'init --agents', description: 'hold other agents to the contracts, by hooks' }]],
  [
    'pipeline',
    [
      { command: 'items', description: 'work items and their pull requests; also "item", "pr"' },
      { command: 'watch', description: 'perform what is ready; "step" performs one transition' },
    ],
  ],
];

/** The other commands, by name alone. */
export const MORE_COMMANDS: readonly string[] = [
  'analytics',
  'assertion',
  'completion',
  'domain',
  'exports',
  'history',
  'hook',
  'interfaces',
  'mcp',
  'record',
  'scenarios',
  'schema',
  'trace',
];
