import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { GateChoice, PendingChoice, PersonVerdict } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { formatChoiceReason, waitsForPerson } from '../state/pending-decisions.ts';
import type { RunTarget } from '../state/target.ts';
import { parseCommandTarget, type CommandTarget } from '../targets/command-target.ts';

const decisionSchema = z.object({
  choice: z.enum(['retry', 'skip', 'abort', 'pass', 'fail']),
  instruction: z.string().optional(),
});

interface Decision {
  readonly choice: GateChoice | PersonVerdict;
  readonly instruction?: string | undefined;
}

interface Candidate {
  readonly target: RunTarget;
  readonly pending: PendingChoice;
}

/** Resumes a run after a failed gate. A button passes the decision; otherwise the person picks it. Returns the status, if a run resumed. */
export async function choose(
  services: Pick<ExtensionServices, 'choices' | 'store'>,
  argument: unknown,
): Promise<unknown> {
  const candidate = await pickPending(services, parseCommandTarget(argument));
  if (!candidate) return undefined;
  const decision = decisionSchema.safeParse(argument).data ?? (await pickDecision(candidate.pending));
  if (!decision) return undefined;
  if (decision.choice === 'skip' && !(await confirmAcceptance(candidate.pending))) return undefined;
  const instruction = decision.instruction?.trim();
  return (await services.choices()).choose(
    candidate.target,
    decision.choice,
    instruction === '' ? undefined : instruction,
  );
}

/** The waiting run for a command: from the argument, the only one, or one that the person picks. */
async function pickPending(
  services: Pick<ExtensionServices, 'store'>,
  target: CommandTarget | undefined,
): Promise<Candidate | undefined> {
  const pending = services.store.state.folders.flatMap(({ folder, choices }) =>
    choices.map((choice): Candidate => ({ target: { folder, runId: choice.runId }, pending: choice })),
  );
  const candidates =
    target?.runId === undefined ? pending : pending.filter((candidate) => candidate.target.runId === target.runId);
  const [first] = candidates;
  if (!first)
    throw new HoldfastError('not-found', l10n.t('No failed gate needs a decision.'), {
      hint: l10n.t('A run waits for a decision after a blocking gate fails in its last attempt.'),
    });
  if (candidates.length === 1) return first;
  return vscode.window.showQuickPick(
    candidates.map((candidate) => ({
      label: candidate.pending.chunk.title,
      description: candidate.pending.contract,
      detail: formatChoiceReason(candidate.pending),
      ...candidate,
    })),
    { title: l10n.t('Resolve Failed Gate'), placeHolder: l10n.t('Select a run') },
  );
}

/** A result whose gate failed lands only if the person confirms it, knowing the gate and the files. */
async function confirmAcceptance({ chunk, gates, changedFiles }: PendingChoice): Promise<boolean> {
  const accept = l10n.t('Accept Despite Failed Gate');
  const names = gates.map(({ name }) => `"${name}"`).join(', ');
  const question =
    gates.length === 1
      ? l10n.t('Accept the result of "{0}" although the gate {1} has not passed?', chunk.title, names)
      : l10n.t('Accept the result of "{0}" although the gates {1} have not passed?', chunk.title, names);
  const reasons = gates.map(({ name, verdict, reasoning }) => `${name}: ${verdict}. ${reasoning}`);
  const files = l10n.t('The change of these files is accepted: {0}', changedFiles.join(', '));
  const detail = [...reasons, files].join('\n\n');
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, accept)) === accept;
}

async function pickDecision(pending: PendingChoice): Promise<Decision | undefined> {
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & Decision>(
    [
      ...(waitsForPerson(pending) ? verdictItems() : []),
      {
        label: l10n.t('$(debug-restart) Retry'),
        detail: l10n.t('Run another attempt with the hints of the gates and your instructions'),
        choice: 'retry',
      },
      {
        label: `$(warning) ${l10n.t('Accept Despite Failed Gate')}`,
        detail: l10n.t('Land the result with a warning that names the gate, after a confirmation'),
        choice: 'skip',
      },
      { label: l10n.t('$(debug-stop) Abort'), detail: l10n.t('End the run and land nothing'), choice: 'abort' },
    ],
    { title: pending.chunk.title, placeHolder: formatChoiceReason(pending), ignoreFocusOut: true },
  );
  if (picked === undefined || picked.choice === 'skip' || picked.choice === 'abort') return picked;
  const { choice } = picked;
  const instruction = await vscode.window.showInputBox({
    title: `${titles()[choice]} ${pending.chunk.title}`,
    prompt:
      choice === 'retry'
        ? l10n.t('Instructions for the next attempt (optional)')
        : l10n.t('The reason for your verdict (optional)'),
    ignoreFocusOut: true,
  });
  return instruction === undefined ? undefined : { choice, instruction };
}

const titles = () => ({ retry: l10n.t('Retry'), pass: l10n.t('Pass'), fail: l10n.t('Fail') }) as const;

/** The verdicts on gates that a person judges. */
const verdictItems = (): readonly (vscode.QuickPickItem & Decision)[] => [
  { label: l10n.t('$(pass) Pass'), detail: l10n.t('The gates pass: the run continues'), choice: 'pass' },
  {
    label: l10n.t('$(error) Fail'),
    detail: l10n.t('The gates fail: the next attempt receives your reason'),
    choice: 'fail',
  },
];
