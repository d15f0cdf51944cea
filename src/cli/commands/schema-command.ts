import { contractSchemaJson, dataFileSchemaJson, type DataFileKind } from '../../engine.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';

/** `holdfast schema [kind]`: prints the JSON Schema of a kind of file, which editors use for completion. */
export async function schemaCommand(context: CommandContext, kind: 'contract' | DataFileKind): CommandResult {
  const schema = kind === 'contract' ? contractSchemaJson() : await dataFileSchemaJson(kind);
  context.terminal.result(JSON.stringify(schema, null, 2));
  return ExitCode.ok;
}
