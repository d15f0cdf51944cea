import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { connectAnalysis } from '../verdicts/analysis/thread/connect-analysis.ts';
import type { ValidatorCollection } from '../verdicts/checks/validators/validator-collection.ts';
import { createEngine, type Engine } from '../engine.ts';
import { systemClock } from '../foundation/clock.ts';
import { isSecretVariable } from '../foundation/secret-variables.ts';
import { replaceOpenText } from './edits/replace-open-text.ts';
import type { EngineRequest } from './engines/workspace-engines.ts';
import { createChatModel } from './models/chat-model.ts';
import { findChatModel } from './models/find-chat-model.ts';
import { SecretKeys } from './models/secret-keys.ts';
import { readConfigurationLayer } from './settings/holdfast-settings.ts';
import { createSettingReader } from './settings/setting-reader.ts';
import { readGithubToken } from './base/github-sign-in.ts';

/**
 * Opens the engine of a folder for the editor. A worker thread runs the analysis. API keys come from the secret storage
 * or the environment. Settings are the VS Code settings that apply to the folder, and environment variables. In addition
 * to the built-in ones, VS Code provides models and other extensions provide validators.
 */
export function openEngine(
  request: EngineRequest,
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  validators: ValidatorCollection,
): Engine {
  const keys = new SecretKeys(context.secrets, process.env);
  return createEngine({
    folder: request.folderPath,
    storage: context.globalStorageUri.fsPath,
    trusted: () => vscode.workspace.isTrusted,
    analysis: (services) =>
      connectAnalysis(() => new Worker(new URL('./analysis-worker.js', import.meta.url), { env: withoutSecrets() }), {
        ...services,
        environment: (name) => process.env[name],
        validators: () => Promise.resolve(validators.list()),
        log: (line) => log.debug(line),
      }),
    settings: {
      environment: process.env,
      editor: () => readConfigurationLayer(createSettingReader(request.folder)),
      defaultLanding: 'review',
    },
    models: {
      keys: async (name, url) => (await keys.read(name)) ?? readGithubToken(name, url),
      extraProviders: {
        vscode: async (name) => createChatModel(findChatModel(await vscode.lm.selectChatModels({}), name), vscode),
      },
    },
    replaceText: (file, expected, text) => replaceOpenText(path.join(request.folderPath, file), expected, text),
    ownProgram: {
      command: [process.execPath, path.join(context.extensionPath, 'dist', 'cli.js')],
      // The program of a desktop editor acts as Node with this variable.
      variables: { ELECTRON_RUN_AS_NODE: '1' },
    },
    clock: systemClock,
    log: (level, message) => (level === 'warning' ? log.warn(message) : log.info(message)),
  });
}

/** The environment of the worker thread, which loads the TypeScript of the workspace. */
function withoutSecrets(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSecretVariable(name)));
}
