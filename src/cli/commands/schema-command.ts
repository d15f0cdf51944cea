import {
  contractSchemaJson,
  domainsSchemaJson,
  interfaceSchemaJson,
  pipelineSchemaJson,
  scenarioSchemaJson,
  twinsSchemaJson,
} from '../../engine.ts';
import type { CommandContext } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';

const SCHEMAS = {
  contract: contractSchemaJson,
  pipeline: pipelineSchemaJson,
  domains: domainsSchemaJson,
  interfaces: interfaceSchemaJson,
  scenario: scenarioSchemaJson,
  twins: twinsSchemaJson,
} as const;

export type SchemaKind = keyof typeof SCHEMAS;

/** `holdfast schema [kind]`: prints the JSON Schema of a kind of file, which editors use for completion. */
export function schemaCommand(context: CommandContext, kind: SchemaKind): ExitCodeValue {
  context.terminal.result(JSON.stringify(SCHEMAS[kind](), null, 2));
  return ExitCode.ok;
}
