import type { PlanFixAction } from './plan-fix.ts';

/** The title of a fix in English. The editor has its own, in the language of the person. */
export function planFixTitle(action: PlanFixAction): string {
  switch (action.kind) {
    case 'renumber-ids':
      return 'Renumber the ids';
    case 'expect-signature':
      return `Expect ${action.signature}`;
    case 'add-to-list':
      return `Add "${action.item}" to ${action.key}${action.chunk === undefined ? '' : ` of ${action.chunk}`}`;
    case 'remove-from-list':
      return `Remove "${action.item}" from ${action.key}`;
    case 'add-postcondition':
      return `Add the postcondition file_exists "${action.path}"${action.chunk === undefined ? '' : ` to ${action.chunk}`}`;
    case 'remove-condition':
      return `Remove ${action.condition} "${action.path}"`;
    case 'let-chunk-create':
      return `Let ${action.chunk} create "${action.path}"`;
    case 'insert-chunk':
      return `Add a chunk before ${action.before} that creates "${action.path}"`;
    case 'move-chunk':
      return `Move ${action.chunk} before ${action.before}${action.renumbers ? ', and renumber the ids' : ''}`;
    case 'block-at-gate':
      return `Add enforcementMode "blocking" to the gate "${action.gate}"`;
    case 'remove-verify-command':
      return 'Remove the verify command';
    case 'verify-with-tests':
      return `Verify with the tests of the repository: ${action.command}`;
    case 'fail-first':
      return `Let the command fail first: ${action.command}`;
    case 'accept-by-test':
      return `Accept by a test that must fail first: ${action.command}`;
    case 'require-signature':
      return `Require the signature of ${action.name}: ${action.signature}`;
    case 'require-definition':
      return `Require the members of ${action.name}: ${action.definition}`;
    case 'require-member':
      return `Require the member ${action.member} of ${action.name}`;
    case 'match-each-line':
      return 'Match at each line: add flags "m"';
    case 'match-whole-text':
      return 'Keep the meaning: add flags ""';
    case 'migrate':
      return `Migrate the contract to version ${action.version}`;
    case 'migrate-and-keep-meaning':
      return `Migrate the contract to version ${action.version} and keep the meaning of its patterns and commands`;
    case 'migrate-and-change-meaning':
      return `Migrate the contract to version ${action.version}, in which acceptance commands fail first and ^ and $ match at each line`;
  }
}
