import type { ItemState } from '../../../../src/pipeline/state/item-state.ts';
import type { ForgeScene } from '../../forge/support/forge-scene.ts';
import { GenerationScene, type SceneChunk } from './generation-scene.ts';

export const chunk = (id: string, ...dependsOn: readonly string[]): SceneChunk => ({
  id,
  file: `src/${id}.ts`,
  creates: id,
  dependsOn,
  consumes: dependsOn,
});

/** A module that exports its name, and uses what it depends on. */
function textOf({ id, dependsOn = [] }: SceneChunk): string {
  const imports = dependsOn.map((name) => `import { ${name} } from './${name}.ts';\n`).join('');
  return `${imports}export const ${id} = [${dependsOn.join(', ')}];\n`;
}

function answersOf(chunks: readonly SceneChunk[]) {
  return Object.fromEntries(chunks.map((one) => [one.id, [{ [one.file]: textOf(one) }]]));
}

/** An item with chunks that the model writes at once. */
export async function openChunks(forge: ForgeScene, ...chunks: readonly SceneChunk[]): Promise<GenerationScene> {
  return GenerationScene.open(forge, { chunks }, answersOf(chunks));
}

/** An item with chunks of which each depends on the one before it. */
export async function openStack(forge: ForgeScene, ...ids: readonly string[]): Promise<GenerationScene> {
  return openChunks(forge, ...ids.map((id, index) => chunk(id, ...ids.slice(Math.max(index - 1, 0), index))));
}

/** The pull request of a sub-item. */
export function numberOf({ receipts }: ItemState, id: string): number {
  return receipts[`1/integration/${id}/pull-request`]?.pullRequest ?? 0;
}

export function resultOf({ subItems }: ItemState, id: string): string {
  return subItems.find((subItem) => subItem.id === id)?.result ?? '';
}
