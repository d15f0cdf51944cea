import * as z from 'zod';
import { planFixTitle } from '../../engine.ts';
import { defineTool } from '../base/engine-tool.ts';
import { contractFile } from '../base/shared-schemas.ts';

export const checkPlan = defineTool({
  name: 'check_plan',
  title: 'Check a plan',
  description:
    'Checks a contract as a plan before any code is written: the order of the chunks, files and exports between them, and commands that cannot work. With text, it checks a draft that is not written yet. Changes nothing.',
  input: z.strictObject({
    contract: contractFile,
    text: z.string().optional().describe('The text of a draft to check instead of the file.'),
  }),
  output: z.object({
    ok: z.boolean(),
    findings: z.array(
      z.object({
        rule: z.string(),
        severity: z.enum(['error', 'warning']),
        message: z.string(),
        satisfiedBy: z.string().optional().describe('What satisfies the rule.'),
        chunk: z.string().optional(),
        line: z.number().describe('From 1.'),
        fixes: z.array(z.string()).describe('Edits that fix it, as titles. The editor offers them as quick fixes.'),
      }),
    ),
    order: z.array(z.string()).describe('The ids of the chunks in the order of a run.'),
  }),
  readOnly: true,
  async run({ engine }, { contract, text }) {
    const plan = await engine.plans.check(contract, text === undefined ? {} : { text });
    const findings = plan.findings.map(({ rule, severity, message, satisfiedBy, chunk, range, fix, choices }) => ({
      rule,
      severity,
      message,
      satisfiedBy,
      chunk,
      line: range.start.line,
      fixes: [...(fix === undefined ? [] : [fix]), ...(choices ?? [])].map(({ action }) => planFixTitle(action)),
    }));
    const lines = findings.map(
      ({ rule, severity, message, line, satisfiedBy }) =>
        `- ${severity} ${rule}, line ${line}: ${message}${satisfiedBy === undefined ? '' : `\n  ${satisfiedBy}`}`,
    );
    return {
      text: [plan.ok ? 'The plan is valid.' : 'The plan has errors.', ...lines].join('\n'),
      data: { ok: plan.ok, findings, order: plan.order },
    };
  },
});
