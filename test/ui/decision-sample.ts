import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copySample, type SampleCopy } from '../scripts/sample.ts';

/** Comments, quotes and a flow style, to show that an amendment changes none of them. */
export const greetingsContract = `# The functions that greet people.
version: 1
spec: { id: greetings, title: Greetings } # one line
chunks:
  - id: greet
    title: Greet a person
    description: Greet a person by name, loudly if the person is far away.
    allowedFiles: [src/greet.ts]
    maxAttempts: 2
    functions:
      # All greetings call this.
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
      improvementHints: [Put a comment above each export that describes its purpose.]
    assertions:
      - message: Must document the tone
        check: { type: pattern_match, target: src/tone.ts, pattern: '/\\*\\*' }
  - id: measured
    name: Measured in decibels
    enforcementMode: blocking
    retry: { maxAttempts: 1 }
    assertions:
      - message: Must mention decibels
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

/** The instruction for the third attempt. The scripted reply depends on it. */
export const instruction = 'Start the comment with "Returns".';

const writeFileSteps = (path: string, content: string) => [
  { tools: [{ name: 'write_file', input: { path, content } }], usage: { input: 900, output: 120 } },
  { text: 'Done.', usage: { input: 1_000, output: 8 } },
];
const proposalSteps = (to: string, reason: string, types: readonly object[]) => [
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
    steps: proposalSteps(newSignature, 'Greeting a distant person needs a volume.', [
      { name: 'GreetOptions', definition: greetOptions },
    ]),
  },
  {
    purpose: 'amendment',
    chunk: 'part',
    steps: proposalSteps('(name: string, until: Date) => string', 'A parting should say until when.', []),
  },
  {
    chunk: 'greet',
    steps: writeFileSteps(
      'src/greet.ts',
      `export interface GreetOptions ${greetOptions}\n\nexport function greet(name: string, options: GreetOptions): string {\n  return options.loud ? name.toUpperCase() : name;\n}\n`,
    ),
  },
  {
    chunk: 'part',
    steps: writeFileSteps(
      'src/part.ts',
      'export function part(name: string, until: Date): string {\n  return `${name}, until ${until.toDateString()}`;\n}\n',
    ),
  },
  {
    chunk: 'tone',
    contains: instruction,
    steps: writeFileSteps('src/tone.ts', `/** Returns the tone of a text. */\n${tone}`),
  },
  { chunk: 'tone', steps: writeFileSteps('src/tone.ts', tone) },
  {
    chunk: 'volume',
    steps: writeFileSteps(
      'src/volume.ts',
      'export function volumeOf(text: string): number {\n  return text.length;\n}\n',
    ),
  },
];

/** Creates a repository whose chunks need a decision: an amendment or a failed gate. */
export async function createDecisionSample(): Promise<SampleCopy> {
  const sample = await copySample();
  const files: Readonly<Record<string, string>> = {
    'greetings.contract.yaml': greetingsContract,
    'partings.contract.yaml': partingsContract,
    'tones.contract.yaml': tonesContract,
    'src/greet.ts': 'export function greet(name: string): string {\n  return name;\n}\n',
    'src/welcome.ts': "import { greet } from './greet.ts';\n\nexport const welcome = greet('world');\n",
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
