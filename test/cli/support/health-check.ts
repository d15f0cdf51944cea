/** A minimal health-check contract, and scripted answers of a model. */
import type { ScriptedReply } from '../../servers/loopback-server.ts';

export const TYPES_FILE = 'src/health/types.ts';

export interface HealthContractOptions {
  readonly maxAttempts?: number;
  readonly build?: string;
  readonly more?: string;
}

export function createHealthContract({ maxAttempts, build, more = '' }: HealthContractOptions = {}): string {
  return `version: 1
spec: { id: health-check, title: Health checks }
${build === undefined ? '' : `build: { command: '${build}' }\n`}chunks:
  - id: types
    title: Health check types
    description: Declare the result of a health check.
    creates: [HealthCheckResult]
    allowedFiles: [${TYPES_FILE}]
${maxAttempts === undefined ? '' : `    maxAttempts: ${maxAttempts}\n`}    assertions:
      - type: assert
        message: Must export the HealthCheckResult type
        check: { type: export_exists, target: HealthCheckResult, file: ${TYPES_FILE} }
${more}`;
}

export function createHealthFiles(options: HealthContractOptions = {}): Record<string, string> {
  return {
    'health.contract.yaml': createHealthContract(options),
    'src/main.ts': 'export const answer = 42;\n',
    'package.json': '{ "name": "service", "private": true, "type": "module" }\n',
    '.gitignore': 'node_modules/\nignored.txt\n',
  };
}

export const VALID_TYPES = 'export interface HealthCheckResult {\n  ok: boolean;\n}\n';
export const INVALID_TYPES = 'export interface HealthCheckStatus {\n  ok: boolean;\n}\n';

export function writeFileReply(content: string, path = TYPES_FILE): ScriptedReply {
  return {
    toolCalls: [{ name: 'write_file', input: { path, content } }],
    usage: { input: 1000, output: 100 },
  };
}

export function textReply(text: string): ScriptedReply {
  return { text, usage: { input: 1100, output: 10 } };
}
