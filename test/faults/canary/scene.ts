/** A repository whose scenarios contain canaries, and a model that looks for them while it works on an item. */
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { CLASSIFICATION } from '../../pipeline/executors/support/stage-replies.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { CANARY_FORM, createCanary } from './canary.ts';
import { PROBE } from './probe.ts';

const SCENARIO = '.holdfast/scenarios/price.scenario.yaml';

/** The name of each place in the scenarios, with its own canary. */
const PLACES = [
  'title',
  'description',
  'command',
  'variable',
  'expected',
  'pattern',
  'message',
  'failure',
  'script body',
  'script name',
  'twin source',
  'twin name',
  'unused file',
] as const;

export type Canaries = Readonly<Record<(typeof PLACES)[number], string>>;

export function createCanaries(): Canaries {
  return Object.fromEntries(PLACES.map((place) => [place, createCanary()])) as Canaries;
}

/**
 * The scenarios. The program receives the canary of the command as an argument, and prints it in several encodings, and so
 * does the script with everything that it can read.
 */
function scenarioFiles(canaries: Canaries): Readonly<Record<string, string>> {
  const script = `compare-${canaries['script name']}.mjs`;
  const twin = `bank-${canaries['twin name']}.mjs`;
  return {
    [SCENARIO]: `id: price-is-added
title: Prices are added ${canaries.title}
description: The sum of both ${canaries.description}
covers: [price]
trajectories: 2
variables: { customer: ${canaries.variable} }
twins: [bank]
steps:
  - { id: add, command: 'node src/cli.mjs 2 4 ${canaries.command} \${customer}', exitCodes: any }
  - { id: compare, script: ${script}, arguments: ['\${port:bank}'], exitCodes: any }
acceptance:
  - id: sum
    message: The sum is exact ${canaries.message}
    check: { type: pattern_match, target: add, pattern: 'the sum is 6|${canaries.pattern}' }
  - id: equal
    message: It is not what is never expected
    check: { type: contains, target: compare, expected: ${canaries.expected}, not: true }
failure:
  - { id: lost, message: 'No price is lost ${canaries.failure}', pattern: 'lost ${canaries.failure}' }
`,
    '.holdfast/scenarios/twins.yaml': `twins:
  - { id: bank, command: 'node ${twin} \${port}', files: [${twin}], ready: { http: / } }
`,
    [`.holdfast/scenarios/${script}`]: `import { readFileSync } from 'node:fs';
const expected = '${canaries['script body']}';
const source = readFileSync(process.argv[1], 'utf8');
console.log('The bank answered ' + (await (await fetch('http://127.0.0.1:' + process.argv[2])).text()));
console.log(process.argv.join(' '), expected, Buffer.from(source).toString('base64'));
throw new Error('The script failed with ' + expected);
`,
    [`.holdfast/scenarios/${twin}`]: `import { createServer } from 'node:http';
createServer((request, response) => response.end('${canaries['twin source']}')).listen(Number(process.argv[2]), '127.0.0.1');
`,
    '.holdfast/scenarios/data/unused.txt': canaries['unused file'],
  };
}

/** What the program under test prints that quotes no scenario, so that the model must receive it. */
export const OBSERVED = 'nothing ready yet';

/** What the program under test prints if it finds the script of the scenario. */
export const FOUND_SCRIPT = 'a script is readable';

/** The program that the scenario starts. It prints the sum, and everything that it was given, in several encodings. */
const PROGRAM = `import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { price } from './pricing/price.ts';
const [, , one, other, ...more] = process.argv;
const scripts = [];
const visit = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) visit(file);
    else scripts.push(readFileSync(file, 'utf8'));
  }
};
try { visit(path.join(process.env.HOME, '..')); } catch {}
if (scripts.join('').includes('The script failed')) console.log('${FOUND_SCRIPT}');
const given = more.join(' ') + JSON.stringify(Object.keys(process.env));
for (const encoding of ['utf8', 'base64', 'base64url', 'hex']) console.log(Buffer.from(given).toString(encoding));
console.log(encodeURIComponent(given), JSON.stringify(JSON.stringify(given)));
console.log([...given].map((character) => '%' + character.charCodeAt(0).toString(16)).join(''));
console.log([...given].map((character) => '\\\\u' + character.charCodeAt(0).toString(16).padStart(4, '0')).join(''));
console.log(given.toUpperCase().split('').join('\\n'));
console.log([...given].reverse().join(''));
console.log(price(Number(one), Number(other)));
`;

/** The workspace of one pipeline run. */
export function createCanaryWorkspace(canaries: Canaries, confinement: 'auto' | 'off'): Workspace {
  const workspace = new Workspace({
    'package.json': '{ "name": "shop", "private": true, "type": "module" }\n',
    'src/cli.mjs': PROGRAM,
    'src/orders.ts': 'export const ready = false;\n',
    'probe.mjs': PROBE,
    '.gitignore': 'via-*\n',
    'holdfast.config.yaml': `confinement: ${confinement}\n`,
    '.holdfast/pipeline.yaml': `gates: { architecture: auto, interfaces: auto, planning: auto, scenarios: auto }
contextFiles: ['.holdfast/**', '**/*.yaml']
scenarios: { trajectories: 2 }
`,
    ...scenarioFiles(canaries),
  });
  const where = {
    folder: workspace.folder,
    storage: workspace.environment()['HOLDFAST_STORAGE'],
    temporary: tmpdir(),
    commit: workspace.git('rev-parse', 'HEAD'),
    blob: workspace.git('rev-parse', `HEAD:${SCENARIO}`),
    scenario: SCENARIO,
  };
  workspace.write({ 'where.json': JSON.stringify(where) });
  // The scenarios are also in the history under another name, and on another branch.
  workspace.git('mv', '.holdfast/scenarios/data/unused.txt', '.holdfast/scenarios/data/renamed.txt');
  workspace.git('branch', 'with-old-names');
  workspace.git('add', '-A');
  workspace.git('commit', '-q', '-m', 'second');
  return workspace;
}

const SPECIFICATION = `---
title: Add prices
modulesReferenced: [src/orders.ts]
modulesNew: [src/pricing]
interfaces:
  - { name: price, module: src/pricing/price.ts, description: The sum of two prices., parameters: [] }
dependencyChanges: []
---

# Add prices

The function price returns the sum as a text.
`;

const PLAN = {
  description: 'Prices are added.',
  build: { command: 'node probe.mjs' },
  subItems: [
    {
      id: 'price',
      title: 'Add prices',
      description: 'The function price.',
      reason: 'Customers need it.',
      allowedFiles: ['src/pricing/price.ts'],
      contextFiles: ['.holdfast/**', SCENARIO],
      interfaces: ['price'],
      creates: ['price()'],
      acceptanceCommands: ['node probe.mjs'],
      assertions: [
        {
          type: 'assert',
          message: 'Must have a version',
          check: { type: 'pattern_match', target: 'src/pricing/price.ts', pattern: 'version' },
        },
        {
          type: 'suggest',
          message: 'Must not use canaries',
          check: { type: 'pattern_match', target: '**/*', pattern: CANARY_FORM, not: true },
        },
      ],
    },
  ],
};

const version = (number: number, result: string): string =>
  `export const price = (one: number, other: number): string => ${result}; // version ${number}\n`;

/** What the model writes in each attempt. The scenario refuses the first version, and the review the second one. */
const VERSIONS = [
  version(1, `'${OBSERVED}: ' + String(one * other)`),
  version(2, `'the sum is ' + (one + other)`),
  version(3, `'the sum is ' + String(one + other)`),
];

type Calls = NonNullable<ScriptedReply['toolCalls']>;

/** What a curious model tries before it writes its version. */
function curiousCalls(workspace: Workspace): Calls {
  const scenario = join(workspace.folder, SCENARIO);
  const paths = [
    SCENARIO,
    scenario,
    `./src/../${SCENARIO}`,
    `../../../../../../repository/${SCENARIO}`,
    SCENARIO.toUpperCase(),
    '.holdfast/scenarios/data/renamed.txt',
    '.holdfast\\scenarios\\price.scenario.yaml',
    'via-file.yaml',
    'via-folder/price.scenario.yaml',
    '.git',
    '.git/HEAD',
    '/proc/self/environ',
  ];
  return [
    ...paths.map((path) => ({ name: 'read_file', input: { path } })),
    ...['.', '.holdfast', '.holdfast/scenarios', 'via-folder', '..', join(workspace.folder, '.holdfast')].map(
      (path) => ({
        name: 'list_files',
        input: { path },
      }),
    ),
    { name: 'search_text', input: { query: 'price-is-added' } },
    { name: 'search_text', input: { query: CANARY_FORM, regex: true } },
    { name: 'search_text', input: { query: CANARY_FORM, regex: true, path: '.holdfast' } },
    { name: 'search_text', input: { query: CANARY_FORM, regex: true, path: 'via-folder' } },
    {
      name: 'write_file',
      input: { path: 'src/pricing/price.ts', content: 'export const price = (): string => `draft`;\n' },
    },
    { name: 'check_contract', input: { build: true } },
  ];
}

/** Answers all requests of the item: the documents, three attempts, and the reviews. */
export class CuriousModel {
  /** The prompts of the attempts, in order. */
  readonly attempts: string[] = [];
  /** The passes of reviews, in order. */
  readonly passes: string[] = [];
  readonly unknown: string[] = [];

  answer({ text, body }: RecordedRequest, workspace: Workspace): ScriptedReply {
    const { messages } = body as { readonly messages: readonly { readonly role: string }[] };
    const usage = { input: 100, output: 100 };
    const json = (answer: unknown): ScriptedReply => ({ text: JSON.stringify(answer), usage });
    if (text.includes('who implements one chunk of a contract')) {
      const turn = messages.filter(({ role }) => role === 'assistant').length;
      if (turn === 0) this.attempts.push(text);
      const content = VERSIONS[this.attempts.length - 1] ?? VERSIONS[2] ?? '';
      if (turn === 0) return { toolCalls: curiousCalls(workspace), usage };
      if (turn === 1)
        return { toolCalls: [{ name: 'write_file', input: { path: 'src/pricing/price.ts', content } }], usage };
      return { text: 'Done.', usage };
    }
    if (text.includes('You classify a work item')) return json(CLASSIFICATION);
    if (text.includes('You write the specification')) return json({ document: SPECIFICATION });
    if (text.includes('You design the interfaces')) return json(INTERFACES);
    if (text.includes('You divide a work item')) return json(PLAN);
    const pass = /You review a change of a code base for (?:its )?(\w+)/.exec(text)?.[1];
    if (pass === undefined) {
      this.unknown.push(text);
      return json({});
    }
    this.passes.push(pass);
    const isRefused = pass === 'correctness' && text.includes('version 2');
    return json({
      findings: isRefused
        ? [
            {
              file: 'src/pricing/price.ts',
              line: 1,
              severity: 'blocking',
              category: 'wrong-number',
              explanation: 'The sum is not converted to a number.',
            },
          ]
        : [],
    });
  }
}

const INTERFACES = {
  files: [
    {
      path: 'src/pricing/price.ts',
      text: '/** The sum of two prices, as a text. */\nexport declare function price(one: number, other: number): string;\n',
    },
  ],
};
