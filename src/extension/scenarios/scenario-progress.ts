import * as l10n from '@vscode/l10n';
import type { ScenarioEvent } from '../../engine.ts';

/** Counts the trajectories of a validation. Several can run at the same time. */
export class ScenarioProgress {
  readonly #planned = new Map<string, number>();
  readonly #titles = new Map<string, string>();
  #ended = 0;

  /** The progress after an event in a few words; undefined if the event does not change it. */
  report(event: ScenarioEvent): string | undefined {
    switch (event.type) {
      case 'scenario-started':
        this.#planned.set(event.scenario, event.trajectories);
        this.#titles.set(event.scenario, event.title);
        return this.#describe(event.scenario);
      case 'trajectory-started':
        return l10n.t('{0}: trajectory {1} of {2}', this.#titleOf(event.scenario), event.number, event.of);
      case 'trajectory-ended':
        this.#ended++;
        return this.#describe(event.scenario);
      case 'scenario-ended':
      case 'note':
        return undefined;
    }
  }

  #describe(scenario: string): string {
    const planned = [...this.#planned.values()].reduce((sum, count) => sum + count, 0);
    return l10n.t('{0}: {1} of {2} trajectories ended', this.#titleOf(scenario), this.#ended, planned);
  }

  #titleOf(scenario: string): string {
    return this.#titles.get(scenario) ?? scenario;
  }
}
