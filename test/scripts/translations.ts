import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import * as z from 'zod';
import { projectRoot } from './project.ts';

/** The folder that `l10n` of package.json names. */
const bundleFolder = join(projectRoot, 'media', 'l10n');
export const englishBundleFile = join(bundleFolder, 'bundle.l10n.json');

/** The translation of the texts of the sources to one language. */
export function bundleFile(language: string): string {
  return join(bundleFolder, `bundle.l10n.${language}.json`);
}

/** A call of `l10n.t` whose first argument is not a literal, so that it cannot be translated. */
export interface UntranslatableCall {
  readonly file: string;
  readonly line: number;
}

export interface SourceStrings {
  /** The English texts, sorted. */
  readonly texts: readonly string[];
  readonly untranslatable: readonly UntranslatableCall[];
}

/** Reads every call of `l10n.t` in the edges that people see. */
export function readSourceStrings(): SourceStrings {
  const texts = new Set<string>();
  const untranslatable: UntranslatableCall[] = [];
  for (const file of globSync(['src/extension/**/*.ts', 'src/webview/**/*.ts'], { cwd: projectRoot })) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(projectRoot, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    visitCalls(source, (call) => {
      const [first] = call.arguments;
      if (first && ts.isStringLiteralLike(first)) texts.add(first.text);
      else untranslatable.push({ file, line: source.getLineAndCharacterOfPosition(call.getStart()).line + 1 });
    });
  }
  return { texts: [...texts].sort(), untranslatable };
}

function visitCalls(node: ts.Node, report: (call: ts.CallExpression) => void): void {
  if (ts.isCallExpression(node) && node.expression.getText() === 'l10n.t') report(node);
  ts.forEachChild(node, (child) => visitCalls(child, report));
}

/** The English bundle, which translators start from. */
export function englishBundle(): string {
  const { texts } = readSourceStrings();
  return `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`;
}

const textsSchema = z.record(z.string(), z.string());

export function readTexts(file: string): Readonly<Record<string, string>> {
  return textsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** A pair of files: the English texts, and their translation. */
export interface Translation {
  readonly language: string;
  readonly english: string;
  readonly translated: string;
}

/** The translations of the bundle and of package.nls.json. */
export function listTranslations(): readonly Translation[] {
  const find = (folder: string, pattern: RegExp, english: string): readonly Translation[] =>
    readdirSync(folder).flatMap((name) => {
      const language = pattern.exec(name)?.[1];
      return language === undefined
        ? []
        : [{ language, english: join(folder, english), translated: join(folder, name) }];
    });
  return [
    ...find(bundleFolder, /^bundle\.l10n\.(.+)\.json$/, 'bundle.l10n.json'),
    ...find(projectRoot, /^package\.nls\.(.+)\.json$/, 'package.nls.json'),
  ];
}
