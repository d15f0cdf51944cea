import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { pluginHooks } from '../../src/hooks/configuration/agent-files.ts';
import { projectRoot } from './project.ts';
import type { GeneratedFile } from './reference-pages.ts';

const NAME = 'holdfast';
const DESCRIPTION =
  'Holds the agent to the contracts of the repository: it cannot end its turn while a requirement does not hold.';
const AUTHOR = { name: 'The Holdfast authors' };

/** The launcher of the plugin. The client replaces the variable, in the shell or before. */
const LAUNCHER = '${CLAUDE_PLUGIN_ROOT}/holdfast.mjs';

const manifestSchema = z.object({
  version: z.string(),
  license: z.string(),
  homepage: z.string(),
  repository: z.object({ url: z.string() }),
  keywords: z.array(z.string()),
});

/**
 * The generated files of the plugin in `media/agent-plugin/`, and the list of plugins of the repository. The hooks come from
 * the same source as those of `holdfast init --agents`.
 */
export function pluginFiles(): readonly GeneratedFile[] {
  const { version, license, homepage, repository, keywords } = manifestSchema.parse(
    JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')),
  );
  const url = repository.url.replace(/\.git$/, '');
  return [
    file('media/agent-plugin/.claude-plugin/plugin.json', {
      name: NAME,
      version,
      description: DESCRIPTION,
      author: AUTHOR,
      homepage,
      repository: url,
      license,
      keywords,
    }),
    file('media/agent-plugin/hooks/hooks.json', {
      description: DESCRIPTION,
      hooks: pluginHooks(`node "${LAUNCHER}"`, 'command -v node >/dev/null 2>&1 || exit 0'),
    }),
    // Not every client replaces the variable here.
    file('media/agent-plugin/.mcp.json', { mcpServers: { [NAME]: { command: 'holdfast', args: ['mcp'] } } }),
    file('.claude-plugin/marketplace.json', {
      name: NAME,
      owner: AUTHOR,
      plugins: [{ name: NAME, source: './media/agent-plugin', description: DESCRIPTION }],
    }),
  ];
}

function file(path: string, value: unknown): GeneratedFile {
  return { file: join(projectRoot, path), text: `${JSON.stringify(value, null, 2)}\n` };
}
