import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copySample, type SampleCopy } from '../workshop/sample.ts';

/** Comments, quotes and a flow style, so that it can be seen that an amendment touches none of them. */
export const greetingsContract = `# What it takes to greet people.
version: 1
spec: { id: greetings, title: Greetings } # one line
chunks:
  - id: greet
    title: Greet a person
    description: Greet a person by name, loudly where they are far away.
    allowedFiles: [src/greet.ts]
    maxAttempts: 2
    functions:
      # Everybody calls it.
      - { name: greet, file: src/greet.ts, signature: '(name: string) => string' } # keep me
  - id: door
    title: Greet at the door
    dependsOn: [greet]
    consumes: [greet()]
    creates: [openDoor()]
    allowedFiles: [src/door.ts]
`;

export const oldSignature = '(name: string) => string';
export const newSignature = '(name: string, options: GreetOptions) => string';

const partingsContract = `version: 1
spec: { id: partings, title: Partings }
chunks:
  - id: part
    title: Part from a person
    allowedFiles: [src/part.ts]
    maxAttempts: 2
    functions:
      - { name: part, file: src/part.ts, signature: '(name: string) => string' }
`;

const tonesContract = `version: 1
spec: { id: tones, title: Tones }
gates:
  - id: documented
    name: Documented for callers
    severity: critical
    retry:
      maxAttempts: 2
      improvementHints: [Put a comment above each export that says what it is for.]
    assertions:
      - message: Must document the tone
        check: { type: pattern_match, target: src/tone.ts, pattern: '/\\*\\*' }
  - id: measured
    name: Measured in decibels
    enforcementMode: blocking
    retry: { maxAttempts: 1 }
    assertions:
      - message: Must speak of decibels
        check: { type: pattern_match, target: src/volume.ts, pattern: decibels }
  - id: named
    name: Tones have names
    severity: high
    assertions:
      - message: Should name the tones
        check: { type: pattern_match, target: src/tone.ts, pattern: 'type Tone' }
chunks:
  - id: tone
    title: Tone of voice
    creates: [toneOf()]
    allowedFiles: [src/tone.ts]
    gates: [documented, named]
  - id: volume
    title: Volume
    creates: [volumeOf()]
    allowedFiles: [src/volume.ts]
    gates: [measured]
`;

/** What a person tells the third attempt, and what makes it another one. */
export const instruction = 'Begin the comment with "Gives back".';

const wrote = (path: string, content: string) => [
  { tools: [{ name: 'write_file', input: { path, content } }], usage: { input: 900, output: 120 } },
  { text: 'Done.', usage: { input: 1_000, output: 8 } },
];
const proposes = (to: string, reason: string, types: readonly object[]) => [
  {
    text: JSON.stringify({
      reason,
      proposedChanges: [{ path: 'chunks[0].functions[0].signature', oldValue: oldSignature, newValue: to }],
      additionalTypes: types,
    }),
  },
];

const tone = 'export function toneOf(text: string): string {\n  return text.endsWith("!") ? "loud" : "calm";\n}\n';
const greetOptions = '{ loud: boolean }';
const replies = [
  {
    purpose: 'amendment',
    chunk: 'greet',
    steps: proposes(newSignature, 'Greeting somebody who is far away needs to be told how loudly.', [
      { name: 'GreetOptions', definition: greetOptions },
    ]),
  },
  {
    purpose: 'amendment',
    chunk: 'part',
    steps: proposes('(name: string, until: Date) => string', 'A parting should say until when.', []),
  },
  {
    chunk: 'greet',
    steps: wrote(
      'src/greet.ts',
      `export interface GreetOptions ${greetOptions}\n\nexport function greet(name: string, options: GreetOptions): string {\n  return options.loud ? name.toUpperCase() : name;\n}\n`,
    ),
  },
  {
    chunk: 'part',
    steps: wrote(
      'src/part.ts',
      'export function part(name: string, until: Date): string {\n  return `${name}, until ${until.toDateString()}`;\n}\n',
    ),
  },
  {
    chunk: 'tone',
    contains: instruction,
    steps: wrote('src/tone.ts', `/** Gives back how a text is said. */\n${tone}`),
  },
  { chunk: 'tone', steps: wrote('src/tone.ts', tone) },
  {
    chunk: 'volume',
    steps: wrote('src/volume.ts', 'export function volumeOf(text: string): number {\n  return text.length;\n}\n'),
  },
];

/** A repository whose chunks end in decisions: attempts that want another contract, and gates that are not met. */
export async function decisionSample(): Promise<SampleCopy> {
  const sample = await copySample();
  const files: Readonly<Record<string, string>> = {
    'greetings.contract.yaml': greetingsContract,
    'partings.contract.yaml': partingsContract,
    'tones.contract.yaml': tonesContract,
    'src/greet.ts': 'export function greet(name: string): string {\n  return name;\n}\n',
    'src/welcome.ts': "import { greet } from './greet.ts';\n\nexport const welcome = greet('everybody');\n",
    'replies.yaml': JSON.stringify({ version: 1, replies }, null, 2),
  };
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(sample.folder, file)), { recursive: true });
      await writeFile(join(sample.folder, file), text);
    }
    await sample.git('rm', '--quiet', '--', 'health-check.contract.yaml', 'order-summary.contract.yaml');
    await sample.git('add', '--all');
    await sample.git('commit', '--quiet', '--message', 'Greetings, partings and tones');
  } catch (thrown) {
    await sample[Symbol.asyncDispose]();
    throw thrown;
  }
  return sample;
}
