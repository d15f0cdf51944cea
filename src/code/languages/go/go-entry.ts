import type { LanguageEntry } from '../interface/code-language.ts';

/** Folders that the Go command ignores, and copies of dependencies. */
const INSTALLED = /(?:^|\/)(?:vendor|node_modules)\//;

/** Go. The parser is loaded on first use. */
export const goEntry: LanguageEntry = {
  id: 'go',
  title: 'Go',
  extensions: ['.go'],
  isInstalled: (path) => INSTALLED.test(path),
  isConfiguration: (path) => (path === 'go.mod' || path.endsWith('/go.mod')) && !INSTALLED.test(path),
  importForm: (specifier) => `import "${specifier}"`,
  signatureRule:
    'Signatures of Go are compared as text: the types of the parameters and results, and the type parameters. White space and the names of parameters and results may differ.',
  enforcesTypes: true,
  load: async () => (await import('./go-language.ts')).loadGo(),
};
