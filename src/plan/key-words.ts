import type { ContractForm } from '../contract/document.ts';

/** How the keys of the model are written in a form, for messages. */
export interface KeyWords {
  readonly allowedFiles: string;
  readonly acceptanceCommands: string;
  readonly contextFiles: string;
  readonly dependsOn: string;
  readonly verify: string;
}

export function keyWords(form: ContractForm): KeyWords {
  return form === 'manifest'
    ? {
        allowedFiles: 'allowed_files',
        acceptanceCommands: 'acceptance_commands',
        contextFiles: 'context_files',
        dependsOn: 'depends_on',
        verify: 'verify_contract',
      }
    : {
        allowedFiles: 'allowedFiles',
        acceptanceCommands: 'acceptanceCommands',
        contextFiles: 'contextFiles',
        dependsOn: 'dependsOn',
        verify: 'verify contract',
      };
}
