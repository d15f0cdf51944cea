import { attemptScenarios } from '../retries/attempt-scenarios.ts';
import { runScenario, type ScenarioOutcome } from '../retries/run-scenario.ts';
import type { BenchMeasurement, BenchRow } from '../row.ts';

export const attempts: BenchMeasurement = {
  title: 'the tokens, steps and verdicts of a scripted model with attempts: continue, compared with attempts: fresh',
  async measure(say) {
    const rows: BenchRow[] = [];
    for (const scenario of attemptScenarios) {
      const fresh = await runScenario(scenario, 'fresh');
      const continued = await runScenario(scenario, 'continue');
      say(`${scenario.name}: fresh ${describe(fresh)}; continue ${describe(continued)}`);
      const id = `attempts-${scenario.name.replaceAll(/\W+/g, '-')}/fresh`;
      rows.push({ id, ours: tokensOf(continued), peer: tokensOf(fresh), unit: 'tokens' });
    }
    return rows;
  },
};

function describe({ status, attempts: count, steps, inputTokens, outputTokens }: ScenarioOutcome): string {
  return `${status} in ${count} attempts, ${steps} steps, ${inputTokens} + ${outputTokens} tokens`;
}

function tokensOf({ inputTokens, outputTokens }: ScenarioOutcome): number {
  return inputTokens + outputTokens;
}
