import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { EngineOptions, Finding } from '../engine.ts';
import { parseModelReference } from '../models/model-reference.ts';
import { modelProviders } from '../models/providers/table.ts';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import type { FolderParts } from './folder-parts.ts';

const LOWEST_NODE = [22, 13] as const;

/** What is configured, what is missing and how to mend it; each part speaks for itself, a broken one hides no other. */
export async function diagnose(options: EngineOptions, parts: FolderParts): Promise<readonly Finding[]> {
  const findings = [nodeFinding(process.versions.node), await gitFinding()];
  for (const [subject, examine] of EXAMINED) {
    try {
      findings.push(...(await examine(options, parts)));
    } catch (thrown) {
      const hint = thrown instanceof HoldfastError ? thrown.hint : undefined;
      findings.push({
        level: 'error',
        subject,
        message: messageOf(thrown),
        hint,
      });
    }
  }
  return findings;
}

type Examine = (options: EngineOptions, parts: FolderParts) => Promise<readonly Finding[]>;

const EXAMINED: readonly (readonly [subject: string, examine: Examine])[] = [
  ['repository', repositoryFinding],
  ['model', modelFindings],
  ['contracts', contractFindings],
  ['history', historyFinding],
];

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1]);
  return {
    level: enough ? 'ok' : 'error',
    subject: 'node',
    message: `Node ${version}`,
    hint: `Install Node ${LOWEST_NODE.join('.')} or later.`,
  };
}

async function gitFinding(): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version']);
    const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number);
    const enough = major > 2 || (major === 2 && minor >= 38);
    return {
      level: enough ? 'ok' : 'error',
      subject: 'git',
      message: stdout.trim(),
      hint: 'Install git 2.38 or later: results are merged with its merge-tree command.',
    };
  } catch (thrown) {
    return {
      level: 'error',
      subject: 'git',
      message: `git cannot be started: ${messageOf(thrown)}`,
      hint: 'Install git 2.38 or later and put it on the PATH.',
    };
  }
}

async function repositoryFinding(options: EngineOptions, parts: FolderParts): Promise<readonly Finding[]> {
  const repository = await parts.repository();
  return [
    {
      level: 'ok',
      subject: 'repository',
      message:
        repository.kind === 'git'
          ? `${options.folder} is in a git repository`
          : `${options.folder} is not in a git repository: results land in the files, without commits`,
    },
  ];
}

async function modelFindings(options: EngineOptions, parts: FolderParts): Promise<readonly Finding[]> {
  const configuration = await parts.configuration();
  if (configuration.model === undefined) {
    return [
      {
        level: 'warning',
        subject: 'model',
        message: 'No model is configured: contracts can be checked, chunks cannot be run',
        hint: 'Set HOLDFAST_MODEL, or "model" in holdfast.config.yaml, to provider:model.',
      },
    ];
  }
  const from = configuration.sources.model.name;
  const findings: Finding[] = [{ level: 'ok', subject: 'model', message: `${configuration.model} (from ${from})` }];
  const { provider: id } = parseModelReference(configuration.model);
  const provider = modelProviders.find((candidate) => candidate.id === id);
  if (provider === undefined) {
    const known = modelProviders.map((candidate) => candidate.id).join(', ');
    return [
      {
        level: 'error',
        subject: 'model',
        message: `${configuration.model} (from ${from}): there is no provider "${id}"`,
        hint: `The providers are ${known}.`,
      },
    ];
  }
  if (provider.needsBaseUrl) {
    findings.push(
      configuration.baseUrl === undefined
        ? {
            level: 'error',
            subject: 'base URL',
            message: `${provider.title} needs one`,
            hint: 'Set HOLDFAST_BASE_URL, or "baseUrl" in holdfast.config.yaml.',
          }
        : {
            level: 'ok',
            subject: 'base URL',
            message: `${configuration.baseUrl} (from ${configuration.sources.baseUrl.name})`,
          },
    );
  }
  if (provider.keyNames.length > 0) findings.push(await keyFinding(options, provider.keyNames, provider.needsBaseUrl));
  return findings;
}

/** Which key is set; its value is never shown. Endpoints of one's own may need none. */
async function keyFinding(options: EngineOptions, names: readonly string[], optional: boolean): Promise<Finding> {
  for (const name of names) {
    const value = await options.models.keys(name);
    if (value !== undefined && value !== '') return { level: 'ok', subject: 'key', message: `${name} is set` };
  }
  return {
    level: optional ? 'warning' : 'error',
    subject: 'key',
    message: `none of ${names.join(', ')} is set`,
    hint: 'Set one of them in the environment, or use "Holdfast: Set API Key" in the editor.',
  };
}

async function contractFindings(_: EngineOptions, parts: FolderParts): Promise<readonly Finding[]> {
  const { contracts: globs } = await parts.configuration();
  const documents = await parts.contracts.all(globs);
  if (documents.length === 0) {
    return [
      {
        level: 'warning',
        subject: 'contracts',
        message: `None found (${globs.join(', ')})`,
        hint: 'Create a file whose name ends in .contract.yaml; "holdfast schema" prints its schema.',
      },
    ];
  }
  const broken = documents.filter((document) => document.problems.some((problem) => problem.severity === 'error'));
  if (broken.length === 0) return [{ level: 'ok', subject: 'contracts', message: `${documents.length} found` }];
  const names = broken.map((document) => document.file).join(', ');
  return [
    {
      level: 'error',
      subject: 'contracts',
      message: `${broken.length} of ${documents.length} have mistakes: ${names}`,
      hint: '"holdfast check" lists them line by line.',
    },
  ];
}

async function historyFinding(_: EngineOptions, parts: FolderParts): Promise<readonly Finding[]> {
  const history = await parts.history();
  return [
    {
      level: 'ok',
      subject: 'history',
      message: history === undefined ? 'none yet: the first run creates it' : history.path,
    },
  ];
}
