import assert from 'node:assert/strict';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import type { ContractState, FolderPast, FolderState } from '../../../src/extension/state/workspace-state.ts';
import { computeUsageKeys, type UsageKeys } from '../../../src/extension/usage/context-keys.ts';
import { sampleFolder } from '../support/samples.ts';

const unused: FolderState = {
  folder: sampleFolder,
  name: 'repo',
  status: 'ready',
  contracts: [],
  pendingResults: [],
  choices: [],
  amendments: [],
};
const past: FolderPast = { runs: 0, costUsd: null, isCostPartial: false, hasLandings: false, hasPlanTries: false };

function contractOf(source: string): ContractState {
  const file = 'a.contract.yaml';
  const text = `version: 3\nspec: { id: a, title: A }\n${source}chunks: [{ id: b, title: B, description: C }]\n`;
  return {
    folder: sampleFolder,
    contract: file,
    document: readContract({ file, text, checks: CHECKS }),
    checking: false,
  };
}

/** The keys that are true. */
function list(folder: Partial<FolderState>): readonly string[] {
  const keys: UsageKeys = computeUsageKeys({ folders: [{ ...unused, ...folder }] });
  return Object.entries(keys).flatMap(([key, value]) => (value === true ? [key.replace('holdfast.', '')] : []));
}

describe('the context keys of what was used', () => {
  it('[EDIT-1] are all false where nothing was used yet', () => {
    assert.deepEqual(list({}), []);
    assert.deepEqual(list({ past, isModelMissing: true }), []);
  });

  it('[EDIT-1] follow the history, the files and this window', () => {
    const landing = { commit: 'c0ffee', files: ['a.ts'], conflicts: [], notes: [] };
    const run = { kind: 'ended', contract: 'a.contract.yaml', status: 'fail' } as const;
    const cases: readonly (readonly [Partial<FolderState>, readonly string[]])[] = [
      [{ isModelMissing: false }, ['hasModel']],
      [{ past: { ...past, runs: 1 } }, ['hasRuns']],
      [{ run }, ['hasRuns']],
      [{ past: { ...past, hasLandings: true } }, ['hasLandings', 'hasDecided']],
      [{ landings: { r1: landing } }, ['hasLandings', 'hasDecided']],
      [{ landings: { r1: { ...landing, files: [] } } }, []],
      [{ resolutions: { r1: 'discarded' } }, ['hasDecided']],
      [{ past: { ...past, hasPlanTries: true } }, ['hasPlanTries']],
      [{ dataFiles: { interfaces: [], scenario: [] } }, []],
      [{ contracts: [contractOf('')] }, []],
      [
        { contracts: [contractOf(`source: { file: plan.md, hash: ${'a'.repeat(64)}, reader: task-list }\n`)] },
        ['hasImports'],
      ],
    ];
    for (const [folder, expected] of cases) assert.deepEqual(list(folder), expected, JSON.stringify(folder));
  });
});
