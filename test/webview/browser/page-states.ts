import { analyticsStates } from './analytics-states.ts';
import type { OpenPage } from './open-pages.ts';
import type { PageName } from '../../../src/extension/webviews/webview-html.ts';
import {
  amendmentRefusal,
  amendmentStates,
  impactStates,
  planStates,
  reviewStates,
  scenariosStates,
  timelineStates,
} from './other-states.ts';
import { resultsStates } from './results-states.ts';

/** A page in one of its states. */
export interface PageState {
  readonly name: string;
  readonly messages: readonly unknown[];
  /** What a person does in the page to reach the state. */
  readonly act?: (open: OpenPage) => Promise<void>;
}

/**
 * The states of every page. A page that is missing does not compile. To add one, add its folder in src/webview, its name in
 * `PageName`, and its messages here.
 */
export const PAGE_STATES: Readonly<Record<PageName, readonly PageState[]>> = {
  results: [
    ...fromMessages(resultsStates),
    {
      name: 'expanded details',
      messages: [resultsStates['five attempts that failed']],
      act: async ({ page }) => {
        const collapsed = page.locator('details:not([open]) > summary');
        while ((await collapsed.count()) > 0) await collapsed.first().click();
      },
    },
    {
      name: 'the comparison of five attempts',
      messages: [resultsStates['five attempts that failed']],
      act: ({ page }) => page.getByRole('tab', { name: /^Compare/ }).click(),
    },
  ],
  amendment: [
    ...fromMessages(amendmentStates),
    {
      name: 'edited values with an error',
      messages: [amendmentStates['pending']],
      act: async ({ page, receive }) => {
        await page.getByRole('button', { name: 'Edit Values' }).click();
        await page.getByRole('textbox').fill('broken');
        await receive(amendmentRefusal);
      },
    },
  ],
  analytics: [
    ...fromMessages(analyticsStates),
    {
      name: 'the tables',
      messages: [analyticsStates.charts],
      act: async ({ page }) => {
        for (const summary of await page.locator('summary').all()) await summary.click();
      },
    },
  ],
  impact: fromMessages(impactStates),
  plan: fromMessages(planStates),
  pipeline: [
    ...fromMessages(timelineStates),
    {
      name: 'with details',
      messages: [timelineStates['waiting for a decision']],
      act: ({ page }) => page.getByRole('checkbox').check(),
    },
  ],
  review: fromMessages(reviewStates),
  scenarios: [
    ...fromMessages(scenariosStates),
    {
      name: 'trajectories',
      messages: [scenariosStates['distribution']],
      act: ({ page }) => page.getByText('Trajectories').click(),
    },
  ],
};

function fromMessages(states: Readonly<Record<string, unknown>>): readonly PageState[] {
  return Object.entries(states).map(([name, message]) => ({ name, messages: [message] }));
}
