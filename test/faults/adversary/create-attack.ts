import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { PRICES, type Attack } from './attack.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';
import { createTasks, SUM_TEST, SUM_TEST_TEXT, TASK_FILES } from './tasks.ts';
import type { Task } from './task.ts';
import { User } from './user.ts';

/** Enough for four chunks with correct answers. */
const COST_LIMIT_USD = 0.3;

/** Files of the user that a chunk may not change unless it names them. */
const PROJECT_FILES: Readonly<Record<string, string>> = {
  ...TASK_FILES,
  'README.md': '# Project\n',
  'src/user.ts': 'export const user = 1;\n',
  'src/sum.mjs': 'export const sum = (a, b) => a - b;\n',
  [SUM_TEST]: SUM_TEST_TEXT,
  'package.json': '{ "name": "project", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
  'tsconfig.json': `${JSON.stringify({ compilerOptions: { strict: true, target: 'es2022', module: 'nodenext', noEmit: true, types: [] } })}\n`,
  'schemas/service.json':
    '{ "type": "object", "required": ["name", "port"], "properties": { "name": { "const": "service" }, "port": { "type": "integer" } } }\n',
  'tools/build.mjs': `import { globSync, readFileSync } from 'node:fs';
if (globSync('src/**/*.ts').some((file) => readFileSync(file, 'utf8').includes('BROKEN'))) process.exit(1);
`,
  '.gitignore': 'ignored/\nnode_modules/\n*.log\n',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac.txt': 'A name that is slow to match.\n',
};

/** Ignored by git. */
const PACKAGE_FILES: Readonly<Record<string, string>> = {
  'node_modules/left/package.json': '{ "name": "left", "version": "1.0.0", "main": "index.js" }\n',
  'node_modules/left/index.js': 'module.exports = 1;\n',
};

/** Describes an attack before its faults change it. Only the folders of the site exist. */
export function createAttack(seed: number, random: Random, site: Site): Attack {
  const tasks = createTasks(random);
  const environment: Record<string, string> = {
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    HOME: site.home,
    TMPDIR: site.temporary,
    HOLDFAST_STORAGE: site.storage,
    GIT_CONFIG_NOSYSTEM: '1',
    NO_COLOR: '1',
  };
  const key = `sk-canary-${random.hex(24)}`;
  const credential = `credential-canary-${random.hex(24)}`;
  const hasDependencies = tasks.length > 1 && random.chance(0.5);
  const chunks = new Map(
    tasks.map((task, index) => [
      task.id,
      {
        id: task.id,
        title: task.title,
        maxAttempts: 2,
        allowedFiles: chooseAllowedFiles(random, task),
        ...(hasDependencies && index > 0 ? { dependsOn: [tasks[index - 1]?.id] } : {}),
        ...task.keys,
      },
    ]),
  );
  const contract: Record<string, unknown> = {
    version: 1,
    spec: { id: 'work', title: 'Work' },
    ...(tasks.length === 1 ? tasks[0]?.contractKeys : {}),
  };
  // The second path is no contract by its name, only because the command names it.
  const contractFile = random.pick(['work.contract.json', 'work.contract.json', 'plans/work.json']);
  if (random.chance(0.4)) contract['build'] = { command: 'node tools/build.mjs' };
  const configuration = {
    prices: PRICES,
    limits: {
      maxSteps: 8,
      maxCostUsd: COST_LIMIT_USD,
      attemptTimeoutSeconds: 6,
      stallTimeoutSeconds: 2,
      commandTimeoutSeconds: 3,
    },
  };
  const user = new User(site.repository, { ...environment });
  return {
    ...{
      seed,
      random,
      site,
      user,
      tasks,
      contract,
      contractFile,
      chunks,
      configuration,
      environment,
      flags: [],
      key,
      credential,
    },
    spentUsd: 0,
    spending: [],
    costLimitUsd: COST_LIMIT_USD,
    running: undefined,
    keySaidAt: undefined,
    isKilled: false,
  };
}

/** The files of a task in one of the forms that a contract can use. */
function chooseAllowedFiles(random: Random, { file }: Task): readonly string[] {
  const folder = dirname(file);
  return [random.pick([file, file, file, `${folder}/`, `${folder}/*`, `${folder}/**`, `./${file}`])];
}

/** Writes the user's home folder. */
export function prepareHome({ site, credential }: Attack): void {
  writeFileSync(join(site.home, '.netrc'), `machine example.invalid login user password ${credential}\n`);
  writeFileSync(join(site.home, 'notes.txt'), 'notes\n');
  writeFileSync(join(site.home, '.gitconfig'), '[user]\n\tname = A User\n\temail = user@example.invalid\n');
  writeFileSync(join(site.outside, 'file.txt'), 'outside\n');
  mkdirSync(join(site.home, '.npm'));
}

/** Writes and commits the project. `prepare` runs before the commit. */
export function commitProject(attack: Attack, prepare: () => void): void {
  const { user, contract, contractFile, chunks, configuration, tasks } = attack;
  user.git('init', '-q', '-b', 'main');
  for (const [path, text] of Object.entries({ ...PROJECT_FILES, ...PACKAGE_FILES })) user.write(path, text);
  prepare();
  contract['chunks'] = tasks.map(({ id }) => chunks.get(id));
  user.write(contractFile, `${JSON.stringify(contract, null, 2)}\n`);
  user.write('holdfast.config.yaml', `${JSON.stringify(configuration)}\n`);
  user.git('add', '-A');
  user.commit('-m', 'first');
}

/** What the user has not committed when the run starts. */
export function leaveWork({ user, random, seed }: Attack): void {
  const token = (name: string): string => `user-${seed}-${name}`;
  const works: readonly (() => void)[] = [
    () => user.append('src/user.ts', `// ${token('not staged')}\n`),
    () => {
      user.append('README.md', `${token('staged')}\n`);
      user.stage('README.md');
    },
    () => {
      user.append('README.md', `${token('staged too')}\n`);
      user.stage('README.md');
      user.append('README.md', `${token('and changed')}\n`);
    },
    () => user.write('untracked.txt', `${token('untracked')}\n`),
    () => user.write('ignored/secret.txt', `${token('ignored')}\n`),
    () => user.append('docs/guide.md', `\n${token('Obsolete guide')}\n`),
    () => user.append('src/sum.mjs', `// ${token('sum')}\n`),
    () => user.remove('src/user.ts'),
    () => user.write('run.sh', `#!/bin/sh\n# ${token('script')}\n`, 0o755),
    () => user.link('link', 'src/user.ts'),
    () => {
      user.write('src/user.ts', `// ${token('stash')}\n`);
      user.git('stash', '-q');
      user.commits.add(user.git('rev-parse', 'refs/stash'));
      user.write('src/user.ts', PROJECT_FILES['src/user.ts'] ?? '');
    },
    () => user.git('branch', 'other'),
  ];
  // The stash takes all other changes with it, so it is first if it is chosen.
  const chosen = random.sample(works.slice(0, -2), random.integer(0, 4));
  for (const work of [...random.sample(works.slice(-2), random.integer(0, 1)), ...chosen]) work();
}
