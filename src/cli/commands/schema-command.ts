import { contractSchemaJson } from '../../engine.ts';
import type { CommandContext } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';

/** `holdfast schema`: prints the JSON Schema of contract files, which editors use for completion. */
export function schemaCommand(context: CommandContext): ExitCodeValue {
  context.terminal.result(JSON.stringify(contractSchemaJson(), null, 2));
  return ExitCode.ok;
}
