import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Registers a language pack with a server that has not started yet. The pack translates no text of VS Code, which then
 * stays English, but extensions receive the language and show their own translations.
 */
export async function writeLanguagePack(dataFolder: string, language: string): Promise<void> {
  const folder = join(dataFolder, 'data');
  const texts = join(folder, `${language}.i18n.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  await writeFile(
    join(folder, 'languagepacks.json'),
    JSON.stringify({ [language]: { hash: 'test', extensions: [], translations: { vscode: texts }, label: language } }),
  );
}
