import assert from 'node:assert/strict';
import { gatesOf, sharedIdsOf } from '../../src/gates/chunk-gates.ts';
import { decidersOf } from '../../src/gates/deciders.ts';
import { modeOf, mostRestrictive } from '../../src/gates/enforcement-mode.ts';
import { continuesConversation, hintsOf, lowestLimit } from '../../src/gates/retry-config.ts';
import { sharedGatesFrom } from '../../src/gates/shared-gates.ts';
import { readGateFile } from '../../src/contract/read-gate-file.ts';
import { contractSchema, gateSchema, type Contract, type Gate } from '../../src/contract/model.ts';

/** A gate as a contract gives it; a command decides it where nothing else does. */
function gateOf(more: Partial<Gate>): Gate {
  const decided = more.criteria ?? more.assertions ?? more.command;
  return gateSchema.parse({ id: 'gate', ...(decided === undefined ? { command: 'true' } : {}), ...more });
}

function contractOf(gates: readonly Gate[], named: readonly (readonly string[])[]): Contract {
  return contractSchema.parse({
    spec: { id: 'spec', title: 'Spec' },
    gates,
    chunks: named.map((ids, index) => ({ id: `chunk-${index}`, title: 'Chunk', gates: ids })),
  });
}

describe('gates', () => {
  describe('which apply', () => {
    it('apply to the chunks that name them, and to all where none does', () => {
      const contract = contractOf([gateOf({ id: 'all' }), gateOf({ id: 'own' })], [['own'], []]);
      const idsOf = (index: number): string[] =>
        gatesOf(contract, contract.chunks[index]!, []).map(({ gate }) => gate.id);
      assert.deepEqual(idsOf(0), ['all', 'own']);
      assert.deepEqual(idsOf(1), ['all']);
    });

    it('come from gate files where the contract does not define them; its own win', () => {
      const contract = contractOf([gateOf({ id: 'both', name: 'own' })], [['both', 'shared']]);
      const shared = [gateOf({ id: 'both', name: 'shared' }), gateOf({ id: 'shared' }), gateOf({ id: 'unnamed' })];
      const found = gatesOf(contract, contract.chunks[0]!, shared);
      assert.deepEqual(
        found.map(({ gate, position }) => [gate.id, gate.name, position]),
        [
          ['both', 'own', 0],
          ['shared', undefined, undefined],
        ],
      );
      assert.deepEqual([...sharedIdsOf(contract)], ['shared']);
    });

    it('are unclear where two gate files define one id, and both are named', () => {
      const read = (file: string) => readGateFile({ file, text: 'id: lint\ncommand: npm run lint\n', checks: [] });
      const found = sharedGatesFrom([read('a.gate.yaml'), read('.holdfast/b.gate.yaml')]).get('lint');
      assert.ok(found !== undefined && 'problem' in found);
      assert.match(found.problem, /a\.gate\.yaml.*\.holdfast\/b\.gate\.yaml/);
    });
  });

  describe('how they are decided', () => {
    it('by a model where there are criteria and nothing else, and by nothing where there is nothing', () => {
      assert.deepEqual(decidersOf(gateOf({ criteria: ['It is.'] })), ['judge']);
      assert.deepEqual(decidersOf(gateOf({ criteria: ['It is.'], command: 'true' })), ['command']);
      assert.deepEqual(decidersOf(gateOf({ criteria: ['It is.'], command: 'true', judge: true })), [
        'command',
        'judge',
      ]);
      assert.deepEqual(decidersOf(gateOf({ criteria: ['It is.'], judge: false })), []);
      assert.deepEqual(decidersOf(gateSchema.parse({ id: 'empty' })), []);
      assert.deepEqual(decidersOf(gateSchema.parse({ id: 'described', judge: true, description: 'It is.' })), [
        'judge',
      ]);
    });

    it('never by suggestions: where there is nothing else there is nothing to judge, or a model judges', () => {
      const assertions: Gate['assertions'] = [
        { type: 'suggest', message: 'is there', check: { type: 'file_exists', target: 'a.ts' } },
      ];
      assert.deepEqual(decidersOf(gateOf({ assertions })), []);
      assert.deepEqual(decidersOf(gateOf({ assertions, criteria: ['It is.'] })), ['judge']);
    });
  });

  describe('mode', () => {
    it('[GATE-4] is the own one, else that of the severity', () => {
      assert.equal(modeOf(gateOf({ severity: 'critical' })), 'blocking');
      assert.equal(modeOf(gateOf({ severity: 'high' })), 'advisory');
      assert.equal(modeOf(gateOf({ severity: 'medium' })), 'advisory');
      assert.equal(modeOf(gateOf({ severity: 'low' })), 'informational');
      assert.equal(modeOf(gateOf({ severity: 'critical', enforcementMode: 'informational' })), 'informational');
      assert.equal(modeOf(gateOf({ severity: 'low', enforcementMode: 'blocking' })), 'blocking');
    });

    it('[GATE-8] is blocking where nothing is configured', () => {
      assert.equal(modeOf(gateOf({})), 'blocking');
      assert.equal(lowestLimit([gateOf({})]), 2);
    });

    it('[GATE-4] of a model’s verdict blocks only where enforcementMode says so', () => {
      const criteria = ['It is.'];
      assert.equal(modeOf(gateOf({ criteria, severity: 'critical' })), 'advisory');
      assert.equal(modeOf(gateOf({ criteria })), 'advisory');
      assert.equal(modeOf(gateOf({ criteria, severity: 'low' })), 'informational');
      assert.equal(modeOf(gateOf({ criteria, enforcementMode: 'blocking' })), 'blocking');
      const asked = { type: 'assert', message: 'Is', check: { type: 'llm_judge', question: 'Is it?' } } as const;
      assert.equal(modeOf(gateOf({ assertions: [asked], severity: 'critical' })), 'advisory');
    });

    it('[GATE-4] of several is the most restrictive', () => {
      assert.equal(mostRestrictive(['informational', 'blocking', 'advisory']), 'blocking');
      assert.equal(mostRestrictive(['informational', 'advisory']), 'advisory');
      assert.equal(mostRestrictive([]), undefined);
    });
  });

  describe('retry', () => {
    it('[GATE-2] has the lowest limit among those that block, and none where none does', () => {
      const four = gateOf({ retry: { maxAttempts: 4 } });
      const three = gateOf({ retry: { maxAttempts: 3 } });
      const advisory = gateOf({ severity: 'high', retry: { maxAttempts: 1 } });
      const informational = gateOf({ severity: 'low', retry: { maxAttempts: 1 } });
      assert.equal(lowestLimit([four, three, advisory, informational]), 3);
      assert.equal(lowestLimit([advisory, informational]), undefined);
    });

    it('[GATE-2] reads retry_config, and hints are the criteria, own sentences, or none', () => {
      const text =
        'id: a\ncommand: x\ncriteria: [Be brief]\nretry_config: { max_attempts: 5, improvement_hints: true, preserve_context: false }\n';
      const [gate] = readGateFile({ file: 'a.gate.yaml', text, checks: [] }).gates;
      assert.ok(gate !== undefined);
      assert.equal(lowestLimit([gate]), 5);
      assert.deepEqual(hintsOf(gate), ['Be brief']);
      assert.equal(continuesConversation([gate]), false);
      assert.deepEqual(hintsOf(gateOf({ criteria: ['a'], retry: { improvementHints: ['b'] } })), ['b']);
      assert.deepEqual(hintsOf(gateOf({ criteria: ['a'], retry: { improvementHints: false } })), []);
    });

    it('[GATE-2] continues the conversation only where all that failed let it', () => {
      const fresh = gateOf({ retry: { preserveContext: false } });
      assert.equal(continuesConversation([gateOf({}), gateOf({})]), true);
      assert.equal(continuesConversation([gateOf({}), fresh]), false);
    });
  });
});
