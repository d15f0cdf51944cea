import { join } from 'node:path';
import { createAnalysis } from '../../../src/analysis/analysis.ts';
import { createEngine, type Engine, type EngineOptions } from '../../../src/engine.ts';
import { systemClock } from '../../../src/models/clock.ts';
import { says, writes } from '../../cli/support/health-check.ts';
import type { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';

export const CONTRACT = 'greet.contract.yaml';
export const GREET = 'src/greet.ts';

/** Comments, quotes and both styles, so that an amendment can be seen to touch none of them. */
export const CONTRACT_TEXT = `# What it takes to greet.
version: 1
spec: { id: greeting, title: Greetings } # one line
chunks:
  - id: greet
    title: greet
    allowedFiles: [src/greet.ts]
    maxAttempts: 2
    functions:
      # Everybody calls it.
      - { name: greet, file: src/greet.ts, signature: '(name: string) => string' } # keep me
    assertions:
      - message: Must export greet
        check: { type: export_exists, target: greet, file: src/greet.ts }
  - id: door
    title: The door
    description: This is chunk door.
    dependsOn: [greet]
    consumes: [greet()]
    creates: [door()]
    allowedFiles: [src/door.ts]
  - id: bell
    title: The bell
    description: This is chunk bell.
    dependsOn: [door]
    allowedFiles: [src/bell.ts]
    postconditions: [{ kind: file_exists, path: src/bell.ts }]
`;

/** The same work in the plan compiler's own form, in YAML and in JSON. */
export const MANIFESTS: readonly (readonly [file: string, text: string])[] = [
  [
    'plan.contract.yaml',
    `# What it takes to greet.
work_orders:
  - id: greet
    title: greet
    intent: Greets.
    allowed_files: [src/greet.ts]
    max_attempts: 2
    functions:
      # Everybody calls it.
      - { name: greet, file: src/greet.ts, signature: '(name: string) => string' } # keep me
    notes: be kind
  - { id: door, title: The door, intent: This is chunk door., depends_on: [greet], allowed_files: [src/door.ts] }
`,
  ],
  [
    'plan.contract.json',
    `{
  "work_orders": [
    {
      "id": "greet",
      "title": "greet",
      "intent": "Greets.",
      "allowed_files": ["src/greet.ts"],
      "max_attempts": 2,
      "functions": [{ "name": "greet", "file": "src/greet.ts", "signature": "(name: string) => string" }]
    },
    { "id": "door", "title": "The door", "intent": "This is chunk door.", "depends_on": ["greet"], "creates": ["door"] }
  ]
}
`,
  ],
];

export const OLD_SIGNATURE = '(name: string) => string';
export const NEW_SIGNATURE = '(name: string, options?: GreetOptions) => string';
export const AMENDED_TEXT = CONTRACT_TEXT.replace(OLD_SIGNATURE, NEW_SIGNATURE);

export const WITH_OPTIONS = `export interface GreetOptions {
  loud?: boolean;
}

export function greet(name: string, options?: GreetOptions): string {
  return options?.loud === true ? name.toUpperCase() : name;
}
`;

export const PROPOSAL = {
  reason: 'Greeting loudly needs an option.',
  proposedChanges: [{ path: 'chunks[0].functions[0].signature', oldValue: OLD_SIGNATURE, newValue: NEW_SIGNATURE }],
  additionalTypes: [],
};

export function greetFiles(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    [CONTRACT]: CONTRACT_TEXT,
    'src/main.ts': "export const started = 'yes';\n",
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'nodenext', target: 'es2023', noEmit: true, types: [] },
      include: ['src'],
    }),
    'package.json': '{ "name": "greeting", "private": true, "type": "module" }\n',
    '.gitignore': 'node_modules/\n',
    ...more,
  };
}

/** Answers calls for attempts and for amendments apart from each other, each counted from 1 by its conversation. */
export function answering(answers: {
  /** What the n-th attempt writes. */
  readonly attempt: (number: number, request: RecordedRequest) => ScriptedReply;
  /** What the n-th answer to the question for an amendment is. */
  readonly amendment?: (number: number) => unknown;
}): (request: RecordedRequest) => ScriptedReply {
  let attempts = 0;
  let proposals = 0;
  return (request) => {
    if (request.text.includes('You decide how a contract must change')) {
      const answer = answers.amendment?.(++proposals);
      return says(typeof answer === 'string' ? answer : JSON.stringify(answer));
    }
    const messages = request.body['messages'] as readonly { readonly role: string }[];
    // What follows on results of tools ends the attempt.
    if (messages.at(-1)?.role === 'tool') return says('Done.');
    return answers.attempt(++attempts, request);
  };
}

export const writesOptions = (): ScriptedReply => writes(WITH_OPTIONS, GREET);

/** What every chunk of the contract writes; the first as above. */
export function writesAny(_number: number, { text }: RecordedRequest): ScriptedReply {
  for (const name of ['door', 'bell', 'bench']) {
    if (text.includes(`This is chunk ${name}.`))
      return writes(`export function ${name}(): void {}\n`, `src/${name}.ts`);
  }
  return writesOptions();
}

/** The same, and says that the contract is wrong: no further attempt is made. */
export const asksForOptions = (): ScriptedReply => ({
  toolCalls: [
    { name: 'write_file', input: { path: GREET, content: WITH_OPTIONS } },
    { name: 'propose_amendment', input: { reason: 'Nobody can greet loudly.' } },
  ],
});

/** An engine in this process, as the command line has one. */
export function engineOf(
  workspace: Workspace,
  server: LoopbackServer,
  more: Partial<Pick<EngineOptions, 'replaceText'>> = {},
): Engine {
  const environment: Readonly<Record<string, string | undefined>> = workspace.environment(server);
  return createEngine({
    folder: workspace.folder,
    storage: join(workspace.folder, '..', 'storage'),
    trusted: () => true,
    analysis: (services) => createAnalysis({ ...services, environment: () => undefined, log: () => undefined }),
    settings: { environment, defaultLanding: 'commit' },
    models: { keys: (name) => Promise.resolve(environment[name]) },
    clock: systemClock,
    log: () => undefined,
    ...more,
  });
}
