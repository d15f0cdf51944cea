import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copySample, type SampleCopy } from '../scripts/sample.ts';

/** A contract that a stub satisfies. */
const slugContract = `version: 3
spec: { id: slug, title: Slugs }
chunks:
  - id: slug
    title: Slugs of titles
    description: >-
      Add slugify(text: string): string in src/slug.js.
    creates: [slugify]
    allowedFiles: [src/slug.js]
`;

/** A contract whose only requirement holds before its work. */
const shoutContract = `version: 3
spec: { id: shout, title: Shouting }
chunks:
  - id: shout
    title: Shout louder
    description: >-
      Let shout(text: string, times: number): string repeat the text.
    creates: [shout]
    allowedFiles: [src/shout.ts]
`;

/** A contract of work that changes no behaviour. */
const tidyContract = `version: 3
spec: { id: tidy, title: Tidy }
chunks:
  - id: tidy
    title: Tidy greet
    description: >-
      Move the text of greet into a function that src/greet.js does not export.
    allowedFiles: [src/greet.js]
    redFirst: false
    acceptanceCommands: [node --test test/greet.test.js]
    assertions:
      - { message: Still exports greet, check: { type: export_exists, target: greet, file: src/greet.js } }
`;

const stub = "/** @param {string} text @returns {string} */\nexport const slugify = (text) => '';\n";
const work =
  "/** @param {string} text @returns {string} */\nexport const slugify = (text) => text.toLowerCase().replaceAll(' ', '-');\n";
const idleTest = "import { it } from 'node:test';\n\nit('slugs titles', () => {});\n";
const realTest = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { slugify } from '../src/slug.js';

it('slugs titles', () => assert.equal(slugify('A B'), 'a-b'));
`;

const greet = 'export function greet(name) {\n  return `Hello, ${name}`;\n}\n';
const greetTest = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { greet } from '../src/greet.js';

it('greets', () => assert.equal(greet('Ada'), 'Hello, Ada'));
`;
const tidied =
  'const textFor = (name) => `Hello, ${name}`;\n\nexport function greet(name) {\n  return textFor(name);\n}\n';

const write = (path: string, content: string) => ({ name: 'write_file', input: { path, content } });
const steps = (...tools: readonly object[]) => [
  { tools, usage: { input: 900, output: 120 } },
  { text: 'Done.', usage: { input: 1_000, output: 8 } },
];

const replies = [
  { chunk: 'slug', attempt: 1, steps: steps(write('src/slug.js', stub)) },
  { chunk: 'slug', attempt: 2, steps: steps(write('src/slug.js', work), write('test/slug.test.js', idleTest)) },
  { chunk: 'slug', attempt: 3, steps: steps(write('src/slug.js', work), write('test/slug.test.js', realTest)) },
  { chunk: 'tidy', attempt: 1, steps: steps(write('src/greet.js', tidied)) },
];

/** Creates a repository with tests, and three contracts that are not committed: a weak one, one that nothing can fail, and a refactoring. */
export async function createStrengthSample(): Promise<SampleCopy> {
  const sample = await copySample();
  const writeAll = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(sample.folder, file)), { recursive: true });
      await writeFile(join(sample.folder, file), text);
    }
  };
  try {
    await sample.git(
      'rm',
      '--quiet',
      '-r',
      '--',
      'health-check.contract.yaml',
      'order-summary.contract.yaml',
      'src',
      'test',
    );
    await writeAll({
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/shout.ts': 'export function shout(text: string): string {\n  return text.toUpperCase();\n}\n',
      'src/greet.js': greet,
      'test/greet.test.js': greetTest,
      'test/sum.test.js': "import { it } from 'node:test';\n\nit('adds', () => {});\n",
      'replies.yaml': JSON.stringify({ version: 1, replies }, null, 2),
    });
    await sample.git('add', '--all');
    await sample.git('commit', '--quiet', '--message', 'Words');
    await writeAll({
      'slug.contract.yaml': slugContract,
      'shout.contract.yaml': shoutContract,
      'tidy.contract.yaml': tidyContract,
    });
  } catch (thrown) {
    await sample[Symbol.asyncDispose]();
    throw thrown;
  }
  return sample;
}
