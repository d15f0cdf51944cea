import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readAgentReference, type AgentDefinition } from '../../models/agent/acp/agent-definition.ts';
import { findAgents } from '../../models/agent/acp/find-agents.ts';
import { readServerReport, type ServerReport } from '../../history/database/server-report.ts';
import type { KeyReader } from '../../models/base/model-provider.ts';
import { parseModelReference } from '../../models/base/model-reference.ts';
import { modelProviders } from '../../models/providers/provider-table.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { readTelemetrySettings, withoutCredentials } from '../../foundation/telemetry/telemetry-settings.ts';
import { findSandbox } from '../../workspace/confinement/find-sandbox.ts';
import { findProgramProblem } from '../../workspace/environment/find-program.ts';
import { gitEnvironment, subprocessEnvironment } from '../../workspace/environment/subprocess-environment.ts';
import { INSTALL_GIT_HINT, MIN_GIT_VERSION, isAtLeast, parseGitVersion } from '../../workspace/git/git-version.ts';
import type { Examination, DoctorFinding } from './setup-types.ts';
import type { FolderServices } from '../services/folder-services.ts';

const MIN_NODE_VERSION = [22, 13] as const;

/** What a diagnosis examines. */
export interface DiagnosedFolder extends Pick<
  FolderServices,
  'configuration' | 'configurationOf' | 'contracts' | 'history' | 'repository'
> {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly keys: KeyReader;
  /** The shared history of the repository; `undefined` if it is local. */
  historyServer(): Promise<{ readonly url: string; readonly repository: string } | undefined>;
}

/**
 * Reports what is configured, what is missing and how to fix it. An error in one examination does not hide the others.
 *
 * @param others examinations of what is above a run: the pipeline, the hooks of agents
 */
export async function diagnose(
  folder: DiagnosedFolder,
  others: readonly Examination[],
): Promise<readonly DoctorFinding[]> {
  const findings = [nodeFinding(process.versions.node), await gitFinding()];
  const own = EXAMINATIONS.map(([subject, examine]): Examination => ({ subject, examine: () => examine(folder) }));
  for (const { subject, examine } of [...own, ...others]) {
    try {
      findings.push(...(await examine()));
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

type Examine = (folder: DiagnosedFolder) => Promise<readonly DoctorFinding[]>;

const EXAMINATIONS: readonly (readonly [subject: string, examine: Examine])[] = [
  ['repository', repositoryFindings],
  ['confinement', confinementFindings],
  ['model', modelFindings],
  ['external agents', externalAgentFindings],
  ['contracts', contractFindings],
  ['history', historyFindings],
  ['telemetry', telemetryFindings],
];

function nodeFinding(version: string): DoctorFinding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1]);
  return {
    level: isSupported ? 'ok' : 'error',
    subject: 'node',
    message: `Node ${version}`,
    hint: `Install Node ${MIN_NODE_VERSION.join('.')} or later.`,
  };
}

async function gitFinding(): Promise<DoctorFinding> {
  const subject = 'git';
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { env: gitEnvironment() });
    const installed = stdout.trim();
    const version = parseGitVersion(installed);
    if (version === undefined || isAtLeast(version, MIN_GIT_VERSION))
      return { level: 'ok', subject, message: installed };
    return { level: 'error', subject, message: `${installed} is too old`, hint: INSTALL_GIT_HINT };
  } catch (thrown) {
    return { level: 'error', subject, message: `git could not start: ${messageOf(thrown)}`, hint: INSTALL_GIT_HINT };
  }
}

async function repositoryFindings(folder: DiagnosedFolder): Promise<readonly DoctorFinding[]> {
  const repository = await folder.repository();
  return [
    {
      level: 'ok',
      subject: 'repository',
      message:
        repository.kind === 'git'
          ? `${folder.folder} is in a git repository`
          : `${folder.folder} is not in a git repository: results land without commits`,
    },
  ];
}

/** Reports which sandbox confines commands here, or why none does. */
async function confinementFindings(folder: DiagnosedFolder): Promise<readonly DoctorFinding[]> {
  const { confinement, sources } = await folder.configuration();
  const { mode } = confinement;
  const subject = 'confinement';
  const setting = mode === 'auto' ? 'auto' : `${mode} (from ${sources.confinement.name})`;
  const sandbox = await findSandbox();
  if ('reason' in sandbox) {
    const consequence = mode === 'strict' ? 'no command of a contract runs' : 'commands run unconfined';
    const message = `${setting}: ${consequence}, because ${sandbox.reason}`;
    return [{ level: mode === 'strict' ? 'error' : 'warning', subject, message, hint: sandbox.hint }];
  }
  if (mode === 'off') {
    const message = `${setting}: commands run unconfined, although ${sandbox.program} works here`;
    return [{ level: 'warning', subject, message, hint: 'Set confinement to auto or strict.' }];
  }
  const network = mode === 'strict' ? ', without network unless the contract says "network: true"' : '';
  return [
    { level: 'ok', subject, message: `${setting}: commands run in ${sandbox.kind} (${sandbox.program})${network}` },
  ];
}

async function modelFindings(folder: DiagnosedFolder): Promise<readonly DoctorFinding[]> {
  const configuration = await folder.configuration();
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
  const source = configuration.sources.model.name;
  const findings: DoctorFinding[] = [
    { level: 'ok', subject: 'model', message: `${configuration.model} (from ${source})` },
  ];
  const agent = readAgentReference(configuration.model);
  if (agent !== undefined) return [...findings, await agentFinding(agent, folder.folder)];
  const { provider: id } = parseModelReference(configuration.model);
  const provider = modelProviders.find((candidate) => candidate.id === id);
  if (provider === undefined) {
    const known = modelProviders.map((candidate) => candidate.id).join(', ');
    return [
      {
        level: 'error',
        subject: 'model',
        message: `${configuration.model} (from ${source}): unknown provider "${id}"`,
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
            message: `${provider.title} needs a base URL`,
            hint: 'Set HOLDFAST_BASE_URL, or "baseUrl" in holdfast.config.yaml.',
          }
        : {
            level: 'ok',
            subject: 'base URL',
            message: `${configuration.baseUrl} (from ${configuration.sources.baseUrl.name})`,
          },
    );
  }
  if (provider.keyNames.length > 0)
    findings.push(await keyFinding(folder.keys, provider.keyNames, provider.needsBaseUrl));
  return findings;
}

/** Reports whether the program of an external agent is installed. Only a run shows whether the agent is signed in. */
async function agentFinding({ title, command, signIn }: AgentDefinition, folder: string): Promise<DoctorFinding> {
  const [program = ''] = command;
  const problem = await findProgramProblem(program, folder, subprocessEnvironment()['PATH']);
  if (problem === undefined) return { level: 'ok', subject: 'agent', message: `${title}: ${program} is installed` };
  return { level: 'error', subject: 'agent', message: `${title}: ${program} cannot start (${problem})`, hint: signIn };
}

/** Reports which external agents can be the model. Nothing if none is installed. */
async function externalAgentFindings({ folder }: DiagnosedFolder): Promise<readonly DoctorFinding[]> {
  const agents = await findAgents(subprocessEnvironment()['PATH'] ?? '', [folder]);
  const subject = 'external agents';
  const installed = agents.filter(({ program }) => program !== undefined).map(({ reference }) => reference);
  const unadapted = agents.filter(({ lacksAdapter }) => lacksAdapter);
  return [
    ...(installed.length === 0
      ? []
      : [{ level: 'ok' as const, subject, message: `${installed.join(', ')} can carry out attempts` }]),
    ...unadapted.map(({ title, reference, installCommand }) => ({
      level: 'warning' as const,
      subject,
      message: `${title} is installed, but not its adapter, so that ${reference} cannot be used`,
      hint: `To use it: ${installCommand}`,
    })),
  ];
}

/** Reports which key is set, without its value. If the key is optional, as for a custom endpoint, its absence is a warning. */
async function keyFinding(keys: KeyReader, names: readonly string[], optional: boolean): Promise<DoctorFinding> {
  for (const name of names) {
    const value = await keys(name);
    if (value !== undefined && value !== '') return { level: 'ok', subject: 'key', message: `${name} is set` };
  }
  return {
    level: optional ? 'warning' : 'error',
    subject: 'key',
    message: `none of ${names.join(', ')} is set`,
    hint: 'Set one of them in the environment, or use "Holdfast: Set API Key" in the editor.',
  };
}

async function contractFindings(folder: DiagnosedFolder): Promise<readonly DoctorFinding[]> {
  const { contracts: globs } = await folder.configuration();
  const documents = await folder.contracts.readAll();
  if (documents.length === 0) {
    return [
      {
        level: 'warning',
        subject: 'contracts',
        message: `None found (${globs.join(', ')})`,
        hint: 'Create a file with the extension .contract.yaml. "holdfast schema" prints its schema.',
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
      message: `${broken.length} of ${documents.length} have errors: ${names}`,
      hint: 'Run "holdfast check" to list the errors.',
    },
  ];
}

async function historyFindings(folder: DiagnosedFolder): Promise<readonly DoctorFinding[]> {
  const shared = await folder.historyServer();
  const server = shared === undefined ? undefined : await readServerReport(shared.url, shared.repository);
  const history = await folder.history();
  if (server !== undefined) return [{ level: 'ok', subject: 'history', message: describeServerReport(server) }];
  return [
    {
      level: 'ok',
      subject: 'history',
      message: history === undefined ? 'none yet; the first run creates it' : history.path,
    },
  ];
}

function describeServerReport({ address, version, schema, migration }: ServerReport): string {
  const content =
    migration === undefined
      ? 'it has no tables of this repository yet; the first run creates them'
      : `the schema ${schema} has the version ${migration}`;
  return `${address} (PostgreSQL ${version}) is reachable; ${content}`;
}

/** Reports where traces and metrics are sent. Nothing if telemetry is off; a mistake in its configuration is thrown. */
function telemetryFindings({ environment }: DiagnosedFolder): Promise<readonly DoctorFinding[]> {
  const configured = readTelemetrySettings(environment);
  const targets = [configured?.traces, configured?.metrics].flatMap((target) => target ?? []);
  if (targets.length === 0) return Promise.resolve([]);
  const message = `sent to ${targets.map(({ url }) => withoutCredentials(url)).join(' and ')}`;
  return Promise.resolve([{ level: 'ok', subject: 'telemetry', message }]);
}
