import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { connectAnalysis } from '../../analysis/thread/connect-analysis.ts';
import type { ValidatorCollection } from '../../checks/validators/validator-collection.ts';
import { createEngine, type Engine } from '../../engine.ts';
import { systemClock } from '../../models/clock.ts';
import { replaceOpenText } from '../amendments/replace-open-text.ts';
import { chatModel } from '../models/chat-model.ts';
import { findChatModel } from '../models/find-chat-model.ts';
import { SecretKeys } from '../models/secret-keys.ts';
import { configurationLayer } from '../settings/holdfast-settings.ts';
import { settingReader } from '../settings/setting-reader.ts';
import type { EngineRequest } from './engine-factory.ts';

/**
 * The engine of a folder as the editor runs it: its analysis in a worker thread, its keys in the secret storage, its
 * settings those of the folder, its models the editor's own as well, its validators also those of other extensions.
 */
export function openEngine(
  request: EngineRequest,
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  validators: ValidatorCollection,
): Engine {
  const keys = new SecretKeys(context.secrets, process.env);
  return createEngine({
    folder: request.path,
    storage: context.globalStorageUri.fsPath,
    trusted: () => vscode.workspace.isTrusted,
    analysis: (services) =>
      connectAnalysis(() => new Worker(new URL('./analysis-worker.js', import.meta.url)), {
        ...services,
        environment: (name) => process.env[name],
        validators: () => Promise.resolve(validators.list()),
        log: (line) => log.debug(line),
      }),
    settings: {
      environment: process.env,
      editor: () => configurationLayer(settingReader(request.folder)),
      defaultLanding: 'review',
    },
    models: {
      keys: (name) => keys.read(name),
      extraProviders: {
        vscode: async (name) => chatModel(findChatModel(await vscode.lm.selectChatModels({}), name), vscode),
      },
    },
    replaceText: (file, expected, text) => replaceOpenText(path.join(request.path, file), expected, text),
    clock: systemClock,
    log: (level, message) => (level === 'warning' ? log.warn(message) : log.info(message)),
  });
}
