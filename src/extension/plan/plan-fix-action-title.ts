import * as l10n from '@vscode/l10n';
import type { PlanFix } from '../../verdicts/plan/fix/plan-fix.ts';

/** The title of a plan's fix in the display language of the editor. */
export function planFixActionTitle({ action }: Pick<PlanFix, 'action'>): string {
  switch (action.kind) {
    case 'renumber-ids':
      return l10n.t('Renumber the ids');
    case 'expect-signature':
      return l10n.t('Expect {0}', action.signature);
    case 'add-to-list':
      return action.chunk === undefined
        ? l10n.t('Add "{0}" to {1}', action.item, action.key)
        : l10n.t('Add "{0}" to {1} of {2}', action.item, action.key, action.chunk);
    case 'remove-from-list':
      return l10n.t('Remove "{0}" from {1}', action.item, action.key);
    case 'add-postcondition':
      return action.chunk === undefined
        ? l10n.t('Add the postcondition file_exists "{0}"', action.path)
        : l10n.t('Add the postcondition file_exists "{0}" to {1}', action.path, action.chunk);
    case 'remove-condition':
      return l10n.t('Remove {0} "{1}"', action.condition, action.path);
    case 'let-chunk-create':
      return l10n.t('Let {0} create "{1}"', action.chunk, action.path);
    case 'insert-chunk':
      return l10n.t('Add a chunk before {0} that creates "{1}"', action.before, action.path);
    case 'move-chunk':
      return action.renumbers
        ? l10n.t('Move {0} before {1}, and renumber the ids', action.chunk, action.before)
        : l10n.t('Move {0} before {1}', action.chunk, action.before);
    case 'block-at-gate':
      return l10n.t('Add enforcementMode "blocking" to the gate "{0}"', action.gate);
    case 'remove-verify-command':
      return l10n.t('Remove the verify command');
    case 'verify-with-tests':
      return l10n.t('Verify with the tests of the repository: {0}', action.command);
    case 'fail-first':
      return l10n.t('Let the command fail first: {0}', action.command);
    case 'accept-by-test':
      return l10n.t('Accept by a test that must fail first: {0}', action.command);
    case 'require-signature':
      return l10n.t('Require the signature of {0}: {1}', action.name, action.signature);
    case 'require-definition':
      return l10n.t('Require the members of {0}: {1}', action.name, action.definition);
    case 'require-member':
      return l10n.t('Require the member {0} of {1}', action.member, action.name);
    case 'match-each-line':
      return l10n.t('Match at each line: add flags "m"');
    case 'match-whole-text':
      return l10n.t('Keep the meaning: add flags ""');
    case 'migrate':
      return l10n.t('Migrate the contract to version {0}', action.version);
    case 'migrate-and-keep-meaning':
      return l10n.t(
        'Migrate the contract to version {0} and keep the meaning of its patterns and commands',
        action.version,
      );
    case 'migrate-and-change-meaning':
      return l10n.t(
        'Migrate the contract to version {0}, in which acceptance commands fail first and ^ and $ match at each line',
        action.version,
      );
  }
}
