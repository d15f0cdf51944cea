import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { projectRoot } from '../scripts/project.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const FOLDER = join(projectRoot, 'examples/spec-kit-extension');
const SKILL = join(projectRoot, 'examples/plan-skill/SKILL.md');
const TASKS = 'specs/001-cart/tasks.md';

const TASKS_TEXT = `# Tasks: Cart

- [x] T001 [US1] Create the module in src/cart.ts
- [ ] T002 [US1] Create the discount in src/discount.ts
`;

/** What the catalogue of Spec Kit requires of an extension. */
const manifestSchema = z.object({
  schema_version: z.literal('1.0'),
  extension: z.object({
    id: z.string().regex(/^[a-z0-9-]+$/),
    name: z.string().min(1),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    description: z.string().min(1).max(99),
    author: z.string().min(1),
    repository: z.url(),
    license: z.literal('MIT'),
  }),
  requires: z.object({ speckit_version: z.string().regex(/^(?:[<>=!]=?\d+\.\d+\.\d+,?)+$/) }),
  provides: z.object({
    commands: z.array(z.object({ name: z.string(), file: z.string(), description: z.string().min(1) })).min(1),
  }),
  hooks: z.record(z.string(), z.object({ command: z.string(), optional: z.boolean() })),
  tags: z
    .array(z.string().regex(/^[a-z-]+$/))
    .min(2)
    .max(5),
});

/** The arguments of each call of `holdfast` in a text. */
function listCalls(text: string): readonly string[] {
  return [...text.matchAll(/`holdfast ([^`]+)`/g)].map(([, call = '']) => call);
}

describe('The check in the workflow of planning tools', () => {
  it('[PLANS-5] the extension of Spec Kit has what its catalogue requires, and its hook after the implementation judges', () => {
    const manifest = manifestSchema.parse(parse(readFileSync(join(FOLDER, 'extension.yml'), 'utf8')));
    const names = manifest.provides.commands.map(({ name, file }) => {
      assert.match(name, new RegExp(`^speckit\\.${manifest.extension.id}\\.[a-z0-9-]+$`));
      assert.match(readFileSync(join(FOLDER, file), 'utf8'), /^---\ndescription: ".+"\n---\n/);
      return name;
    });
    for (const { command } of Object.values(manifest.hooks)) assert.ok(names.includes(command));
    assert.equal(manifest.hooks['after_implement']?.optional, false);
    for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) assert.ok(readFileSync(join(FOLDER, file)).length > 0);
  });

  it('[PLANS-5] each command that an extension or a skill tells an agent to run does what the text says', async () => {
    using workspace = new Workspace({ 'package.json': '{}\n', [TASKS]: TASKS_TEXT });
    const command = readFileSync(join(FOLDER, 'commands/speckit.holdfast.check.md'), 'utf8');
    const calls = [...listCalls(command), ...listCalls(readFileSync(SKILL, 'utf8'))];
    const expected: Readonly<Record<string, readonly [code: number, output: RegExp]>> = {
      'plan check': [0, /No contradictions found/],
      check: [1, /1 of 2 tasks is ticked and not true: T001/],
      'plan sync': [0, /T001 unticked/],
    };
    const kinds = new Set(calls.map((call) => call.replace(/ [^ ]*(?:tasks\.md|<plan>)$/, '')));
    assert.deepEqual([...kinds].sort(), Object.keys(expected).sort());
    for (const [kind, [code, output]] of Object.entries(expected)) {
      const ran = await callHoldfast(workspace.folder, [...kind.split(' '), TASKS], workspace.environment());
      assert.equal(ran.code, code, ran.stdout + ran.stderr);
      assert.match(ran.stdout + ran.stderr, output);
    }
    assert.equal(workspace.read(TASKS), TASKS_TEXT.replace('[x]', '[ ]'));
  });
});
