import * as l10n from '@vscode/l10n';
import { HoldfastError } from '../../foundation/errors.ts';

/** The person did not sign in to the server of the work items, or VS Code could not do it. */
export class SignInRefused extends HoldfastError {
  constructor(apiUrl: string, cause: unknown) {
    super('configuration', l10n.t('Failed to sign in to GitHub: there is no account for {0}.', apiUrl), {
      hint: l10n.t('Select "Sign in to GitHub" in the view of work items and allow Holdfast to use the account.'),
      cause,
    });
    this.name = 'SignInRefused';
  }
}
