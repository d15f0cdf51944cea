import { contractSchemaJson } from '../../engine.ts';
import type { CommandContext } from '../command-context.ts';
import { ExitCode, type ExitCodeValue } from '../exit-code.ts';

/** `holdfast schema`: the JSON Schema that editors complete contracts by. */
export function schemaCommand(context: CommandContext): ExitCodeValue {
  context.terminal.result(JSON.stringify(contractSchemaJson(), null, 2));
  return ExitCode.ok;
}
