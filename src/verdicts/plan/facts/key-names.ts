import type { ContractForm } from '../../../contract/document.ts';

/** The keys of the model as a contract form writes them, for messages. */
export interface KeyNames {
  readonly allowedFiles: string;
  readonly acceptanceCommands: string;
  readonly contextFiles: string;
  readonly dependsOn: string;
  readonly verify: string;
}

export function keyNamesOf(form: ContractForm): KeyNames {
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
