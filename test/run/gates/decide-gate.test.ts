import assert from 'node:assert/strict';
import { contractSchema } from '../../../src/contract/model.ts';
import { decideGate } from '../../../src/run/gates/decide-gate.ts';
import type { GateInput } from '../../../src/run/gates/gate-input.ts';

describe('the verdict of a person', () => {
  it('[GATE-9] counts only for the change that the person saw, also if its diff is cut', async () => {
    const contract = contractSchema.parse({
      version: 1,
      spec: { id: 'one', title: 'One' },
      chunks: [{ id: 'one', title: 'One' }],
      gates: [{ id: 'approval', criteria: ['It is clear.'], judge: 'person' }],
    });
    const [gate] = contract.gates;
    assert.ok(gate !== undefined);
    const verdicts = new Map<string, unknown>();
    const judge = async (tree: string, answer?: GateInput['answer']): Promise<string> => {
      const input = {
        judged: { commit: `commit-${tree}`, tree },
        base: { commit: 'base', tree: 'base' },
        answer,
        // The first megabyte of both changes is the same.
        attempt: { readBoundedDiff: () => Promise.resolve({ text: 'diff', truncated: true }) },
        services: {
          signal: new AbortController().signal,
          history: {
            readVerdict: (key: string) => Promise.resolve(verdicts.get(key)),
            saveVerdict: (key: string, verdict: unknown) => Promise.resolve(void verdicts.set(key, verdict)),
          },
        },
      } as unknown as GateInput;
      return (await decideGate(input, { gate, position: 0 })).verdict;
    };
    assert.equal(await judge('first', { verdict: 'pass', words: undefined, gate: undefined }), 'PASS');
    assert.equal(await judge('first'), 'PASS');
    assert.equal(await judge('second'), 'UNDECIDED');
  });
});
