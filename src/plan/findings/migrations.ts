import { listAnchoredPatterns } from '../../contract/anchored-patterns.ts';
import type { ContractEdit } from '../../contract/edit/contract-edit.ts';
import { CURRENT_VERSION, type Contract } from '../../contract/model.ts';
import type { PlanFix } from './finding.ts';

/**
 * Fixes that raise the version of a contract; none if it is current. If the version changes the meaning of patterns, the
 * first fix keeps their meaning and the second takes the new one.
 */
export function migrationsOf(contract: Contract): readonly PlanFix[] {
  if (contract.version === CURRENT_VERSION) return [];
  const title = `Migrate the contract to version ${CURRENT_VERSION}`;
  const setVersion: ContractEdit = { path: ['version'], value: CURRENT_VERSION, first: true };
  const patterns = listAnchoredPatterns(contract);
  if (patterns.length === 0) return [{ title, edits: [setVersion] }];
  const setFlags = patterns.map(({ at }): ContractEdit => ({ path: [...at, 'flags'], value: '' }));
  return [
    { title: `${title} and keep the meaning of its patterns`, edits: [setVersion, ...setFlags] },
    { title: `${title}, in which ^ and $ match at each line`, edits: [setVersion] },
  ];
}
