import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * All rules of axe-core, also those that are off by default, except
 * - `color-contrast-enhanced` (AAA): the colors of VS Code's own themes do not satisfy it;
 * - `hidden-content`: it reports every hidden element for a manual review;
 * - `focus-order-semantics` (experimental): with `scrollable-region-focusable`, each scrollable table had to be a landmark.
 */
const DISABLED_RULES: ReadonlySet<string> = new Set([
  'color-contrast-enhanced',
  'hidden-content',
  'focus-order-semantics',
]);

/** The rules whose result depends on the colors of the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'] as const;

/**
 * Runs axe-core in a page and describes each violation in one line.
 * @param only `colors` runs only the rules that depend on the theme
 */
export async function findViolations(frame: Frame | Page, only?: 'colors'): Promise<readonly string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source);
  return frame.evaluate(
    async ({ disabled, colorRules }) => {
      const { axe } = globalThis as unknown as { readonly axe: typeof Axe };
      const ids = colorRules ?? axe.getRules().map(({ ruleId }) => ruleId);
      const options: Axe.RunOptions = {
        runOnly: { type: 'rule', values: ids.filter((id) => !disabled.includes(id)) },
        resultTypes: ['violations', 'incomplete'],
      };
      const { violations, incomplete } = await axe.run(document, options);
      const describe = (target: unknown, html: string): string =>
        `${Array.isArray(target) ? target.flat().join(' ') : String(target)} ${html.replaceAll(/<!--.*?-->|\s+/g, ' ').slice(0, 160)}`;
      return [...violations, ...incomplete.filter(({ id }) => id !== 'color-contrast')].flatMap(({ id, nodes }) =>
        nodes.map(({ target, html, failureSummary }) =>
          [id, describe(target, html), failureSummary?.split('\n').slice(1).join(' ').trim()].join(' · '),
        ),
      );
    },
    { disabled: [...DISABLED_RULES], colorRules: only === undefined ? undefined : [...COLOR_RULES] },
  );
}
