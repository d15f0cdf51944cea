import assert from 'node:assert/strict';
import fc from 'fast-check';
import { absent, checkText, contract, exists, rulesOf, told } from './planning.ts';
import { validPlan, type PlainChunk, type PlainPlan } from './random-plan.ts';
import type { PlanCheck } from '../../src/plan/check-plan.ts';
import '../random-seed.ts';

const RUNS = { numRuns: 60 };

function check({ files, verify, chunks }: PlainPlan): Promise<PlanCheck> {
  const text = contract(chunks, verify ? { verify } : {});
  return checkText('plan.contract.json', text, { files, findExports: () => Promise.resolve([]) });
}

/** Breaks one rule, and that alone, in a chunk of a plan. */
type Mutation = (plan: PlainPlan, chunk: PlainChunk) => void;

const NOWHERE = 'nowhere/at-all.ts';

const mutations: readonly (readonly [rule: string, id: string, what: string, mutate: Mutation])[] = [
  [
    'R1',
    'COMP-R1',
    'a precondition on a file that nobody creates',
    (_, chunk) => chunk.preconditions.push(exists(NOWHERE)),
  ],
  [
    'R1',
    'COMP-R1',
    'a precondition on the absence of a file of the tree',
    (plan, chunk) => chunk.preconditions.push(absent(plan.files.at(-1) ?? '')),
  ],
  [
    'R2',
    'COMP-R2',
    'a precondition and its contrary',
    (_, chunk) => chunk.preconditions.push(exists(NOWHERE), absent(`./${NOWHERE}`)),
  ],
  [
    'R3',
    'COMP-R3',
    'a promise about a file that may not be written',
    (_, chunk) => chunk.postconditions.push(exists(NOWHERE)),
  ],
  ['R4', 'COMP-R4', 'an allowed file without a promise', (_, chunk) => chunk.allowedFiles.push(NOWHERE)],
  [
    'R5',
    'COMP-R5',
    'a command that runs a file which nobody creates',
    (_, chunk) => chunk.acceptanceCommands.push(`node ${NOWHERE}`),
  ],
  [
    'R6',
    'COMP-R6',
    'a verify contract that is never satisfied',
    (plan) => (plan.verify = { command: 'true', requires: [exists(NOWHERE)] }),
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
    'an id that stands twice',
    (plan) => plan.chunks.push(bare('twice'), { ...bare('twice'), allowedFiles: [] }),
  ],
  [
    'parallel-writes',
    'ENF-FUTURE-2',
    'one file of two chunks that nothing orders',
    (plan, { id }) => {
      fc.pre(plan.chunks.some(({ dependsOn }) => dependsOn.length > 0));
      for (const name of ['left', 'right'])
        plan.chunks.push({ ...bare(name), dependsOn: [id], allowedFiles: [NOWHERE] });
    },
  ],
  [
    'consumed-signature',
    'ENF-VAL-4',
    'a signature other than the one that is created',
    (plan, { id, functions }) => {
      const [made] = functions;
      fc.pre(made !== undefined);
      const declared = plan.chunks.some(({ dependsOn }) => dependsOn.length > 0);
      plan.chunks.push({
        ...bare('caller'),
        dependsOn: declared ? [id] : [],
        consumes: [`${made.name}(text: number): number`],
      });
    },
  ],
  [
    'consumes-created',
    'ENF-GATE-2',
    'an export that nobody creates',
    (_, chunk) => chunk.consumes.push('NobodysThing'),
  ],
  ['context-files', 'COMP-R1', 'a context file that will not be there', (_, chunk) => chunk.contextFiles.push(NOWHERE)],
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
  it('[COMP-R1] a plan that keeps every rule is clean', async () => {
    await fc.assert(
      fc.asyncProperty(validPlan, async (plan) => assert.deepEqual(told(await check(plan)), [])),
      RUNS,
    );
  });

  for (const [rule, id, what, mutate] of mutations) {
    it(`[${id}] ${what} is reported as ${rule}, and as nothing else`, async () => {
      await fc.assert(
        fc.asyncProperty(validPlan, fc.nat(), async (plan, at) => {
          const chosen = plan.chunks[at % plan.chunks.length];
          assert.ok(chosen);
          mutate(plan, chosen);
          const result = await check(plan);
          assert.deepEqual(rulesOf(result), [rule], told(result).join('\n'));
        }),
        RUNS,
      );
    });
  }
});
