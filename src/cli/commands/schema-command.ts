import { contractSchemaJson, pipelineSchemaJson } from '../../engine.ts';
import type { CommandContext } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';

/** `holdfast schema [contract|pipeline]`: prints the JSON Schema of a kind of file, which editors use for completion. */
export function schemaCommand(context: CommandContext, kind: 'contract' | 'pipeline'): ExitCodeValue {
  const schema = kind === 'pipeline' ? pipelineSchemaJson() : contractSchemaJson();
  context.terminal.result(JSON.stringify(schema, null, 2));
  return ExitCode.ok;
}
