import {
  isPlanFile,
  type AffectedTestsReport,
  type ChangeFinding,
  type ChangeFindingKind,
  type ChangeJudgement,
  type ChangePermission,
  type ChunkExcuse,
  type Fact,
} from '../../engine.ts';
import { formatFact } from '../../foundation/fact.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { PERMISSIONS_VARIABLE } from '../base/change-permissions.ts';
import type { Terminal } from '../base/terminal.ts';
import type { JudgedFolder } from './check-issues.ts';
import { indentLines, printChunk } from './check-report.ts';

/** The public shape of `check --since --format json`, documented in docs/cli.md. */
export function changeReportJson(ok: boolean, folders: readonly JudgedFolder[]): unknown {
  return {
    ok,
    changes: folders.map(
      ({
        prefix,
        change: { base, head, changedFiles, chunks, findings, facts, notes, affectedTests, ok: isKept },
      }) => ({
        ok: isKept,
        folder: prefix,
        base,
        head,
        changedFiles: changedFiles.map(({ path, previousPath, kind }) => ({
          path,
          ...(previousPath === undefined ? {} : { previousPath }),
          kind,
        })),
        chunks: chunks.map(({ contract, chunk, relation, excuse, fails, check }) => {
          const { verdict, assertResults, suggestResults, postconditionResults, supersededBy, full } = check;
          return {
            contract,
            id: chunk,
            relation,
            verdict,
            fails,
            ...(excuse === undefined ? {} : { excuse }),
            ...(supersededBy === undefined ? {} : { supersededBy }),
            assertResults,
            suggestResults,
            postconditionResults,
            ...full,
          };
        }),
        findings,
        facts,
        ...(affectedTests === undefined ? {} : { affectedTests }),
        ...(notes.length > 0 ? { notes } : {}),
      }),
    ),
  };
}

const EXCUSES: Readonly<Record<ChunkExcuse, string>> = {
  waits: 'a chunk that it depends on is not satisfied',
  'not-started': 'the change does not carry it out, and the base does not satisfy it either',
  'not-ticked': 'the task is neither ticked nor started',
  'fault-on-base': 'its asserts cannot be evaluated on the base either',
};

/** How many findings and facts are listed together. The others are counted. */
const MAX_SHOWN = 10;

export interface ChangeReportOptions {
  /** Whether to print the folder: the change concerns several. */
  readonly isNamed: boolean;
  /** Whether nothing is folded. */
  readonly all: boolean;
}

/** Prints the verdict on a change in a folder as text: the verdict, then at most ten findings and facts, errors first. */
export function printChangeReport(
  terminal: Terminal,
  { prefix, change }: JudgedFolder,
  { isNamed, all }: ChangeReportOptions,
): void {
  const { chunks, findings, facts, notes, affectedTests } = change;
  terminal.result(formatChangeVerdict(terminal, change, isNamed ? ` in ${prefix === '' ? './' : prefix}` : ''));
  const limit = all ? Number.POSITIVE_INFINITY : MAX_SHOWN;
  for (const finding of findings.slice(0, limit)) printFinding(terminal, finding);
  printFacts(terminal, facts, Math.max(0, limit - findings.length));
  const folded = findings.length + facts.length - limit;
  if (folded > 0) terminal.result(terminal.style('dim', `  and ${folded} more: --all lists them`));
  for (const note of notes) terminal.result(`  ${terminal.style('yellow', 'note')} ${note}`);
  if (affectedTests !== undefined) printAffectedTests(terminal, affectedTests);
  for (const contract of new Set(chunks.map((chunk) => chunk.contract))) {
    terminal.result(terminal.style('bold', contract));
    for (const { check, excuse } of chunks.filter((chunk) => chunk.contract === contract)) {
      const isOpen = excuse === 'not-ticked';
      printChunk(terminal, check, { isOpen });
      if (!isOpen && excuse !== undefined)
        terminal.result(`    ${terminal.style('dim', `does not count: ${EXCUSES[excuse]}`)}`);
    }
  }
  printWaysOut(terminal, change);
}

/** The verdict, as one line. */
export function formatChangeVerdict(terminal: Terminal, change: ChangeJudgement, place = ''): string {
  const { ok, base, changedFiles, chunks, findings, facts } = change;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const counts = [
    [errors, 'error'],
    [findings.length - errors, 'warning'],
    [facts.length, 'fact'],
  ] as const;
  const found = counts.filter(([count]) => count > 0).map(([count, noun]) => formatCount(count, noun));
  const failing = chunks.filter(({ fails }) => fails).length;
  const affected = chunks.length === 0 ? [] : [`${formatCount(chunks.length, 'affected chunk')}, ${failing} failed`];
  const files = `${formatCount(changedFiles.length, 'changed file')}${place} since ${base.slice(0, 12)}`;
  const verdict = ok ? terminal.style('green', 'OK') : terminal.style('red', 'NOT OK');
  return `${verdict}: ${[found.join(', '), ...affected, files].filter((part) => part !== '').join('; ')}`;
}

const MAX_SHOWN_COMMAND = 160;

function printAffectedTests(terminal: Terminal, { files, total, commands, reason }: AffectedTestsReport): void {
  const count = files.length === 0 ? 'all' : `${files.length}${total === undefined ? '' : ` of ${total}`} test files`;
  const command = commands.join(' && ');
  const shown = command.length <= MAX_SHOWN_COMMAND ? command : `${command.slice(0, MAX_SHOWN_COMMAND)}…`;
  terminal.result(`  ${terminal.style('cyan', 'tests')} ${count} affected: ${shown}`);
  if (reason !== undefined) terminal.result(`    ${terminal.style('dim', reason)}`);
}

/** What a person can do who has decided that the change is right as it is. */
function printWaysOut(terminal: Terminal, { findings, chunks }: ChangeJudgement): void {
  const accepted = listPermissions(findings);
  if (accepted.length > 0) {
    terminal.result(
      `  If a person has decided this: --may-change ${accepted.join(' ')}, or ${PERMISSIONS_VARIABLE}="${accepted.join(' ')}" for a commit hook.`,
    );
  }
  // A plan in memory is changed by its own tool.
  const [failing] = chunks.filter(({ fails, contract }) => fails && !isPlanFile(contract));
  if (failing === undefined) return;
  terminal.result(
    `  If the contract has to change: holdfast amendments propose ${failing.contract} --chunk ${failing.chunk}`,
  );
}

/** Prints what a reviewer should look at: one line for each rule and file. @param limit how many are listed */
export function printFacts(terminal: Terminal, facts: readonly Fact[], limit: number): void {
  if (facts.length === 0 || limit === 0) return;
  terminal.result(terminal.style('bold', 'To look at'));
  for (const fact of facts.slice(0, limit)) {
    const place = terminal.style('dim', ` ${fact.file}:${fact.line}`);
    terminal.result(`  ${terminal.style('blue', 'fact')} ${formatFact(fact)}${place}`);
  }
}

const PERMISSIONS: Partial<Readonly<Record<ChangeFindingKind, ChangePermission>>> = {
  'broken-import': 'exports',
  'broken-use': 'exports',
  'api-break': 'exports',
  'terms-changed': 'terms',
  'outside-files': 'files',
  'test-weakened': 'tests',
  'script-changed': 'scripts',
  'tooling-changed': 'tooling',
};

/** The permissions with which the errors would not count. */
function listPermissions(findings: readonly ChangeFinding[]): readonly ChangePermission[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.flatMap(({ kind }) => PERMISSIONS[kind] ?? []))];
}

export function printFinding(terminal: Terminal, finding: ChangeFinding): void {
  const { severity, message, file, line, column, expected, actual, onBase } = finding;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const style = severity === 'error' ? 'red' : 'yellow';
  const origin = onBase === true ? ' (on the base, too)' : '';
  terminal.result(
    `  ${terminal.style(style, severity)} ${message}${origin}${place === '' ? '' : terminal.style('dim', ` ${place}`)}`,
  );
  if (expected !== undefined) terminal.result(`    expected: ${indentLines(expected, '              ')}`);
  if (actual !== undefined) terminal.result(`    actual:   ${indentLines(actual, '              ')}`);
}
