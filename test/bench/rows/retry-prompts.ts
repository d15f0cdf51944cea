import { countTextTokens } from '../../../src/models/cost/token-estimate.ts';
import { PREVIOUS_ATTEMPT_TOKENS } from '../../../src/models/prompts/feedback-sections.ts';
import { collectRetryPrompts } from '../retries/collect-prompts.ts';
import { createFailingPrograms, createLongProgram } from '../retries/failing-programs.ts';
import { judgePrompt } from '../retries/judge-prompt.ts';
import { median, type BenchMeasurement } from '../row.ts';

/** The numbers of errors in the long modules. */
const LONG_PROGRAMS = [60, 300];

export const retryPrompts: BenchMeasurement = {
  // 54 runs, each with a compiler or a test runner.
  limitMs: 20 * 60_000,
  title: 'the prompts after attempts that do not compile or whose tests fail: failed code, lines around errors, tokens',
  async measure(say) {
    const programs = createFailingPrograms();
    const long = LONG_PROGRAMS.map(createLongProgram);
    const prompts = await collectRetryPrompts([...programs, ...long], say);
    const verdicts = programs.map((program) => ({ program, ...judgePrompt(program, prompts.get(program.id) ?? '') }));
    for (const { program, hasCode, hasErrorLines } of verdicts) {
      if (!hasCode) say(`${program.id}: the failed code is incomplete`);
      if (!hasErrorLines) say(`${program.id}: lines around an error are missing`);
    }
    const share = (accepts: (verdict: (typeof verdicts)[number]) => boolean): number =>
      verdicts.filter(accepts).length / verdicts.length;
    for (const { id } of long) {
      if (!/Left out, to limit the length of this message: /.test(prompts.get(id) ?? '')) {
        throw new Error(`${id}: the prompt does not say what it leaves out.`);
      }
    }
    const tokens = await Promise.all([...prompts.values()].map(countSectionTokens));
    const errorCount = programs.reduce((sum, { errors }) => sum + errors.length, 0);
    say(`${programs.length} programs with ${errorCount} located errors; median ${median(tokens)} tokens`);
    return [
      { id: 'retry-prompts-code/all', ours: share(({ hasCode }) => hasCode), peer: 1, unit: 'ratio' },
      { id: 'retry-prompts-lines/all', ours: share(({ hasErrorLines }) => hasErrorLines), peer: 1, unit: 'ratio' },
      { id: 'retry-prompts-tokens/limit', ours: Math.max(...tokens), peer: PREVIOUS_ATTEMPT_TOKENS, unit: 'tokens' },
    ];
  },
};

/** The tokens of the section on the previous attempt. */
function countSectionTokens(prompt: string): Promise<number> {
  return countTextTokens(prompt.slice(prompt.indexOf('## PREVIOUS ATTEMPT FAILED')));
}
