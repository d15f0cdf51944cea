import { listAnchoredPatterns } from '../../../contract/anchored-patterns.ts';
import type { ContractEdit } from '../../../contract/edit/contract-edit.ts';
import { CURRENT_VERSION, type Contract } from '../../../contract/model.ts';
import type { PlanFix } from './plan-fix.ts';

/**
 * Fixes that raise the version of a contract; none if it is current. If the version changes the meaning of patterns, the
 * first fix keeps their meaning and the second takes the new one.
 */
export function migrationsOf(contract: Contract): readonly PlanFix[] {
  const version = CURRENT_VERSION;
  if (contract.version === version) return [];
  const setVersion: ContractEdit = { path: ['version'], value: version, first: true };
  const patterns = listAnchoredPatterns(contract);
  if (patterns.length === 0) return [{ action: { kind: 'migrate', version }, edits: [setVersion] }];
  const setFlags = patterns.map(({ at }): ContractEdit => ({ path: [...at, 'flags'], value: '' }));
  return [
    { action: { kind: 'migrate-and-keep-patterns', version }, edits: [setVersion, ...setFlags] },
    { action: { kind: 'migrate-and-change-patterns', version }, edits: [setVersion] },
  ];
}
