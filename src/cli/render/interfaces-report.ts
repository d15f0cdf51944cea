import type { ConstraintFinding, InterfaceFindings, RegistryReading } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { OutputFormat } from '../base/command-context.ts';
import type { Terminal } from '../base/terminal.ts';

/** The public shape of `interfaces check --format json`, documented in docs/interfaces.md. */
export function interfacesReportJson(
  reading: RegistryReading,
  compared: InterfaceFindings | undefined,
  ok: boolean,
): unknown {
  return {
    ok,
    interfaces: describeInterfaces(reading),
    problems: reading.files.flatMap(({ file, problems }) =>
      problems.map(({ code, severity, message, range }) => {
        const { line, column } = range.start;
        return { file, line, column, severity, code, message };
      }),
    ),
    services: compared?.services ?? null,
    findings: compared?.findings ?? [],
    notes: compared?.notes ?? [],
    compared: compared?.compared ?? [],
    unavailable: compared?.absences ?? [],
  };
}

/** Prints the problems, the findings, and what was not compared. */
export function printInterfacesReport(
  terminal: Terminal,
  reading: RegistryReading,
  compared: InterfaceFindings | undefined,
): void {
  for (const { file, problems } of reading.files) {
    for (const { severity, message, range } of problems) {
      const label = terminal.style(severity === 'error' ? 'red' : 'yellow', severity);
      terminal.result(`${label} ${file}:${range.start.line}:${range.start.column} ${message}`);
    }
  }
  const interfaces = formatCount(reading.registry.interfaces.size, 'interface');
  const files = formatCount(reading.files.length, 'file');
  if (!reading.ok) {
    terminal.result(`The definitions in ${files} have errors. No value was compared.`);
    return;
  }
  const findings = compared?.findings ?? [];
  for (const finding of findings) printFinding(terminal, finding);
  for (const { interface: id, parameter, computed } of compared?.compared ?? []) {
    const isReported = findings.some((finding) => finding.interface === id && finding.parameter === parameter);
    if (computed === undefined || isReported) continue;
    const { title, expected, actual } = computed;
    terminal.result(`${terminal.style('green', 'holds')} ${title} of the interface ${id} is ${actual}: ${expected}`);
  }
  for (const { message } of [...(compared?.absences ?? []), ...(compared?.notes ?? [])]) {
    terminal.result(`${terminal.style('yellow', 'note')} ${message}`);
  }
  terminal.result(`${interfaces} in ${files}: the definitions have no errors. ${describeComparison(compared)}`);
}

function printFinding(terminal: Terminal, finding: ConstraintFinding): void {
  const { severity, message, definition, artifact, contributors = [] } = finding;
  const label = terminal.style(severity === 'blocking' ? 'red' : 'yellow', severity);
  const place = `${definition.file}:${definition.line}:${definition.column}`;
  terminal.result(`${label} ${place} ${message}`);
  for (const place of artifact === undefined ? contributors : [artifact]) {
    terminal.result(`    ${place.artifact}${place.line === undefined ? '' : `:${place.line}`}`);
  }
}

function describeComparison(compared: InterfaceFindings | undefined): string {
  if (compared === undefined) return 'No value was compared.';
  if (compared.services === 0) return 'No value was compared: .holdfast/domains.yaml declares no service.';
  const blocking = compared.findings.filter(({ severity }) => severity === 'blocking').length;
  const values = formatCount(compared.compared.length, 'comparison');
  const warnings = formatCount(compared.findings.length - blocking, 'warning');
  return `${values}: ${blocking} blocking, ${warnings}.`;
}

/** Prints the interfaces of the definitions without errors. */
export function printInterfaceList(terminal: Terminal, reading: RegistryReading, format: OutputFormat): void {
  const interfaces = describeInterfaces(reading);
  if (format === 'json') {
    terminal.result(JSON.stringify({ ok: reading.ok, interfaces }, null, 2));
    return;
  }
  for (const { id, version, title, owners, file, line, parameters, messageProperties, constraints } of interfaces) {
    const name = title === undefined ? '' : ` ${title}`;
    terminal.result(`${terminal.style('bold', id)} version ${version}${name} (${owners.join(', ')}) ${file}:${line}`);
    if (parameters.length > 0) terminal.result(`    parameters: ${parameters.join(', ')}`);
    if (messageProperties.length > 0) terminal.result(`    messages: ${messageProperties.join(', ')}`);
    for (const { id: constraint, expression } of constraints) terminal.result(`    ${constraint}: ${expression}`);
  }
  if (!reading.ok) terminal.result('Definitions with errors are not listed. "holdfast interfaces check" shows them.');
}

function describeInterfaces({ registry }: RegistryReading) {
  return [...registry.interfaces.values()].map((one) => ({
    id: one.id,
    version: one.version,
    title: one.title,
    owners: one.owners,
    file: one.location.file,
    line: one.location.line,
    parameters: [...one.parameters.keys()],
    messageProperties: [...one.messageProperties.keys()],
    constraints: one.constraints.map(({ id, expression }) => ({ id, expression })),
  }));
}
