import { FAULT_KINDS } from './attack.ts';
import { FINDING_KINDS } from './oracle/finding.ts';
import type { AttackResult } from './run-attack.ts';

/** The table of all attacks: one row for each kind of fault, then all attacks, then the slowest. */
export function createTable(results: readonly AttackResult[]): string {
  const heading = ['faults', 'runs', ...FINDING_KINDS, 'slowest'];
  const kinds = FAULT_KINDS.map((kind) =>
    row(
      kind,
      results.filter(({ faults }) => faults.some((fault) => fault.kind === kind)),
    ),
  );
  const rows = [heading, ...kinds, row('all', results)];
  const widths = heading.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows
    .map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}

function row(name: string, results: readonly AttackResult[]): readonly string[] {
  const slowest = results.toSorted((left, right) => right.durationMs - left.durationMs)[0];
  return [
    name,
    String(results.length),
    ...FINDING_KINDS.map((kind) =>
      String(results.filter(({ findings }) => findings.some((finding) => finding.kind === kind)).length),
    ),
    slowest === undefined ? '' : `${(slowest.durationMs / 1000).toFixed(1)} s (seed ${slowest.seed})`,
  ];
}

/** One line for each attack with findings. */
export function listFindings({ seed, faults, findings }: AttackResult): string {
  const names = faults.map(({ kind, name }) => `${kind}: ${name}`).join(' + ');
  return [`seed ${seed} (${names})`, ...findings.map(({ kind, text }) => `  ${kind}: ${text.slice(0, 600)}`)].join(
    '\n',
  );
}
