import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copySample, type SampleCopy } from '../scripts/sample.ts';

/** The file before the run. */
export const greetBefore = 'export function greet(name: string): string {\n  return name;\n}\n';
export const greetAfter =
  'export function greet(name: string, isLoud: boolean): string {\n  return isLoud ? name.toUpperCase() : name;\n}\n';
/** The reader's own version of the same lines. It satisfies the contract too. */
export const greetMerged =
  'export function greet(name: string, isLoud: boolean): string {\n  return isLoud ? `${name}!` : name.trim();\n}\n';

export const loudModule = 'export function loud(text: string): string {\n  return text.toUpperCase();\n}\n';

const greetingsContract = `version: 1
spec: { id: greetings, title: Greetings }
chunks:
  - id: greet
    title: Greet a person
    description: Greet a person by name, loudly if the person is far away.
    allowedFiles: [src/greet.ts, src/loud.ts]
    creates: [loud()]
    functions:
      - { name: greet, file: src/greet.ts, signature: '(name: string, isLoud: boolean) => string' }
  - id: welcome
    title: Welcome everybody
    description: Greet the world.
    allowedFiles: [src/welcome.ts]
    assertions:
      - type: assert
        message: Must export welcome
        check: { type: export_exists, target: welcome, file: src/welcome.ts }
`;

const soundContract = `version: 1
spec: { id: sound, title: Sound }
gates:
  - id: measured
    name: Measured in decibels
    enforcementMode: blocking
    retry: { maxAttempts: 1 }
    assertions:
      - message: Must mention decibels
        check: { type: pattern_match, target: src/volume.ts, pattern: decibels }
chunks:
  - id: volume
    title: Volume
    description: Measure the volume of a text.
    creates: [volumeOf()]
    allowedFiles: [src/volume.ts]
    gates: [measured]
`;

/** A contract as a template leaves it. */
const paymentsContract = `version: 2
spec: { id: payments, title: Payments, description: 'TODO: the goal of this work' }
chunks:
  - id: first
    title: Take a payment
    description: 'TODO: what the model must do'
    creates: [pay()]
    allowedFiles: ['src/<name>.ts']
`;

const writes = (path: string, content: string) => ({ name: 'write_file', input: { path, content } });
const steps = (...tools: readonly object[]) => [
  { tools, usage: { input: 900, output: 120 } },
  { text: 'Done.', usage: { input: 1_000, output: 8 } },
];

const replies = [
  {
    chunk: 'greet',
    steps: steps(writes('src/greet.ts', greetAfter), writes('src/loud.ts', loudModule)),
  },
  { chunk: 'welcome', steps: [{ text: 'Nothing to do.', usage: { input: 900, output: 8 } }] },
  {
    chunk: 'volume',
    steps: steps(
      writes('src/volume.ts', 'export function volumeOf(text: string): number {\n  return text.length;\n}\n'),
    ),
  },
];

/** Creates a repository with two contracts, whose replies are recorded, and a chunk that holds before it has run. */
export async function createRunsSample(): Promise<SampleCopy> {
  const sample = await copySample();
  const files: Readonly<Record<string, string>> = {
    'greetings.contract.yaml': greetingsContract,
    'payments.contract.yaml': paymentsContract,
    'sound.contract.yaml': soundContract,
    'src/greet.ts': greetBefore,
    'src/welcome.ts': "export const welcome = 'Hello, world';\n",
    'replies.yaml': JSON.stringify({ version: 1, replies }, null, 2),
  };
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(sample.folder, file)), { recursive: true });
      await writeFile(join(sample.folder, file), text);
    }
    await sample.git('rm', '--quiet', '--', 'health-check.contract.yaml', 'order-summary.contract.yaml');
    await sample.git('add', '--all');
    await sample.git('commit', '--quiet', '--message', 'Greetings and sound');
  } catch (thrown) {
    await sample[Symbol.asyncDispose]();
    throw thrown;
  }
  return sample;
}
