import { commandLineOf } from '../../../contract/acceptance-commands.ts';
import { listAnchoredPatterns } from '../../../contract/anchored-patterns.ts';
import type { ContractEdit } from '../../../contract/edit/contract-edit.ts';
import { CURRENT_VERSION, type Contract } from '../../../contract/model.ts';
import type { PlanFix } from '../fix/plan-fix.ts';

/**
 * Fixes that raise the version of a contract; none if it is current. If the version changes the meaning of patterns or of
 * acceptance commands, the first fix keeps their meaning and the second takes the new one.
 */
export function migrationsOf(contract: Contract): readonly PlanFix[] {
  const version = CURRENT_VERSION;
  if (contract.version === version) return [];
  const setVersion: ContractEdit = { path: ['version'], value: version, first: true };
  const keep = [...keepPatterns(contract), ...keepCommands(contract)];
  if (keep.length === 0) return [{ action: { kind: 'migrate', version }, edits: [setVersion] }];
  return [
    { action: { kind: 'migrate-and-keep-meaning', version }, edits: [setVersion, ...keep] },
    { action: { kind: 'migrate-and-change-meaning', version }, edits: [setVersion] },
  ];
}

/** Since version 2, ^ and $ match at each line. */
function keepPatterns(contract: Contract): readonly ContractEdit[] {
  if (contract.version > 1) return [];
  return listAnchoredPatterns(contract).map(({ at }): ContractEdit => ({ path: [...at, 'flags'], value: '' }));
}

/** Since version 3, acceptance commands must fail first. The reader has written what applies into each of them. */
function keepCommands({ chunks }: Contract): readonly ContractEdit[] {
  const entries = chunks.flatMap(({ acceptanceCommands }, chunk) =>
    acceptanceCommands.map((entry, index) => ({ entry, at: ['chunks', chunk, 'acceptanceCommands', index] })),
  );
  const free = entries.filter(({ entry }) => typeof entry === 'string');
  if (free.length === 0) return [];
  if (free.length === entries.length) return [{ path: ['redFirst'], value: false }];
  return free.map(({ entry, at }): ContractEdit => ({
    path: at,
    value: { command: commandLineOf(entry), redFirst: false },
  }));
}
