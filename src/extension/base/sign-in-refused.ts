import { HoldfastError } from '../../shared/errors.ts';

/** The person did not sign in to the server of the work items, or VS Code could not do it. */
export class SignInRefused extends HoldfastError {
  constructor(apiUrl: string, cause: unknown) {
    super('configuration', `Failed to sign in to GitHub: there is no account for ${apiUrl}.`, {
      hint: 'Select "Sign in to GitHub" in the view of work items and allow Holdfast to use the account.',
      cause,
    });
    this.name = 'SignInRefused';
  }
}
