import * as vscode from 'vscode';

const PROVIDER = 'github';
const SCOPES = ['repo'];

/** The variables that hold a token of GitHub, for the key reader of the engine. */
const TOKEN_NAMES: ReadonlySet<string> = new Set(['GITHUB_TOKEN', 'GH_TOKEN']);

/** Returns a token of VS Code's GitHub account if the person has signed in. Never asks. */
export async function readGithubToken(name: string): Promise<string | undefined> {
  if (!TOKEN_NAMES.has(name)) return undefined;
  return (await vscode.authentication.getSession(PROVIDER, SCOPES, { silent: true }))?.accessToken;
}

/**
 * Signs in to GitHub because of something that the person started. VS Code asks for consent the first time.
 * @throws Error if the person refuses
 */
export async function signInToGithub(): Promise<void> {
  await vscode.authentication.getSession(PROVIDER, SCOPES, { createIfNone: true });
}
