import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * Installs a language pack into a server that has not started yet. The pack translates no text of VS Code, which then
 * stays English, but extensions receive the language and show their own translations.
 *
 * @param dataFolder - The server's data.
 * @param extensionsFolder - An extensions folder that already contains an installed extension.
 */
export async function installLanguagePack(
  dataFolder: string,
  extensionsFolder: string,
  language: string,
): Promise<void> {
  const id = `holdfast-tests.language-pack-${language}`;
  const version = '1.0.0';
  const folder = join(extensionsFolder, `${id}-${version}`);
  const texts = join(folder, 'texts.json');
  const [publisher, name] = id.split('.');
  const localization = { languageId: language, translations: [{ id: 'vscode', path: './texts.json' }] };
  await mkdir(folder, { recursive: true });
  await writeFile(texts, JSON.stringify({ version, contents: {} }));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      ...{ name, publisher, version, displayName: language, engines: { vscode: '*' } },
      contributes: { localizations: [localization] },
    }),
  );

  const listFile = join(extensionsFolder, 'extensions.json');
  const installed = z.array(z.unknown()).parse(JSON.parse(await readFile(listFile, 'utf8')));
  const location = { $mid: 1, path: folder, scheme: 'file' };
  const entry = { identifier: { id }, version, location, relativeLocation: `${id}-${version}`, metadata: {} };
  await writeFile(listFile, JSON.stringify([...installed, entry]));

  await mkdir(join(dataFolder, 'data'), { recursive: true });
  const pack = { extensionIdentifier: { id }, version };
  await writeFile(
    join(dataFolder, 'data', 'languagepacks.json'),
    JSON.stringify({
      [language]: { hash: 'holdfast-tests', extensions: [pack], translations: { vscode: texts }, label: language },
    }),
  );
}
