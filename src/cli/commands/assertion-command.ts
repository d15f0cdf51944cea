import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import type { AssertionTemplateDescription, Engine } from '../../engine.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { printStrength } from '../render/plan-report.ts';

export interface AssertionAddFlags {
  readonly chunk?: string;
  /** `name=value`, in the order given. */
  readonly set?: readonly string[];
  readonly format: OutputFormat;
}

/** `holdfast assertion list`: lists the templates of assertions with their fields. */
export async function assertionListCommand(
  { terminal, workingDirectory, openEngine }: CommandContext,
  { format }: { readonly format: OutputFormat },
): CommandResult {
  const { authoring } = await openEngine(findWorkspaceFolder('.', workingDirectory));
  const templates = await authoring.assertionTemplates();
  if (format === 'json') {
    terminal.result(JSON.stringify({ templates }, null, 2));
    return ExitCode.ok;
  }
  for (const { id, title, description, fields } of templates) {
    terminal.result(`${terminal.style('bold', id)}  ${title}. ${description}.`);
    for (const { name, label } of fields) terminal.result(`    ${name}  ${terminal.style('dim', label)}`);
  }
  return ExitCode.ok;
}

/**
 * [ENF-FUTURE-3] `holdfast assertion add`: adds the assertions of a template to a chunk. A field without a value has the
 * first one that the contract and the code propose.
 */
export async function assertionAddCommand(
  context: CommandContext,
  contractFile: string,
  templateId: string,
  flags: AssertionAddFlags,
): CommandResult {
  const { terminal, workingDirectory } = context;
  const folder = findWorkspaceFolder(contractFile, workingDirectory);
  const engine = await context.openEngine(folder);
  const contract = path.relative(folder, path.resolve(workingDirectory, contractFile)).split(path.sep).join('/');
  const chunk = flags.chunk ?? (await findOnlyChunk(engine, contract));
  const template = (await engine.authoring.assertionTemplates()).find(({ id }) => id === templateId);
  const place = { contract, chunk, template: templateId };
  const given = parseValues(flags.set ?? []);
  const values = template === undefined ? given : await completeValues(engine, template, place, given);
  const added = await engine.authoring.addAssertion({ ...place, values, write: true });
  if (flags.format === 'json') {
    const { messages, line } = added;
    terminal.result(JSON.stringify({ contract, chunk, template: templateId, values, messages, line }, null, 2));
    return ExitCode.ok;
  }
  for (const message of added.messages) terminal.result(`${contract}:${added.line}: added: ${message}`);
  const { strengths = [] } = await engine.plans.check(contract, { raise: chunk });
  for (const strength of strengths) if (strength.chunk === chunk) printStrength(terminal, strength);
  return ExitCode.ok;
}

async function findOnlyChunk(engine: Engine, file: string): Promise<string> {
  const chunks = (await engine.contracts.read(file)).contract?.chunks ?? [];
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only.id;
  throw new HoldfastError('configuration', `Failed to add an assertion: ${file} has ${chunks.length} chunks`, {
    hint: 'Name the chunk with --chunk.',
  });
}

async function completeValues(
  { authoring }: Engine,
  { fields }: AssertionTemplateDescription,
  place: { readonly contract: string; readonly chunk: string; readonly template: string },
  given: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  let values = given;
  for (const { name } of fields) {
    if (values[name] !== undefined) continue;
    const [first] = await authoring.assertionValues({ ...place, field: name, values });
    if (first !== undefined) values = { ...values, [name]: first };
  }
  return values;
}

function parseValues(items: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    items.map((item) => {
      const at = item.indexOf('=');
      if (at > 0) return [item.slice(0, at), item.slice(at + 1)];
      throw new HoldfastError('configuration', `Failed to read ${JSON.stringify(item)}: it is not name=value`, {
        hint: 'Use --set name=value, once per field. "holdfast assertion list" shows the fields.',
      });
    }),
  );
}
