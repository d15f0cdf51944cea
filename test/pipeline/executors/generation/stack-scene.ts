import type { ItemState } from '../../../../src/pipeline/state/item-state.ts';
import type { ForgeScene } from '../../forge/support/forge-scene.ts';
import { createLocalScene } from '../../forge/support/local-scene.ts';
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

/** Chunks of which each depends on the one before it. */
export function stackOf(...ids: readonly string[]): readonly SceneChunk[] {
  return ids.map((id, index) => chunk(id, ...ids.slice(Math.max(index - 1, 0), index)));
}

/** Opens an item of chunks. */
export type OpenChunks = (...chunks: readonly SceneChunk[]) => Promise<GenerationScene>;

/**
 * Items on the local forge whose pull requests are open. The product generates the sub-items once for all tests that open the
 * same chunks, and each test gets a copy.
 */
export class PreparedItems implements AsyncDisposable {
  readonly #made = new Map<string, Promise<GenerationScene>>();

  readonly open: OpenChunks = async (...chunks) => {
    const key = JSON.stringify(chunks);
    const made = this.#made.get(key) ?? this.#make(chunks);
    this.#made.set(key, made);
    return (await made).copy();
  };

  async #make(chunks: readonly SceneChunk[]): Promise<GenerationScene> {
    const scene = await openChunks(await createLocalScene(), ...chunks);
    await scene.rest();
    return scene;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const made of this.#made.values()) await (await made)[Symbol.asyncDispose]();
    this.#made.clear();
  }
}

/** The pull request of a sub-item. */
export function numberOf({ receipts }: ItemState, id: string): number {
  return receipts[`1/integration/${id}/pull-request`]?.pullRequest ?? 0;
}

export function resultOf({ subItems }: ItemState, id: string): string {
  return subItems.find((subItem) => subItem.id === id)?.result ?? '';
}
