import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack, Fault, ModelCall } from '../attack.ts';

/** A person who does something in the user's tree while the model works, once or at every call. */
function working(
  name: string,
  act: (attack: Attack, call: ModelCall, token: string) => void,
  isHarmless = true,
): Fault {
  const moments = new WeakMap<Attack, { readonly first: number; readonly last: number }>();
  return {
    kind: 'person',
    name,
    isHarmless,
    onCall(attack, call) {
      const first = attack.random.integer(0, 2);
      const moment = moments.get(attack) ?? { first, last: first + attack.random.pick([0, 0, 3]) };
      moments.set(attack, moment);
      if (call.index < moment.first || call.index > moment.last) return;
      attack.user.log.push(`call ${call.index}: ${name}`);
      act(attack, call, `user-${attack.seed}-${call.index}-${name.replaceAll(' ', '-')}`);
    },
  };
}

export const personFaults: readonly Fault[] = [
  working('edits', ({ user }, _, token) => user.append('src/user.ts', `// ${token}\n`)),
  working('edits and stages', ({ user }, _, token) => {
    user.append('README.md', `${token}\n`);
    user.stage('README.md');
  }),
  working('stages and edits again', ({ user }, _, token) => {
    user.append('README.md', `${token} staged\n`);
    user.stage('README.md');
    user.append('README.md', `${token} not staged\n`);
  }),
  working('commits', ({ user }, { index }, token) => {
    user.write(`committed-${index}.txt`, `${token}\n`);
    user.stage(`committed-${index}.txt`);
    user.commit('-m', token);
  }),
  working(
    'commits the file of the chunk',
    ({ user }, { task }, token) => {
      user.append(task.file, `// ${token}\n`);
      user.stage(task.file);
      user.commit('-m', token);
    },
    false,
  ),
  working('edits the file of the chunk', ({ user }, { task }, token) => user.append(task.file, `// ${token}\n`), false),
  working(
    'stages the file of the chunk',
    ({ user }, { task }, token) => {
      user.append(task.file, `// ${token}\n`);
      user.stage(task.file);
    },
    false,
  ),
  working(
    'creates a folder at the path of the chunk',
    ({ user, site }, { task }, token) => {
      rmSync(join(site.repository, task.file), { recursive: true, force: true });
      user.entries.set(task.file, undefined);
      user.write(`${task.file}/inside.txt`, `${token}\n`);
    },
    false,
  ),
  working('deletes a file', ({ user }) => user.remove('src/user.ts')),
  working('creates files', ({ user }, { index }, token) => {
    user.write(`new folder/file ${index}.txt`, `${token}\n`);
    user.write(`ignored/more-${index}.txt`, `${token}\n`);
  }),
  working('switches the branch', ({ user }, { index }) => void user.git('switch', '-q', '-c', `topic-${index}`), false),
  working('detaches HEAD', ({ user }) => void user.git('switch', '-q', '--detach'), false),
  working('amends the last commit', ({ user }) => {
    user.commits.delete(user.git('rev-parse', 'HEAD'));
    user.commit('--amend', '--allow-empty', '-m', 'amended');
  }),
  working('makes an empty commit', ({ user }, _, token) => user.commit('--allow-empty', '-m', token)),
  working('tags and packs', ({ user }, { index }) => {
    user.git('tag', `tag-${index}`);
    user.git('pack-refs', '--all');
    user.git('gc', '-q', '--prune=now');
  }),
  working(
    'edits the contract',
    ({ user, contractFile }, _, token) => user.append(contractFile, `\n// ${token}\n`),
    false,
  ),
  working('edits the ignore file', ({ user }, _, token) => user.append('.gitignore', `${token}\n`)),
  working('stashes', ({ user }) => user.stash(), false),
  working('starts a merge', ({ user }) => {
    const head = user.git('rev-parse', 'HEAD');
    user.write('.git/MERGE_HEAD', `${head}\n`);
    user.entries.delete('.git/MERGE_HEAD');
  }),
];
