import * as vscode from 'vscode';
import { ENTERPRISE_TOKEN_VARIABLES, GITHUB_TOKEN_VARIABLES } from '../../foundation/secret-variables.ts';
import { SignInRefused } from './sign-in-refused.ts';

const SCOPES = ['repo'];

/** The variables that hold a token of GitHub, for the key reader of the engine. */
const TOKEN_NAMES: ReadonlySet<string> = new Set([...GITHUB_TOKEN_VARIABLES, ...ENTERPRISE_TOKEN_VARIABLES]);

/** The account provider of VS Code for a server; undefined if VS Code has none for it. */
function findProvider(apiUrl: string): 'github' | 'github-enterprise' | undefined {
  const host = hostOf(apiUrl);
  if (host === 'api.github.com') return 'github';
  const configured = vscode.workspace.getConfiguration('github-enterprise').inspect<string>('uri')?.globalValue;
  const own = configured === undefined ? undefined : hostOf(configured);
  return own !== undefined && (host === own || host === `api.${own}`) ? 'github-enterprise' : undefined;
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

/**
 * Returns a token of VS Code's account for a server if the person has signed in. Never asks. The token of one server is never
 * returned for another one.
 *
 * @param name the variable that the engine reads
 */
export async function readGithubToken(name: string, apiUrl: string | undefined): Promise<string | undefined> {
  const provider = apiUrl === undefined || !TOKEN_NAMES.has(name) ? undefined : findProvider(apiUrl);
  if (provider === undefined) return undefined;
  return (await vscode.authentication.getSession(provider, SCOPES, { silent: true }))?.accessToken;
}

/**
 * Signs in to a server because of something that the person started. VS Code asks for consent the first time. Does nothing for
 * a server without an account provider: the engine then reports which variable to set.
 *
 * @throws SignInRefused if the person refuses
 */
export async function signInToGithub(apiUrl: string): Promise<void> {
  const provider = findProvider(apiUrl);
  if (provider === undefined) return;
  try {
    await vscode.authentication.getSession(provider, SCOPES, { createIfNone: true });
  } catch (error) {
    throw new SignInRefused(apiUrl, error);
  }
}

/** Whether VS Code can sign in to a server. */
export function canSignInToGithub(apiUrl: string): boolean {
  return findProvider(apiUrl) !== undefined;
}
