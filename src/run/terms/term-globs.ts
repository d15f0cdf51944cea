import { DEFAULT_CONTRACT_GLOBS, DEFAULT_GATE_GLOBS } from '../../workspace/configuration/configuration.ts';
import { isExclusion } from '../../contract/globs/path-matcher.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';

/** The settings and shared files of Holdfast. */
const HOLDFAST_FILES = ['**/holdfast.config.{yaml,yml}', '**/.holdfast/**'];

/** The settings of the editor. They contain settings of Holdfast, and tasks that the editor runs. */
const EDITOR_FILES = ['**/.vscode/**', '**/*.code-workspace'];

/** The hooks of git and of coding agents, and the settings that name them. */
const HOOK_FILES = [
  '**/.husky/**',
  '**/.githooks/**',
  '**/{,.}lefthook{,-local}.{yml,yaml,json,jsonc,toml}',
  '**/.pre-commit-config.{yaml,yml}',
  '**/.claude/{settings,settings.local}.json',
  '**/.claude/hooks/**',
  '**/.codex/{config.toml,hooks.json}',
  '**/.cursor/{hooks,mcp}.json',
  '**/.cursor/hooks/**',
  '**/.gemini/settings.json',
  '**/.qwen/settings.json',
  '**/.opencode/**',
  '**/opencode.{json,jsonc}',
  '**/.github/hooks/**',
  '**/.github/copilot/settings{,.local}.json',
  '**/.mcp.json',
];

/**
 * The globs of files that no attempt may write: contracts, gates, validators, hooks and settings. A file that a glob of the
 * configuration excludes is protected, too: an exclusion would affect the other globs.
 */
export function listTermGlobs({ contracts, gates }: Pick<Configuration, 'contracts' | 'gates'>): readonly string[] {
  return [
    ...new Set([
      ...DEFAULT_CONTRACT_GLOBS,
      ...DEFAULT_GATE_GLOBS,
      ...[...contracts, ...gates].filter((glob) => !isExclusion(glob)),
      ...HOLDFAST_FILES,
      ...EDITOR_FILES,
      ...HOOK_FILES,
    ]),
  ];
}
