import type { ChangeFinding, ChangeFindingKind, ChangePermission, ChunkExcuse, Fact } from '../../engine.ts';
import { formatFact, MAX_SHOWN_FACTS } from '../../foundation/fact.ts';
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
      ({ prefix, change: { base, head, changedFiles, chunks, findings, facts, notes, ok: isKept } }) => ({
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
        ...(notes.length > 0 ? { notes } : {}),
      }),
    ),
  };
}

const EXCUSES: Readonly<Record<ChunkExcuse, string>> = {
  waits: 'a chunk that it depends on is not satisfied',
  'not-started': 'the change does not carry it out, and the base does not satisfy it either',
  'fault-on-base': 'its asserts cannot be evaluated on the base either',
};

/**
 * Prints the verdict on a change in a folder as text.
 *
 * @param isNamed whether to print the folder: the change concerns several
 */
export function printChangeReport(terminal: Terminal, { prefix, change }: JudgedFolder, isNamed: boolean): void {
  const { base, changedFiles, chunks, findings, facts, notes } = change;
  const place = isNamed ? ` in ${prefix === '' ? './' : prefix}` : '';
  terminal.result(
    terminal.style('bold', `${formatCount(changedFiles.length, 'changed file')}${place} since ${base.slice(0, 12)}`),
  );
  for (const finding of findings) printFinding(terminal, finding);
  for (const note of notes) terminal.result(`  ${terminal.style('yellow', 'note')} ${note}`);
  for (const contract of new Set(chunks.map((chunk) => chunk.contract))) {
    terminal.result(terminal.style('bold', contract));
    for (const { check, excuse } of chunks.filter((chunk) => chunk.contract === contract)) {
      printChunk(terminal, check);
      if (excuse !== undefined) terminal.result(`    ${terminal.style('dim', `does not count: ${EXCUSES[excuse]}`)}`);
    }
  }
  printFacts(terminal, facts);
  const failing = chunks.filter(({ fails }) => fails).length;
  const accepted = listPermissions(findings);
  if (accepted.length > 0) {
    terminal.result(
      `  If a person has decided this: --may-change ${accepted.join(' ')}, or ${PERMISSIONS_VARIABLE}="${accepted.join(' ')}" for a commit hook.`,
    );
  }
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  terminal.result(
    [
      `${formatCount(chunks.length, 'affected chunk')}, ${failing} failed`,
      `${formatCount(errors, 'error')} and ${formatCount(warnings, 'warning')} about the change`,
      ...(facts.length === 0 ? [] : [formatCount(facts.length, 'fact')]),
    ].join('; '),
  );
}

/** Prints what a reviewer should look at: one line for each rule and file. */
export function printFacts(terminal: Terminal, facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  terminal.result(terminal.style('bold', 'To look at'));
  for (const fact of facts.slice(0, MAX_SHOWN_FACTS)) {
    const place = terminal.style('dim', ` ${fact.file}:${fact.line}`);
    terminal.result(`  ${terminal.style('blue', 'fact')} ${formatFact(fact)}${place}`);
  }
  const more = facts.length - MAX_SHOWN_FACTS;
  if (more > 0) terminal.result(`  ${formatCount(more, 'more fact')}`);
}

const PERMISSIONS: Partial<Readonly<Record<ChangeFindingKind, ChangePermission>>> = {
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

function printFinding(terminal: Terminal, finding: ChangeFinding): void {
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
