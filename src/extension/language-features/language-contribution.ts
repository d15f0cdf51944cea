import * as vscode from 'vscode';
import { formatFailure, isCancelled, toFailure } from '../base/failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { CONTRACT_DOCUMENTS } from '../base/contract-documents.ts';
import type { LanguageServices } from './document-context.ts';

type Services = LanguageServices & Pick<ExtensionServices, 'log'>;

/** JSON is folded by the editor. In other YAML files, the editor folds by indentation. */
const FOLDED: vscode.DocumentSelector = [
  '**/*.{contract,gate,manifest}.{yaml,yml}',
  '**/plan.yaml',
  '**/.holdfast/**/*.{yaml,yml}',
].map((pattern) => ({ language: 'yaml', scheme: 'file', pattern }));

/** Letters start a completion by themselves, except in texts, as the editor's settings say. */
const TRIGGERS = [' ', ':', '"', "'", '/', '[', '{', ',', '-'];

/**
 * [EDIT-2] Registers completion, hovers, navigation, rename, outline and folding of contracts, gate files and the files
 * under `.holdfast/`. The code of a feature is loaded at its first use.
 */
export function registerLanguageFeatures(services: Services): vscode.Disposable {
  const { languages } = vscode;
  return vscode.Disposable.from(
    languages.registerCompletionItemProvider(
      CONTRACT_DOCUMENTS,
      {
        provideCompletionItems: (document, position) =>
          attempt(services, async () =>
            (await import('./provide-completion.ts')).provideCompletion(services, document, position),
          ),
      },
      ...TRIGGERS,
    ),
    languages.registerHoverProvider(CONTRACT_DOCUMENTS, {
      provideHover: (document, position) =>
        attempt(services, async () => (await import('./provide-hover.ts')).provideHover(services, document, position)),
    }),
    languages.registerDefinitionProvider(CONTRACT_DOCUMENTS, {
      provideDefinition: (document, position) =>
        attempt(services, async () =>
          (await import('./provide-navigation.ts')).provideDefinition(services, document, position),
        ),
    }),
    languages.registerReferenceProvider(CONTRACT_DOCUMENTS, {
      provideReferences: (document, position, context) =>
        attempt(services, async () =>
          (await import('./provide-navigation.ts')).provideReferences(services, document, position, context),
        ),
    }),
    languages.registerRenameProvider(CONTRACT_DOCUMENTS, {
      // The editor shows why a rename is refused.
      prepareRename: async (document, position) =>
        (await import('./provide-navigation.ts')).prepareRename(services, document, position),
      provideRenameEdits: async (document, position, name) =>
        (await import('./provide-navigation.ts')).provideRenameEdits(services, document, position, name),
    }),
    languages.registerDocumentSymbolProvider(
      CONTRACT_DOCUMENTS,
      {
        provideDocumentSymbols: (document) =>
          attempt(services, async () => (await import('./provide-structure.ts')).provideSymbols(services, document)),
      },
      { label: 'Holdfast' },
    ),
    languages.registerFoldingRangeProvider(FOLDED, {
      provideFoldingRanges: (document) =>
        attempt(services, async () => (await import('./provide-structure.ts')).provideFolding(services, document)),
    }),
  );
}

/** A feature that fails is logged and gives nothing: the person is typing. */
async function attempt<Result>(
  { log }: Services,
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isCancelled(error)) log.warn(formatFailure(toFailure(error)));
    return undefined;
  }
}
