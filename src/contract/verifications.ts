import type { ContractDocument } from './document.ts';
import type { Condition, Contract } from './model.ts';

/** A command that must pass once its conditions hold. */
export type Verification = Pick<NonNullable<Contract['verify']>, 'command' | 'requires' | 'timeoutSeconds'>;

/** The verify script of the plan compiler. */
export const VERIFY_SCRIPT = 'scripts/verify.sh';

const SCRIPT_EXISTS: Condition = { kind: 'file_exists', path: VERIFY_SCRIPT };

/**
 * The verifications of a contract: its verify command, and the verify script of the plan compiler [COMP-COMPAT]. Every
 * manifest has the script, with or without a verify contract; a contract has it if its verify command requires the script.
 * The script is due when it exists. A verify command that runs the script itself is the only verification.
 */
export function verificationsOf({
  form,
  contract,
}: Pick<ContractDocument, 'form' | 'contract'>): readonly Verification[] {
  const verify = contract?.verify;
  const own: readonly Verification[] = verify === undefined ? [] : [verify];
  if (contract === undefined || (verify !== undefined && namesScript(verify.command))) return own;
  const requires = verify?.requires ?? [];
  const isRequired = requires.some(({ path }) => isScript(path));
  if (form !== 'manifest' && !isRequired) return own;
  return [...own, { command: `bash ${VERIFY_SCRIPT}`, requires: isRequired ? requires : [...requires, SCRIPT_EXISTS] }];
}

function isScript(path: string): boolean {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '') === VERIFY_SCRIPT;
}

function namesScript(command: string): boolean {
  return command.split(/[\s'"]+/).some(isScript);
}
