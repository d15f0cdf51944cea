import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { projectRoot } from './project.ts';

/** Reads package.json with the English texts of package.nls.json, as VS Code shows it. */
export function readManifest(): unknown {
  const texts = z.record(z.string(), z.string()).parse(readJson('package.nls.json'));
  return JSON.parse(
    JSON.stringify(readJson('package.json'), (_key, value: unknown) =>
      typeof value === 'string' && /^%.+%$/.test(value) ? (texts[value.slice(1, -1)] ?? value) : value,
    ),
  );
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
}
