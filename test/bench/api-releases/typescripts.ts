import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { ts } from 'ts-morph';
import { listApiLines } from '../../../src/code/api/model/list-api-lines.ts';
import { openInstalledPackage } from '../../../src/code/api/read/installed-package.ts';
import { readApi } from '../../../src/code/api/read/read-apis.ts';
import { loadTypeScript } from '../../../src/code/language/typescript-parser.ts';
import { JavaScriptEngine } from '../../../src/code/types/engines/javascript-engine.ts';

/**
 * Compares the text of the public API that several versions of TypeScript give. `node test/bench/api-releases/typescripts.ts
 * <folder with node_modules/typescript>,… <folder of a package …>`
 */
const [compilers = '', ...folders] = process.argv.slice(2);
await loadTypeScript();

for (const folder of folders) {
  const opened = openInstalledPackage(resolve(folder));
  if (opened === undefined) throw new Error(`${folder} has no package.json`);
  const texts = compilers.split(',').map((compiler) => {
    const typescript = createRequire(resolve(compiler, 'package.json'))('typescript') as typeof ts;
    using engine = new JavaScriptEngine({ typescript, title: typescript.version, overlay: () => undefined });
    const api = readApi(engine, opened.tree, opened.owner);
    const inferred = Object.values(api.declarations).filter(({ isInferred }) => isInferred === true).length;
    const lines = listApiLines(api).map(({ depth, text }) => '  '.repeat(depth) + text);
    return { version: typescript.version, lines, inferred };
  });
  const [first, ...others] = texts;
  for (const { version, lines, inferred } of others) {
    const differing = lines.flatMap((line, at) =>
      line === first?.lines[at] ? [] : [`- ${first?.lines[at] ?? ''}\n+ ${line}`],
    );
    const isSame = first?.lines.join('\n') === lines.join('\n');
    console.log(
      `${folder} ${first?.version ?? ''} ${version}: ${lines.length} lines, ${inferred} inferred declarations, ${isSame ? 'same text' : `${differing.length} lines differ`}`,
    );
    for (const text of differing.slice(0, 5)) console.log(text);
  }
}
