/** Commands in a worktree that leaves files out: in a sandbox they do not find these files anywhere on the machine. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConfinementRules } from '../../../src/workspace/confinement/confinement-rules.ts';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import { runCommand } from '../../../src/workspace/processes/run-command.ts';
import type { Repository } from '../../../src/workspace/repository.ts';
import type { AttemptWorktree } from '../../../src/workspace/worktree/attempt-worktree.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { withVariables } from '../support/variables.ts';

const CANARY = `CANARY-${randomUUID()}`;
const SECRET = '.holdfast/scenarios/secret.scenario.yaml';
const WITHOUT = ['**/.holdfast/scenarios/**'];

/** The canary in a form that is not found itself. */
const DISGUISED = CANARY.replaceAll('-', '.');

/** Prints every file below the folders that contains the canary, also compressed as git's objects are. */
const SEARCH = `
const fs = require('node:fs'), path = require('node:path'), zlib = require('node:zlib');
const canary = process.argv[2].replaceAll('.', '-');
const visit = (folder) => {
  let entries = [];
  try { entries = fs.readdirSync(folder, { withFileTypes: true }); } catch { return; }
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) { visit(file); continue; }
    if (!entry.isFile()) continue;
    try {
      const bytes = fs.readFileSync(file);
      let text = bytes.toString('latin1');
      try { text += zlib.inflateSync(bytes).toString('latin1'); } catch {}
      if (text.includes(canary)) console.log('FOUND ' + file);
    } catch {}
  }
};
process.argv.slice(3).forEach(visit);
console.log('searched');
`;

interface Scene {
  readonly user: GitUser;
  readonly repository: Repository;
  readonly at: (file: string) => string;
  readonly attempt: AttemptWorktree;
  /** Runs a command in the worktree. Returns what it printed. */
  readonly run: (command: readonly string[], more?: Partial<ConfinementRules>) => Promise<string>;
}

async function withScene(work: (scene: Scene) => Promise<void>): Promise<void> {
  await using home = await temporaryFolder();
  const user = await GitUser.init(home.at('repo'));
  await user.write('.gitignore', 'node_modules/\n.venv/\n');
  await user.write('src/a.ts', 'export const a = 1;\n');
  await user.write(SECRET, `expect: ${CANARY}\n`);
  await user.write('node_modules/three/index.js', 'module.exports = 3;\n');
  await user.write('node_modules/.bin/tool', '#!/bin/sh\necho tool\n', 0o755);
  await user.write('.venv/pyvenv.cfg', 'version = 3\n');
  await user.write('.venv/bin/venv-tool', '#!/bin/sh\ncat "$(dirname "$0")/../lib/text"\n', 0o755);
  await user.write('.venv/lib/text', 'from the environment\n');
  await user.write('bin/own-tool', '#!/bin/sh\necho own tool\n', 0o755);
  await user.commit('first');
  await user.git('worktree', 'add', '-q', '-b', 'side', '../side');
  await user.git('clone', '-q', '--bare', '.', home.at('remote.git'));
  await user.git('remote', 'add', 'origin', home.at('remote.git'));
  await writeFile(path.join(user.folder, '.git/holdfast-history.db'), CANARY);
  await mkdir(home.at('scenarios'));
  await writeFile(home.at('scenarios/outside.yaml'), CANARY);
  await using repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
  const base = await repository.createBase();
  // The ordinary private repository and a plain worktree with the files exist next to the isolated one.
  await (await repository.openWorktree(base)).dispose();
  await using attempt = await repository.openWorktree(base, { without: WITHOUT, hidden: [home.at('scenarios')] });
  await writeFile(path.join(attempt.root, 'search.cjs'), SEARCH);
  const run: Scene['run'] = async (command, more = {}) => {
    const confinement: ConfinementRules = {
      mode: 'auto',
      tree: attempt.topLevel,
      ...attempt.view,
      read: [],
      write: [],
      network: false,
      ...more,
    };
    const rules = { passedVariables: [], confinement };
    const outcome = await runCommand({ command, cwd: attempt.root, timeoutMs: 60_000, rules });
    return outcome.startError ?? outcome.output;
  };
  await work({ user, repository, at: (file) => home.at(file), attempt, run });
}

describe('A command in a worktree that leaves files out', () => {
  before(async function () {
    if ('reason' in (await findSandbox())) this.skip();
  });

  it('[ASSERT-SCEN-002] finds them nowhere: other trees, git folders, storage, remotes, or processes', () =>
    withScene(async ({ at, run, user }) => {
      const commit = (await user.git('rev-parse', 'HEAD')).trim();
      assert.equal(
        await run(['node', 'search.cjs', DISGUISED, at(''), '/proc/self/cwd', `/proc/1/root${at('')}`]),
        'searched\n',
      );
      // The search does find the files where they are not hidden.
      assert.match(
        await run(['node', 'search.cjs', DISGUISED, at('')], { visible: [at('')], hidden: [] }),
        /FOUND .*secret\.scenario\.yaml/,
      );
      assert.equal((await run(['git', 'show', `${commit}:${SECRET}`])).includes(CANARY), false);
      assert.equal((await run(['git', '-C', user.folder, 'log', '-p'])).includes(CANARY), false);
      assert.equal(
        (await run(['git', '--git-dir', at('remote.git'), 'show', `${commit}:${SECRET}`])).includes(CANARY),
        false,
      );
      assert.match(await run(['git', 'status', '--porcelain']), /\?\? search\.cjs/);
    }));

  it('[ASSERT-SCEN-002] still has its tree, its packages and the programs on the PATH', () =>
    withScene(async ({ run, attempt, user }) => {
      assert.equal(await run(['node', '-p', 'require("three")']), '3\n');
      assert.equal(await run(['tool']), 'tool\n');
      await run(['node', '-e', 'fs.writeFileSync("out.txt", "written")']);
      assert.equal(existsSync(path.join(attempt.root, 'out.txt')), true);
      const folders = ['.venv/bin', 'bin', '.git', '.'].map((folder) => path.join(user.folder, folder));
      await withVariables({ PATH: [...folders, process.env['PATH']].join(path.delimiter) }, async () => {
        assert.equal(await run(['venv-tool']), 'from the environment\n');
        assert.equal(await run(['own-tool']), 'own tool\n');
        assert.equal(await run(['node', 'search.cjs', DISGUISED, user.folder]), 'searched\n');
      });
    }));

  it("[ASSERT-SCEN-002] cannot change hidden folders, also not with a user's permission for the whole tree", () =>
    withScene(async ({ run, user }) => {
      const write = [user.folder];
      const file = path.join(user.folder, 'x');
      await run(['node', '-e', `fs.writeFileSync(${JSON.stringify(file)}, '')`], { write });
      assert.equal(existsSync(file), false);
      assert.equal(await run(['node', 'search.cjs', DISGUISED, user.folder], { write }), 'searched\n');
    }));
});
