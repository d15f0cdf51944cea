import type { LanguageEntry } from '../interface/code-language.ts';
import { unexportedForms } from './name-forms.ts';
import { findGoSignature } from './sentence-signature.ts';

/** Folders that the Go command ignores, and copies of dependencies. */
const INSTALLED = /(?:^|\/)(?:vendor|node_modules)\//;

/** Go. The parser is loaded on first use. */
export const goEntry: LanguageEntry = {
  id: 'go',
  title: 'Go',
  extensions: ['.go'],
  isInstalled: (path) => INSTALLED.test(path),
  isConfiguration: (path) => /(?:^|\/)go\.(?:mod|work)$/.test(path) && !INSTALLED.test(path),
  importForm: (specifier) => `import "${specifier}"`,
  isFolderPackage: true,
  declarationForm: (name, signature) => `func ${name}${signature}`,
  example: {
    fence: 'go',
    path: 'greeting/greeting.go',
    lines: ['package greeting', '', 'func Greet(name string) string {', '\treturn "Hello, " + name', '}'],
    oldLine: '\treturn "Hello, " + name',
    newLine: '\treturn "Good day, " + name',
  },
  signatureRule:
    'Signatures of Go are compared as text: the types of the parameters and results, and the type parameters. White space and the names of parameters and results may differ.',
  enforcesTypes: true,
  unexportedForms,
  drafts: {
    signature: '(text string) (string, error)',
    findSignature: findGoSignature,
    functionName: (camelCase) => camelCase.charAt(0).toUpperCase() + camelCase.slice(1),
    // A package is a folder, and its name has no separators.
    newFile: (folder, id) => `${folder === '' ? `${id.replaceAll('-', '')}/` : folder}${id.replaceAll('-', '_')}.go`,
    errorHandling: String.raw`err != nil`,
    testFile: (id) => `./${id.replaceAll('-', '')}`,
    build: 'go build ./...',
    test: 'go test ./...',
  },
  loadReader: async () => (await import('./go-reader.ts')).goReader,
  load: async () => (await import('./go-language.ts')).loadGo(),
};
