import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The themes of the tests, by the id that `workbench.colorTheme` takes. The 2026 themes are the defaults of VS Code. */
export const THEME_IDS = [
  'Dark Modern',
  'Light Modern',
  'Default High Contrast',
  'Default High Contrast Light',
  'Dark 2026',
  'Light 2026',
] as const;

export type ThemeId = (typeof THEME_IDS)[number];

/** What VS Code sets on the document of a webview. */
export interface WebviewTheme {
  /** The class of the body, such as `vscode-dark`. */
  readonly bodyClass: string;
  /** The CSS variables on the root element. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Separates the values of the themes in the file. No value contains it. */
const SEPARATOR = ' | ';

/** Marks a variable that a theme does not define. */
const UNDEFINED = '-';

const fileSchema = z.object({
  bodyClasses: z.array(z.string()),
  /** By the name of the variable: its values in the order of THEME_IDS. */
  variables: z.record(z.string(), z.string()),
});

export const themesFile = join(import.meta.dirname, 'themes.json');

/**
 * Reads the themes as a real window set them on a webview. test/ui/walks/panels/themes.ts compares the file with a window,
 * and writes it with UPDATE_THEMES=1.
 */
export function readThemes(): ReadonlyMap<ThemeId, WebviewTheme> {
  const { bodyClasses, variables } = fileSchema.parse(JSON.parse(readFileSync(themesFile, 'utf8')));
  const values = Object.entries(variables).map(([name, text]) => [name, text.split(SEPARATOR)] as const);
  return new Map(
    THEME_IDS.map((id, index) => [
      id,
      {
        bodyClass: bodyClasses[index] ?? '',
        variables: Object.fromEntries(
          values.flatMap(([name, ofThemes]) => {
            const value = ofThemes[index] ?? UNDEFINED;
            return value === UNDEFINED ? [] : [[name, value]];
          }),
        ),
      },
    ]),
  );
}

/** The text of the file. One line holds a variable in all themes, so that a changed color is a changed line. */
export function formatThemes(themes: ReadonlyMap<ThemeId, WebviewTheme>): string {
  const all = THEME_IDS.map((id) => themes.get(id) ?? { bodyClass: '', variables: {} });
  const names = [...new Set(all.flatMap(({ variables }) => Object.keys(variables)))].sort();
  const variables = Object.fromEntries(
    names.map((name) => [name, all.map((theme) => theme.variables[name] ?? UNDEFINED).join(SEPARATOR)]),
  );
  return `${JSON.stringify({ bodyClasses: all.map(({ bodyClass }) => bodyClass), variables }, undefined, 2)}\n`;
}
