import type { ImportUpdate, UpdatedPart } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { OutputFormat } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';
import type { Terminal } from '../base/terminal.ts';

/** The number of characters of a value that a line shows. */
const MAX_VALUE = 200;

/** Reports the merge of a plan into its contract. Returns 1 if a person must decide something. */
export function reportUpdate(
  terminal: Terminal,
  update: ImportUpdate,
  { isWritten, format }: { readonly isWritten: boolean; readonly format: OutputFormat },
): ExitCodeValue {
  const { text, ...report } = update;
  if (format === 'json') {
    const parts = isWritten ? { written: update.isChanged, ...report } : { written: false, ...report, text };
    terminal.result(JSON.stringify(parts, null, 2));
  } else for (const line of describeUpdate(update, isWritten)) terminal.result(line);
  return update.conflicts.length === 0 ? ExitCode.ok : ExitCode.findings;
}

function describeUpdate(update: ImportUpdate, isWritten: boolean): readonly string[] {
  const { contract, plan, movedFrom, isChanged, hasBase, renamed, added, changed, dropped, kept, conflicts } = update;
  if (!isChanged && conflicts.length === 0)
    return [`${contract}: no change. The text of ${plan} is the one that was merged last.`];
  const place = ({ line, planLine }: UpdatedPart): string => {
    const places = [
      ...(line === undefined ? [] : [`${contract}:${line}`]),
      ...(planLine === undefined ? [] : [`${plan}:${planLine}`]),
    ];
    return places.length === 0 ? '' : ` (${places.join(', ')})`;
  };
  return [
    `${contract}: ${isWritten ? 'updated' : 'would be updated'} from ${plan}${movedFrom === undefined ? '' : `, which was ${movedFrom}`}.`,
    ...(hasBase
      ? []
      : [
          'The text that was imported is not in git, so nothing shows what the plan dropped, and each difference is a conflict.',
        ]),
    ...renamed.map(({ from, to }) => `  renamed: ${from} is ${to} now`),
    ...added.map((part) => `  added: ${part.where}${place(part)}: ${show(part.theirs)}`),
    ...changed.map((part) => `  changed: ${part.where}${place(part)}: ${show(part.theirs)}, was ${show(part.mine)}`),
    // What is removed is shown as a whole.
    ...dropped.map((part) => `  dropped by the plan: ${part.where}: ${JSON.stringify(part.mine)}`),
    ...(kept.length === 0 ? [] : [`  kept as the contract has it: ${formatCount(kept.length, 'part')}`]),
    ...(conflicts.length === 0 ? [] : ['A person must decide. The contract keeps its values:']),
    ...conflicts.flatMap((part) => [
      `  ${part.where}${place(part)}: ${part.reason}`,
      `    contract: ${show(part.mine)}`,
      `    plan:     ${show(part.theirs)}`,
      `    ${adviceOf(part)}`,
    ]),
  ];
}

function adviceOf({ mine, theirs, line }: UpdatedPart): string {
  if (theirs === undefined) return 'Remove it from the contract if it is no longer needed, or leave it.';
  if (mine === undefined) return 'Add it to the contract if it is needed, or leave it out.';
  return `To take the value of the plan, write it${line === undefined ? '' : ` at line ${line}`}. To keep the other one, change the plan.`;
}

function show(value: unknown): string {
  if (value === undefined) return 'not there';
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
