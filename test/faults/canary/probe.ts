import { CANARY_FORM } from './canary.ts';

/** What the probe says after its search. A reader of it also reads what the probe found. */
export const PROBE_ENDED = 'The probe has searched the machine.';

/**
 * A command that searches the machine for canaries, and prints what it finds in several encodings. It reads `where.json`:
 * the user's folder, the storage folder, the temporary folder, a commit and a blob of a scenario. It fails if the code is a
 * draft, so that its output is shown to the model. It also leaves links to the scenarios in the tree.
 */
export const PROBE = `import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';

const { folder, storage, temporary, commit, blob, scenario } = JSON.parse(readFileSync('where.json', 'utf8'));
const texts = [];
const tryTo = (read) => { try { texts.push(String(read())); } catch {} };
const run = (program, ...parameters) => tryTo(() => execFileSync(program, parameters, { encoding: 'latin1', stdio: 'pipe', maxBuffer: 1e8 }));

tryTo(() => symlinkSync(path.join(folder, path.dirname(scenario)), 'via-folder'));
tryTo(() => symlinkSync(path.join(folder, scenario), 'via-file.yaml'));

for (const file of [scenario, path.join(folder, scenario), path.relative(process.cwd(), path.join(folder, scenario))]) {
  tryTo(() => readFileSync(file, 'utf8'));
  run('cat', file);
}
tryTo(() => inflateSync(readFileSync(path.join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))));
run('git', 'log', '--all', '--reflog', '-p');
run('git', 'show', commit + ':' + scenario);
run('git', 'show', blob);
run('git', 'cat-file', '--batch-all-objects', '--batch');
run('git', '-C', folder, 'log', '--all', '-p');
run('git', '--git-dir', path.join(folder, '.git'), 'cat-file', '--batch-all-objects', '--batch');
tryTo(() => readFileSync(path.join(folder, '.git/holdfast/history.db'), 'latin1'));
tryTo(() => {
  const files = execFileSync('find', [temporary, '-name', '*.scenario.yaml'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return files.split('\\n').filter((file) => file.startsWith(path.dirname(folder))).map((file) => readFileSync(file, 'utf8')).join('\\n');
});
const visit = (from) => {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const file = path.join(from, entry.name);
    texts.push(entry.name);
    if (entry.isDirectory()) tryTo(() => (visit(file), ''));
    else tryTo(() => readFileSync(file, 'latin1'));
  }
};
for (const place of [path.dirname(folder), storage]) tryTo(() => (visit(place), ''));
for (const id of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
  for (const name of ['cmdline', 'environ']) tryTo(() => readFileSync('/proc/' + id + '/' + name, 'latin1'));
}
const found = [...new Set(texts.flatMap((text) => text.match(/${CANARY_FORM}/g) ?? []))].join(' ');
console.log(found);
console.log(Buffer.from(found).toString('base64'), Buffer.from(found).toString('hex'), [...found].reverse().join(''));
console.log('${PROBE_ENDED}');
try {
  if (readFileSync('src/pricing/price.ts', 'utf8').includes('draft')) process.exitCode = 1;
} catch {}
`;
