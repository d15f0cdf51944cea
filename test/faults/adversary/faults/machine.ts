import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Attack, Fault, ModelCall } from '../attack.ts';

/** Something happens at one random model call. */
function failing(name: string, act: (attack: Attack, call: ModelCall) => void, isHarmless = false): Fault {
  const moments = new WeakMap<Attack, number>();
  return {
    kind: 'machine',
    name,
    isHarmless,
    onCall(attack, call) {
      const moment = moments.get(attack) ?? attack.random.integer(0, 3);
      moments.set(attack, moment);
      if (call.index === moment) act(attack, call);
    },
  };
}

function end(attack: Attack, signal: NodeJS.Signals, delayMs: number): void {
  const { running } = attack;
  attack.isKilled = true;
  if (delayMs === 0) running?.process.kill(signal);
  else setTimeout(() => running?.process.kill(signal), delayMs);
}

/** Writes files into the folder `.git`, unless another fault removed the repository. */
function damagingRepository(name: string, files: Readonly<Record<string, string>>): Fault {
  return failing(name, ({ site }) => {
    const repository = join(site.repository, '.git');
    if (!existsSync(repository)) return;
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, file)), { recursive: true });
      writeFileSync(join(repository, file), content);
    }
  });
}

/** Ends the program as soon as a file or a folder has an entry that only a landing creates. */
function whileLanding(name: string, isLanding: (attack: Attack) => boolean): Fault {
  return {
    kind: 'machine',
    name,
    disturb(attack) {
      const timer = setInterval(() => {
        if (!existsSync(attack.site.root)) clearInterval(timer);
        if (attack.running === undefined || !isLanding(attack)) return;
        clearInterval(timer);
        end(attack, 'SIGKILL', attack.random.pick([0, 0, 2, 5, 10, 20]));
      }, 1).unref();
    },
  };
}

function hasJournal({ site }: Attack): boolean {
  const folder = join(site.repository, '.git', 'holdfast', 'landing');
  return existsSync(folder) && readdirSync(folder).length > 0;
}

function hasIndexLock({ site }: Attack): boolean {
  return existsSync(join(site.repository, '.git', 'index.lock'));
}

export const machineFaults: readonly Fault[] = [
  whileLanding('killed while it lands', hasJournal),
  whileLanding('killed while it lands', hasJournal),
  whileLanding('killed while it has the index', hasIndexLock),
  failing('killed later', (attack) => end(attack, 'SIGKILL', attack.random.integer(500, 4_000))),
  failing('killed at a call', (attack) => end(attack, 'SIGKILL', 0)),
  failing('killed after a call', (attack) => end(attack, 'SIGKILL', attack.random.integer(1, 700))),
  failing('killed after a call', (attack) => end(attack, 'SIGKILL', attack.random.integer(1, 350))),
  failing('interrupted', (attack) => end(attack, 'SIGINT', attack.random.integer(0, 400))),
  failing('terminated', (attack) => end(attack, 'SIGTERM', attack.random.integer(0, 400))),
  damagingRepository('index lock', { 'index.lock': '' }),
  damagingRepository('branch lock', { 'refs/heads/main.lock': '' }),
  damagingRepository('stale landing lock', { 'holdfast/landing.lock': '999999999\n' }),
  damagingRepository('damaged journal', {
    'holdfast/landing/journal.json': '{"files": [',
    'holdfast/landing/x/journal.json': '\0\0',
  }),
  failing('no temporary folder', ({ site }) => rmSync(site.temporary, { recursive: true, force: true })),
  failing('read-only folder', ({ site }) => chmodSync(join(site.repository, 'src'), 0o500)),
  failing('no storage', ({ site }) => rmSync(site.storage, { recursive: true, force: true })),
];
