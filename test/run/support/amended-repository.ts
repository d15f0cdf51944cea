import { join } from 'node:path';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { createEngine, type Engine, type EngineOptions } from '../../../src/engine.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import type { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';

export const CONTRACT = 'greet.contract.yaml';
export const GREET = 'src/greet.ts';

/** Has comments, quotes, block style and flow style, all of which an amendment must preserve. */
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

/** Similar contracts in the plan compiler's own form, in YAML and in JSON. */
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

export const MODULE_WITH_OPTIONS = `export interface GreetOptions {
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

export function createGreetingFiles(more: Readonly<Record<string, string>> = {}): Record<string, string> {
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

/** A model with separate replies to attempts and to requests for an amendment. */
export function createAnswerScript(answers: {
  /** The reply to an attempt. The number starts at 1. */
  readonly attempt: (number: number, request: RecordedRequest) => ScriptedReply;
  /** The answer to a request for an amendment: JSON, or a string as it is. The number starts at 1. */
  readonly amendment?: (number: number) => unknown;
}): (request: RecordedRequest) => ScriptedReply {
  let attempts = 0;
  let proposals = 0;
  return (request) => {
    if (request.text.includes('You decide how a contract must change')) {
      const answer = answers.amendment?.(++proposals);
      return textReply(typeof answer === 'string' ? answer : JSON.stringify(answer));
    }
    const messages = request.body['messages'] as readonly { readonly role: string }[];
    // The reply to tool results ends the attempt.
    if (messages.at(-1)?.role === 'tool') return textReply('Done.');
    return answers.attempt(++attempts, request);
  };
}

export const replyWithOptions = (): ScriptedReply => writeFileReply(MODULE_WITH_OPTIONS, GREET);

/** The reply to an attempt of any chunk: it writes the chunk's module. */
export function replyForChunk(_number: number, { text }: RecordedRequest): ScriptedReply {
  for (const name of ['door', 'bell', 'bench']) {
    if (text.includes(`This is chunk ${name}.`))
      return writeFileReply(`export function ${name}(): void {}\n`, `src/${name}.ts`);
  }
  return replyWithOptions();
}

/** A reply that writes the module and requests an amendment of the contract, so that one attempt is enough. */
export const replyWithAmendmentRequest = (): ScriptedReply => requestAmendmentFor(MODULE_WITH_OPTIONS);

/** @param content the text of the module */
export const requestAmendmentFor = (content: string): ScriptedReply => ({
  toolCalls: [
    { name: 'write_file', input: { path: GREET, content } },
    { name: 'propose_amendment', input: { reason: 'No one can greet loudly.' } },
  ],
});

/** Creates an engine in this process, like the command line does. */
export function openEngine(
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
