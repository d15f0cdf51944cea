import assert from 'node:assert/strict';
import { selectGates, sharedGateIds } from '../../../src/verdicts/gates/select-gates.ts';
import { isDecidedByModel, selectDeciders } from '../../../src/contract/gate-deciders.ts';
import { enforcementModeOf, mostRestrictive } from '../../../src/verdicts/gates/enforcement-mode.ts';
import { keepsConversation, improvementHintsOf, lowestMaxAttempts } from '../../../src/verdicts/gates/retry-config.ts';
import { collectSharedGates } from '../../../src/verdicts/gates/shared-gates.ts';
import { readGateFile } from '../../../src/contract/read/read-gate-file.ts';
import { contractSchema, gateSchema, type Contract, type Gate } from '../../../src/contract/model.ts';

/** Parses a gate. It gets a command if nothing else decides it. */
function createGate(more: Partial<Gate>): Gate {
  const decider = more.criteria ?? more.assertions ?? more.command;
  return gateSchema.parse({ id: 'gate', ...(decider === undefined ? { command: 'true' } : {}), ...more });
}

function createContract(gates: readonly Gate[], idsByChunk: readonly (readonly string[])[]): Contract {
  return contractSchema.parse({
    spec: { id: 'spec', title: 'Spec' },
    gates,
    chunks: idsByChunk.map((ids, index) => ({ id: `chunk-${index}`, title: 'Chunk', gates: ids })),
  });
}

describe('gates', () => {
  describe('of a chunk', () => {
    it('are those that it names, and those that no chunk names', () => {
      const contract = createContract([createGate({ id: 'all' }), createGate({ id: 'own' })], [['own'], []]);
      const idsOf = (index: number): string[] =>
        selectGates(contract, contract.chunks[index]!, []).map(({ gate }) => gate.id);
      assert.deepEqual(idsOf(0), ['all', 'own']);
      assert.deepEqual(idsOf(1), ['all']);
    });

    it('come from gate files unless the contract defines them', () => {
      const contract = createContract([createGate({ id: 'both', name: 'own' })], [['both', 'shared']]);
      const shared = [
        createGate({ id: 'both', name: 'shared' }),
        createGate({ id: 'shared' }),
        createGate({ id: 'unnamed' }),
      ];
      const selected = selectGates(contract, contract.chunks[0]!, shared);
      assert.deepEqual(
        selected.map(({ gate, position }) => [gate.id, gate.name, position]),
        [
          ['both', 'own', 0],
          ['shared', undefined, undefined],
        ],
      );
      assert.deepEqual([...sharedGateIds(contract)], ['shared']);
    });

    it('are ambiguous if two gate files define the same id, and the problem names both files', () => {
      const read = (file: string) => readGateFile({ file, text: 'id: lint\ncommand: npm run lint\n', checks: [] });
      const shared = collectSharedGates([read('a.gate.yaml'), read('.holdfast/b.gate.yaml')]).get('lint');
      assert.ok(shared !== undefined && 'problem' in shared);
      assert.match(shared.problem, /a\.gate\.yaml.*\.holdfast\/b\.gate\.yaml/);
    });
  });

  describe('deciders', () => {
    it('include a model if there are only criteria or judge is set; there are none for an empty gate', () => {
      assert.deepEqual(selectDeciders(createGate({ criteria: ['It is.'] })), ['judge']);
      assert.deepEqual(selectDeciders(createGate({ criteria: ['It is.'], command: 'true' })), ['command']);
      assert.deepEqual(selectDeciders(createGate({ criteria: ['It is.'], command: 'true', judge: true })), [
        'command',
        'judge',
      ]);
      assert.deepEqual(selectDeciders(createGate({ criteria: ['It is.'], judge: false })), []);
      assert.deepEqual(selectDeciders(gateSchema.parse({ id: 'empty' })), []);
      assert.deepEqual(selectDeciders(gateSchema.parse({ id: 'described', judge: true, description: 'It is.' })), [
        'judge',
      ]);
    });

    it('include a review, which also judges the criteria', () => {
      const reviewed = gateSchema.parse({ id: 'reviewed', review: true, criteria: ['It is.'] });
      assert.deepEqual(selectDeciders(reviewed), ['review']);
      assert.equal(isDecidedByModel(reviewed), true);
      assert.deepEqual(selectDeciders({ ...reviewed, command: 'true', judge: true }), ['command', 'review', 'judge']);
      assert.deepEqual(selectDeciders({ ...reviewed, review: { model: 'anthropic:claude-sonnet-4-5' } }), ['review']);
      assert.deepEqual(selectDeciders({ ...reviewed, review: false }), ['judge']);
    });

    it('do not include suggestions', () => {
      const assertions: Gate['assertions'] = [
        { type: 'suggest', message: 'Exists', check: { type: 'file_exists', target: 'a.ts' } },
      ];
      assert.deepEqual(selectDeciders(createGate({ assertions })), []);
      assert.deepEqual(selectDeciders(createGate({ assertions, criteria: ['It is.'] })), ['judge']);
    });
  });

  describe('mode', () => {
    it('[GATE-4] is enforcementMode, else the mode of the severity', () => {
      assert.equal(enforcementModeOf(createGate({ severity: 'critical' })), 'blocking');
      assert.equal(enforcementModeOf(createGate({ severity: 'high' })), 'advisory');
      assert.equal(enforcementModeOf(createGate({ severity: 'medium' })), 'advisory');
      assert.equal(enforcementModeOf(createGate({ severity: 'low' })), 'informational');
      assert.equal(
        enforcementModeOf(createGate({ severity: 'critical', enforcementMode: 'informational' })),
        'informational',
      );
      assert.equal(enforcementModeOf(createGate({ severity: 'low', enforcementMode: 'blocking' })), 'blocking');
    });

    it('[GATE-8] is blocking if nothing is configured', () => {
      assert.equal(enforcementModeOf(createGate({})), 'blocking');
      assert.equal(lowestMaxAttempts([createGate({})]), 2);
    });

    it('[GATE-4] [GATE-8] does not depend on who judges the gate', () => {
      const criteria = ['It is.'];
      const judged = { type: 'assert', message: 'Is', check: { type: 'llm_judge', question: 'Is it?' } } as const;
      for (const judge of [{ criteria }, { criteria, judge: true }, { assertions: [judged] }, { command: 'x' }]) {
        assert.equal(enforcementModeOf(createGate(judge)), 'blocking');
        assert.equal(enforcementModeOf(createGate({ ...judge, severity: 'critical' })), 'blocking');
        assert.equal(enforcementModeOf(createGate({ ...judge, severity: 'high' })), 'advisory');
        assert.equal(enforcementModeOf(createGate({ ...judge, severity: 'low' })), 'informational');
        assert.equal(enforcementModeOf(createGate({ ...judge, enforcementMode: 'advisory' })), 'advisory');
      }
    });

    it('[GATE-2] of a gate with a model judge lets its limit count', () => {
      assert.equal(lowestMaxAttempts([createGate({ criteria: ['It is.'], retry: { maxAttempts: 1 } })]), 1);
    });

    it('[GATE-4] of several gates is the most restrictive one', () => {
      assert.equal(mostRestrictive(['informational', 'blocking', 'advisory']), 'blocking');
      assert.equal(mostRestrictive(['informational', 'advisory']), 'advisory');
      assert.equal(mostRestrictive([]), undefined);
    });
  });

  describe('retry', () => {
    it('[GATE-2] has the lowest limit of the blocking gates, and no limit without one', () => {
      const four = createGate({ retry: { maxAttempts: 4 } });
      const three = createGate({ retry: { maxAttempts: 3 } });
      const advisory = createGate({ severity: 'high', retry: { maxAttempts: 1 } });
      const informational = createGate({ severity: 'low', retry: { maxAttempts: 1 } });
      assert.equal(lowestMaxAttempts([four, three, advisory, informational]), 3);
      assert.equal(lowestMaxAttempts([advisory, informational]), undefined);
    });

    it('[GATE-2] reads retry_config; hints are the criteria, custom sentences, or none', () => {
      const text =
        'id: a\ncommand: x\ncriteria: [Be brief]\nretry_config: { max_attempts: 5, improvement_hints: true, preserve_context: false }\n';
      const [gate] = readGateFile({ file: 'a.gate.yaml', text, checks: [] }).gates;
      assert.ok(gate !== undefined);
      assert.equal(lowestMaxAttempts([gate]), 5);
      assert.deepEqual(improvementHintsOf(gate), ['Be brief']);
      assert.equal(keepsConversation([gate]), false);
      assert.deepEqual(improvementHintsOf(createGate({ criteria: ['a'], retry: { improvementHints: ['b'] } })), ['b']);
      assert.deepEqual(improvementHintsOf(createGate({ criteria: ['a'], retry: { improvementHints: false } })), []);
    });

    it('[GATE-2] continues the conversation only if all failed gates allow it', () => {
      const withoutContext = createGate({ retry: { preserveContext: false } });
      assert.equal(keepsConversation([createGate({}), createGate({})]), true);
      assert.equal(keepsConversation([createGate({}), withoutContext]), false);
    });
  });
});
