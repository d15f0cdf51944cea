import path from 'node:path';
import { existsSync, readdirSync } from 'node:fs';
import * as z from 'zod';
import { CancelledError, HoldfastError } from '../../../foundation/errors.ts';
import { findProgramProblem } from '../../../workspace/environment/find-program.ts';
import { runCommand } from '../../../workspace/processes/run-command.ts';
import type { Diagnostic } from '../protocol/diagnostics.ts';
import { NO_LIMIT_MS, OUTPUT_LIMIT_BYTES, type TypeScriptRequest } from './typescript-request.ts';

const ESLINT_ERROR = 2;

const reportSchema = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(
      z.object({
        ruleId: z.string().nullable(),
        severity: z.number(),
        message: z.string(),
        line: z.int().min(1).optional().catch(undefined),
        column: z.int().min(1).optional().catch(undefined),
      }),
    ),
  }),
);

/** The findings of the repository's ESLint. None if it is not installed or not configured. */
export async function findLintDiagnostics({
  root,
  files,
  rules,
  signal,
}: TypeScriptRequest): Promise<readonly Diagnostic[]> {
  if (files.length === 0 || !hasConfiguration(root)) return [];
  if ((await findProgramProblem('eslint', root)) !== undefined) return [];
  const outcome = await runCommand({
    command: ['eslint', '--format', 'json', '--no-error-on-unmatched-pattern', '--no-warn-ignored', '--', ...files],
    cwd: root,
    rules,
    signal,
    timeoutMs: NO_LIMIT_MS,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
  });
  if (outcome.cancelled) throw new CancelledError('lint');
  const report = parseReport(outcome.standardOutput);
  if (report === undefined) {
    const cause = outcome.startError ?? outcome.output.trim();
    throw new HoldfastError('process', `Failed to run ESLint: ${cause}`, {
      hint: 'Run "npx eslint ." in the repository.',
    });
  }
  return report.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, severity, message, line, column }): Diagnostic => ({
      artifact: path.relative(root, filePath).replaceAll('\\', '/'),
      location: line === undefined ? null : { line, ...(column === undefined ? {} : { column }) },
      severity: severity === ESLINT_ERROR ? 'error' : 'warning',
      category: 'lint',
      message: ruleId === null ? message : `${message} (${ruleId})`,
    })),
  );
}

function parseReport(text: string): z.infer<typeof reportSchema> | undefined {
  try {
    return reportSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function hasConfiguration(root: string): boolean {
  return (
    existsSync(root) &&
    readdirSync(root).some((name) => /^(?:eslint\.config\.[mc]?[jt]s|\.eslintrc(?:\..+)?)$/.test(name))
  );
}
