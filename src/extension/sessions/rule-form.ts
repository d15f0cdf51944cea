import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { closeTabs, listTabs } from '../base/close-tabs.ts';
import type { AlwaysRule, AlwaysRuleKind, Engine, ProposedRule, RuleForm } from '../../engine.ts';

/** The URI scheme of the contract with a rule that is not written yet. */
const SCHEME = 'holdfast-rule';
/** The message has room for a few of the commits. */
const MAX_NAMED_COMMITS = 3;

interface KindItem extends vscode.QuickPickItem {
  readonly rule: AlwaysRuleKind;
}

/**
 * [SESSION-2] Makes a comment a rule for every change: asks for the kind and its values, which the place of the comment fills
 * in, and shows the difference and what the rule would have refused. Writes nothing before the person agrees.
 *
 * @param folder the URI of the workspace folder, as a string
 * @returns whether the rule was written
 */
export async function makeRuleOf(engine: Engine, folder: string, comment: string): Promise<boolean> {
  const form = await engine.rules.formOf(comment);
  const rule = await askForRule(form);
  if (rule === undefined) return false;
  const message = await ask(l10n.t('What people and agents read if a change breaks the rule'), form.message);
  if (message === undefined) return false;
  const proposed = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: l10n.t('Holdfast: trying the rule on the last commits') },
    () => engine.rules.propose({ rule, message }),
  );
  if (!(await showProposal(folder, proposed))) return false;
  await engine.rules.write(proposed);
  return true;
}

async function askForRule(form: RuleForm): Promise<AlwaysRule | undefined> {
  const item = await vscode.window.showQuickPick(listKinds(form), {
    title: l10n.t('Make a Rule'),
    placeHolder: l10n.t('Select what every change must keep'),
  });
  if (item === undefined) return undefined;
  const { file, name } = form;
  switch (item.rule) {
    case 'pattern': {
      const pattern = await ask(l10n.t('The regular expression that no file may match'), form.pattern);
      const files = pattern && (await ask(l10n.t('The file, or a glob'), file));
      return pattern && files ? { kind: 'pattern', pattern, files } : undefined;
    }
    case 'scope': {
      const files = await ask(l10n.t('The file, or a glob'), file);
      return files === undefined ? undefined : { kind: 'scope', files };
    }
    case 'signature': {
      const signature = await ask(l10n.t('The signature of {0}', name), form.signature);
      return signature === undefined ? undefined : { kind: 'signature', file, name, signature };
    }
    case 'export':
      return { kind: 'export', file, name };
  }
}

function listKinds({ file, pattern, name, signature }: RuleForm): readonly KindItem[] {
  return [
    { rule: 'pattern', label: l10n.t('No file matches a pattern'), detail: pattern },
    { rule: 'scope', label: l10n.t('Files do not change'), detail: file },
    ...(signature === ''
      ? []
      : [{ rule: 'signature' as const, label: l10n.t('{0} keeps its signature', name), detail: signature }]),
    ...(name === '' ? [] : [{ rule: 'export' as const, label: l10n.t('The file exports {0}', name), detail: file }]),
  ];
}

function ask(title: string, value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: l10n.t('Make a Rule'),
    prompt: title,
    value,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? l10n.t('Enter a value.') : undefined),
  });
}

/** Shows the difference, and asks. @returns whether to write the rule */
async function showProposal(folder: string, { file, before = '', after, ...tried }: ProposedRule): Promise<boolean> {
  const texts = { before, after };
  const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: ({ query }) => (query === 'before' ? texts.before : texts.after),
  });
  const path = vscode.Uri.joinPath(vscode.Uri.parse(folder), file).path;
  const uri = (query: keyof typeof texts): vscode.Uri => vscode.Uri.from({ scheme: SCHEME, path, query });
  try {
    // A preview would take the place of the review.
    const options: vscode.TextDocumentShowOptions = { preview: false };
    await vscode.commands.executeCommand(
      'vscode.diff',
      uri('before'),
      uri('after'),
      l10n.t('Rule: {0}', file),
      options,
    );
    const write = l10n.t('Write Rule');
    return (await vscode.window.showInformationMessage(describeTry(tried), write, l10n.t('Discard'))) === write;
  } finally {
    // A tab whose texts are gone would show an error after a restart.
    await closeTabs(listTabs().filter(({ input }) => isProposal(input)));
    provider.dispose();
  }
}

function isProposal(input: unknown): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME;
}

function describeTry({
  refused,
  triedCommits,
  holdsNow,
  matchesNow,
}: Pick<ProposedRule, 'refused' | 'triedCommits' | 'holdsNow' | 'matchesNow'>): string {
  const named = refused.slice(0, MAX_NAMED_COMMITS).map(({ commit, subject }) => `${commit.slice(0, 8)} ${subject}`);
  return [
    refused.length === 0
      ? l10n.t('The rule would have refused none of the last {0} commits.', triedCommits)
      : l10n.t(
          'The rule would have refused {0} of the last {1} commits: {2}.',
          refused.length,
          triedCommits,
          named.join(', '),
        ),
    ...(matchesNow ? [] : [l10n.t('No file of the rule exists now.')]),
    ...(holdsNow ? [] : [l10n.t('The files do not satisfy it now.')]),
  ].join(' ');
}
