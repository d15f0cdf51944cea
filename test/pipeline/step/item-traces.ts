import type { PullRequest } from '../../../src/pipeline/forge/forge.ts';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';

/** The pull requests of an item, oldest first. Numbers above `last` are not read. */
export async function listPullRequests(
  { forge }: ForgeScene,
  item: string,
  last = 20,
): Promise<readonly PullRequest[]> {
  const found: PullRequest[] = [];
  for (let number = Number(item) + 1; number < Number(item) + last; number++) {
    const request = await forge.readPullRequest(number, signal);
    if (request?.head.startsWith(`holdfast/${item}/`) === true) found.push(request);
  }
  return found;
}

/** What an item left on the forge, without numbers, hashes and the reports of takeovers. Equal for equal work. */
export async function describeTraces(scene: ForgeScene, item: string) {
  const requests = await listPullRequests(scene, item);
  const comments = await scene.forge.listComments(item, undefined, signal);
  const mine = new RegExp(`<!-- holdfast: item=${item} `);
  const items = (await scene.forge.listItems({}, signal)).filter(({ body }) => mine.test(body));
  const heads = comments.map(({ body }) => body.split('\n')[0] ?? '').filter((line) => !isTakeover(line));
  return {
    pullRequests: requests.map(({ head, base, state }) => neutral(`${head} -> ${base} ${state}`, item)),
    linked: (await scene.people.listSubItems(item)).length,
    subItems: items.filter(({ isOpen }) => isOpen).length,
    comments: heads.map((line) => neutral(line, item)),
    labels: [...((await scene.forge.readItem(item, signal))?.labels ?? [])].sort(),
  };
}

export function isTakeover(comment: string): boolean {
  return comment.startsWith('The work of the process');
}

/** Costs differ too: an execution that was killed counts with its reservation. */
function neutral(text: string, item: string): string {
  return text
    .replaceAll(`holdfast/${item}/`, 'holdfast/ITEM/')
    .replaceAll(/#\d+/g, '#')
    .replaceAll(/ Cost: [\d.]+ USD\./g, '');
}
