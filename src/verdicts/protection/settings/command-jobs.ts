import { posix } from 'node:path';
import { kindOfName, readProvingSteps, type ProvingStep } from '../commands/proving-steps.ts';
import { readPipeline, type PipelineJob } from './pipeline-steps.ts';
import { DEFAULT_TARGET } from './read-text-settings.ts';
import { readValue } from './setting-value.ts';
import { keyOf, type Setting, type FileSettings } from './setting.ts';
import type { SettingsFile } from './settings-files.ts';

/** The name of the job that a script file is. A command of the contract or of a package runs it. */
export const TEXT_JOB = '(script)';

/** The scripts, targets or jobs of a file with commands; `undefined` if its settings are no commands. */
export function readCommandJobs(
  file: SettingsFile,
  path: string,
  text: string,
  settings: FileSettings,
): readonly PipelineJob[] | undefined {
  switch (file.tool) {
    case 'npm':
      return readScripts(settings);
    case 'make':
      return readTargets(settings);
    case 'task':
      return readPipeline(path, text)?.jobs;
    case 'pipeline':
      return file.format === 'data' ? readPipeline(path, text)?.jobs : undefined;
    case 'deno':
    case 'python':
      return readTasks(settings);
    case 'script':
      return isShell(path, text)
        ? [{ name: TEXT_JOB, steps: readProvingSteps(text, { stopsAtFailure: false }) }]
        : undefined;
    default:
      return undefined;
  }
}

function isShell(path: string, text: string): boolean {
  return /\.(?:sh|bash|zsh)$|(?:^|\/)\.(?:husky|githooks)\//i.test(path) || /^#!.*\b(?:ba|z|da)?sh\b/.test(text);
}

/** The scripts of a package.json. Scripts that they run are part of them. */
function readScripts(settings: FileSettings): readonly PipelineJob[] {
  const scripts = new Map<string, string>();
  for (const { path, value } of settings.values()) {
    if (path[0] === 'scripts' && value.startsWith('"')) scripts.set(path.slice(1).join('.'), String(JSON.parse(value)));
  }
  return [...scripts].map(([name, text]) => ({
    name,
    steps: readProvingSteps(text, { stopsAtFailure: false }, (other) =>
      other === name ? undefined : scripts.get(other),
    ),
  }));
}

/** The tasks among the settings of a file: of Deno, poe and hatch, and the commands of tox. */
function readTasks(settings: FileSettings): readonly PipelineJob[] {
  return [...settings.values()].filter(isTask).map((setting) => {
    const value = readValue(setting);
    const lines = typeof value === 'object' ? value : [String(value)];
    return {
      name: keyOf(setting.path),
      // tox and hatch end at the first failure, and ignore that of a command after `-`.
      steps: joinLines(lines).flatMap((line) => readRecipeLine(line)),
    };
  });
}

/** Whether a setting is a command that the file gives a name. */
export function isTask({ path }: Setting): boolean {
  const [tool, section = ''] = path;
  const key = path.at(-1) ?? '';
  if (tool === 'tasks') return path.length === 2 || (path.length === 3 && key === 'command');
  return /^commands(?:_pre|_post)?$/.test(key) || /(?:^|\.)(?:poe\.tasks|scripts)$/.test(section);
}

/** The targets of a Makefile. What a target needs is part of it. */
function readTargets(settings: FileSettings): readonly PipelineJob[] {
  return [...settings.values()].flatMap(({ path, value }) => {
    const [name = ''] = path;
    const [header = '', ...recipe] = value.split('\n');
    if (name === DEFAULT_TARGET || name === '.PHONY' || isVariable(header)) return [];
    const needed = header
      .slice(header.indexOf(':') + 1)
      .split(/\s+/)
      .filter((word) => /^[\w.-]+$/.test(word));
    return [
      {
        name,
        steps: [
          ...needed.map((target): ProvingStep => ({
            ...PREREQUISITE,
            kind: kindOfName(target),
            program: `run ${target}`,
          })),
          ...joinLines(recipe).flatMap(readRecipeLine),
        ],
      },
    ];
  });
}

/** Whether the text of a setting of a Makefile defines a variable: `FLAGS := -v`. */
export function isVariable(value: string): boolean {
  return /^[^:=\n]*[:?+!]{0,3}=/.test(value);
}

const PREREQUISITE = { args: [], ignored: false, conditional: false };

function joinLines(lines: readonly string[]): readonly string[] {
  return lines.join('\n').replaceAll(/\\\n/g, ' ').split('\n');
}

/** `-` before a command ignores its failure, `@` does not print it. */
function readRecipeLine(line: string): readonly ProvingStep[] {
  const [prefix = ''] = /^[@+\-\s]*/.exec(line) ?? [];
  const steps = readProvingSteps(line.slice(prefix.length), { stopsAtFailure: false });
  return prefix.includes('-') ? steps.map((step) => ({ ...step, ignored: true })) : steps;
}

/** Whether a script judges or prepares, by its name. Others start the product, or publish it. */
export function isJudgingName(name: string): boolean {
  const plain = posix.basename(name).replace(/^(?:pre|post)/, '');
  return (
    name === TEXT_JOB || kindOfName(plain) !== 'other' || /^(?:install|ci|all|default|prepublish\w*|setup)$/.test(plain)
  );
}
