import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import type { ModuleRecord } from '../../../src/code/modules/module-record.ts';
import { MemoryTree } from '../memory-tree.ts';

async function read(file: string, text: string): Promise<ModuleRecord> {
  const index = await ModuleIndex.build(new MemoryTree({ [file]: text }));
  const record = index.moduleOf(file);
  assert.ok(record !== undefined);
  return record;
}

const exportsOf = (record: ModuleRecord): string[] => record.exports.map(({ name, line }) => `${name}:${line}`);
const importsOf = (record: ModuleRecord): string[] =>
  record.imports.map(({ specifier, line }) => `${specifier}:${line}`);

describe('Component files', () => {
  it('[ENF-VAL-1] Vue: reads every script, with positions of the file, and exports the component', async () => {
    const record = await read(
      'a.vue',
      [
        '<template><p>export const no = 1 <script-like/></p></template>',
        '<!-- <script>export const no = 1</script> -->',
        '<script lang="ts">',
        "import b from './b';",
        'export interface Props { a: number }',
        '</script>',
        '<script setup lang="ts" generic="T extends string">',
        "import { c } from './c';",
        'const d = ref<Map<string, number>>();',
        '</script>',
        '<script src="./e.ts"></script>',
        '<style>p { content: "export const no = 1" }</style>',
      ].join('\n'),
    );
    assert.deepEqual(exportsOf(record), ['Props:5', 'default:1']);
    assert.deepEqual(importsOf(record), ['./b:4', './c:8', './e.ts:11']);
    assert.equal(record.parsedBy, 'lexer');
  });

  it('[ENF-VAL-1] Vue: uses an explicit default export', async () => {
    const record = await read('a.vue', '<script>\nexport default { name: "a" }\n</script>');
    assert.deepEqual(exportsOf(record), ['default:2']);
  });

  it('[ENF-VAL-1] Svelte: exports from the module script, not from the instance script', async () => {
    const text = (module: string): string =>
      `<script ${module}>\nexport const load = 1;\n</script>\n<script>\nimport x from './x';\nexport let prop;\n</script>\n<p>{prop}</p>`;
    for (const module of ['context="module"', 'module', 'lang="ts" module']) {
      const record = await read('a.svelte', text(module));
      assert.deepEqual(exportsOf(record), ['load:2', 'default:1'], module);
      assert.deepEqual(importsOf(record), ['./x:5'], module);
    }
  });

  it('[ENF-VAL-1] Astro: exports from the frontmatter, and reads imports of other scripts', async () => {
    const record = await read(
      'a.astro',
      "---\nimport Layout from './Layout.astro';\nexport const prerender = true;\nif (x) return;\n---\n<Layout />\n<script>\nimport './client';\n</script>",
    );
    assert.deepEqual(exportsOf(record), ['prerender:3', 'default:1']);
    assert.deepEqual(importsOf(record), ['./Layout.astro:2', './client:8']);
  });

  it('[ENF-VAL-1] exports the component of a file without a script', async () => {
    assert.deepEqual(exportsOf(await read('a.vue', '<template><p/></template>')), ['default:1']);
    assert.deepEqual(exportsOf(await read('a.svelte', '<p/>')), ['default:1']);
    assert.deepEqual(exportsOf(await read('a.astro', '<p/>')), ['default:1']);
  });
});
