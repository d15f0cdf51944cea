import type { FixAction } from './fix.ts';

/** The title of a fix in English. The editor has its own, in the language of the person. */
export function fixTitle(action: FixAction): string {
  switch (action.kind) {
    case 'rename':
      return `Rename ${action.from} to ${action.to}`;
    case 'use-name':
      return `Use the name "${action.name}" in the contract`;
    case 'export':
      return `Export ${action.name}`;
    case 'use-file':
      return `Use the existing file "${action.file}"`;
    case 'create-file':
      return `Create "${action.file}"`;
    case 'use-signature':
      return `Use the actual signature ${action.signature}`;
    case 'propose-amendment':
      return 'Propose an amendment of the contract';
    case 'make-suggestion':
      return 'Make it a suggestion';
    case 'run-chunk':
      return `Run the chunk "${action.chunk}"`;
    case 'replace-text':
      return `Change "${action.from}" to "${action.to}"`;
    case 'remove-key':
      return `Remove the key "${action.key}"`;
    case 'remove-reference':
      return 'Remove the reference';
  }
}
