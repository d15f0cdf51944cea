import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlanCheck } from '../../../src/verdicts/plan/check-plan.ts';
import { absent, checkText, contract, exists, rulesOf, messages } from './planning.ts';
import { validPlan, type PlainChunk, type PlainPlan } from './random-plan.ts';
import '../../random-seed.ts';

const RUNS = { numRuns: 60 };

function check({ files, verify, chunks }: PlainPlan): Promise<PlanCheck> {
  const text = contract(chunks, verify ? { verify } : {});
  return checkText('plan.contract.json', text, { files, findExports: () => Promise.resolve([]) });
}

/** Breaks exactly one rule in a chunk of a plan. */
type Mutation = (plan: PlainPlan, chunk: PlainChunk) => void;

const MISSING_FILE = 'missing/file.ts';

const mutations: readonly (readonly [rule: string, id: string, what: string, mutate: Mutation])[] = [
  [
    'R1',
    'COMP-R1',
    'a precondition for a file that is never created',
    (_, chunk) => chunk.preconditions.push(exists(MISSING_FILE)),
  ],
  [
    'R1',
    'COMP-R1',
    'file_absent for a file of the initial tree',
    (plan, chunk) => chunk.preconditions.push(absent(plan.files.at(-1) ?? '')),
  ],
  [
    'R2',
    'COMP-R2',
    'contradictory preconditions',
    (_, chunk) => chunk.preconditions.push(exists(MISSING_FILE), absent(`./${MISSING_FILE}`)),
  ],
  [
    'R3',
    'COMP-R3',
    'a postcondition for a file that is not allowed',
    (_, chunk) => chunk.postconditions.push(exists(MISSING_FILE)),
  ],
  ['R4', 'COMP-R4', 'an allowed file without a postcondition', (_, chunk) => chunk.allowedFiles.push(MISSING_FILE)],
  [
    'R5',
    'COMP-R5',
    'a command that runs a file that is never created',
    (_, chunk) => chunk.acceptanceCommands.push(`node ${MISSING_FILE}`),
  ],
  [
    'R6',
    'COMP-R6',
    'a verify contract that is never satisfied',
    (plan) => (plan.verify = { command: 'true', requires: [exists(MISSING_FILE)] }),
  ],
  [
    'R7',
    'COMP-R7',
    'the verify command among the acceptance commands',
    (plan, chunk) => {
      plan.verify = { command: 'bash start/verify.sh', requires: [] };
      chunk.acceptanceCommands.push('sh ./start//verify.sh');
    },
  ],
  ['COND', 'COMP-COND', 'a condition outside the tree', (_, chunk) => chunk.preconditions.push(exists('../a.ts'))],
  ['STRUCT', 'COMP-STRUCT', 'a command that needs a shell', (_, chunk) => chunk.acceptanceCommands.push('a && b')],
  [
    'STRUCT',
    'COMP-STRUCT',
    'a duplicate id',
    (plan) => plan.chunks.push(bare('twice'), { ...bare('twice'), allowedFiles: [] }),
  ],
  [
    'parallel-writes',
    'ENF-FUTURE-2',
    'one file of two chunks without an order',
    (plan, { id }) => {
      fc.pre(plan.chunks.some(({ dependsOn }) => dependsOn.length > 0));
      for (const name of ['left', 'right'])
        plan.chunks.push({ ...bare(name), dependsOn: [id], allowedFiles: [MISSING_FILE] });
    },
  ],
  [
    'consumed-signature',
    'ENF-VAL-4',
    'a signature that differs from the created one',
    (plan, { id, functions }) => {
      const [created] = functions;
      fc.pre(created !== undefined);
      const declared = plan.chunks.some(({ dependsOn }) => dependsOn.length > 0);
      plan.chunks.push({
        ...bare('caller'),
        dependsOn: declared ? [id] : [],
        consumes: [`${created.name}(text: number): number`],
      });
    },
  ],
  [
    'consumes-created',
    'ENF-GATE-2',
    'an export that is never created',
    (_, chunk) => chunk.consumes.push('MissingThing'),
  ],
  [
    'context-files',
    'COMP-R1',
    'a context file that does not exist',
    (_, chunk) => chunk.contextFiles.push(MISSING_FILE),
  ],
];

function bare(id: string): PlainChunk {
  return {
    id,
    title: id,
    dependsOn: [],
    consumes: [],
    creates: [],
    functions: [],
    preconditions: [],
    postconditions: [],
    allowedFiles: [`${id}.md`],
    contextFiles: [],
    acceptanceCommands: [],
  };
}

describe('random plans', () => {
  it('[COMP-R1] a plan that follows every rule has no findings', async () => {
    await fc.assert(
      fc.asyncProperty(validPlan, async (plan) => assert.deepEqual(messages(await check(plan)), [])),
      RUNS,
    );
  });

  for (const [rule, id, what, mutate] of mutations) {
    it(`[${id}] ${what} is reported only as ${rule}`, async () => {
      await fc.assert(
        fc.asyncProperty(validPlan, fc.nat(), async (plan, at) => {
          const chosen = plan.chunks[at % plan.chunks.length];
          assert.ok(chosen);
          mutate(plan, chosen);
          const result = await check(plan);
          assert.deepEqual(rulesOf(result), [rule], messages(result).join('\n'));
        }),
        RUNS,
      );
    });
  }
});
