import assert from 'node:assert/strict';
import { planFixActionTitle } from '../../../src/extension/plan/plan-fix-action-title.ts';
import type { PlanFixAction } from '../../../src/verdicts/plan/fix/plan-fix.ts';
import { planFixTitle } from '../../../src/verdicts/plan/fix/plan-fix-title.ts';

/** Every action, by what is special about its title. */
const ACTIONS: Readonly<Record<PlanFixAction['kind'] | `${PlanFixAction['kind']}, ${string}`, PlanFixAction>> = {
  'renumber-ids': { kind: 'renumber-ids' },
  'expect-signature': { kind: 'expect-signature', signature: '(a: A) => B' },
  'add-to-list': { kind: 'add-to-list', item: 'a.ts', key: 'allowedFiles' },
  'add-to-list, of a chunk': { kind: 'add-to-list', item: 'one', key: 'dependsOn', chunk: 'two' },
  'remove-from-list': { kind: 'remove-from-list', item: 'a.ts', key: 'contextFiles' },
  'add-postcondition': { kind: 'add-postcondition', path: 'a.ts' },
  'add-postcondition, to a chunk': { kind: 'add-postcondition', path: 'a.ts', chunk: 'one' },
  'remove-condition': { kind: 'remove-condition', condition: 'file_absent', path: 'a.ts' },
  'let-chunk-create': { kind: 'let-chunk-create', chunk: 'one', path: 'a.ts' },
  'insert-chunk': { kind: 'insert-chunk', before: 'two', path: 'a.ts' },
  'move-chunk': { kind: 'move-chunk', chunk: 'two', before: 'one', renumbers: false },
  'move-chunk, with new ids': { kind: 'move-chunk', chunk: 'WO-02', before: 'WO-01', renumbers: true },
  'block-at-gate': { kind: 'block-at-gate', gate: 'review' },
  'remove-verify-command': { kind: 'remove-verify-command' },
  'verify-with-tests': { kind: 'verify-with-tests', command: 'npm test' },
  'fail-first': { kind: 'fail-first', command: 'npm test' },
  'accept-by-test': { kind: 'accept-by-test', command: 'node --test test/a.test.js' },
  'require-signature': { kind: 'require-signature', name: 'make', signature: '() => void' },
  'require-definition': { kind: 'require-definition', name: 'Shape', definition: '{ id: string }' },
  'require-member': { kind: 'require-member', name: 'Shape', member: 'id' },
  'match-each-line': { kind: 'match-each-line' },
  'match-whole-text': { kind: 'match-whole-text' },
  migrate: { kind: 'migrate', version: 2 },
  'migrate-and-keep-meaning': { kind: 'migrate-and-keep-meaning', version: 2 },
  'migrate-and-change-meaning': { kind: 'migrate-and-change-meaning', version: 2 },
};

describe('titles of the fixes of a plan', () => {
  for (const [name, action] of Object.entries(ACTIONS)) {
    it(`[COMP-EDITOR] is the same in the editor in English and in the terminal: ${name}`, () => {
      assert.equal(planFixActionTitle({ action }), planFixTitle(action));
    });
  }
});
