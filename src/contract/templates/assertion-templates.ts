import type { AssertionField, AssertionTemplate, TemplateAssertion } from './assertion-template.ts';

const FILE: AssertionField = { name: 'file', label: 'File, relative to the workspace folder', source: 'file' };
const FILES: AssertionField = { ...FILE, label: 'File or glob, such as src/**/*.ts' };
const FUNCTION: AssertionField = { name: 'name', label: 'Name of the function', source: 'function' };
const TYPE: AssertionField = { name: 'name', label: 'Name of the type', source: 'type' };

/** The patterns of assertions that the editor and the command line offer, in the order of their lists. */
export const ASSERTION_TEMPLATES: readonly AssertionTemplate[] = [
  {
    id: 'exported-function',
    title: 'Exported function with signature',
    description: 'A file exports a function with this signature',
    fields: [
      FILE,
      FUNCTION,
      { name: 'signature', label: 'Signature: (a: A) => R', source: 'signature', initial: '(input: string) => string' },
    ],
    create: ({ file = '', name = '', signature = '' }) => [
      assertion(`${name} must have the signature ${signature}`, {
        type: 'signature_match',
        target: name,
        file,
        expected: signature,
        exported: true,
      }),
    ],
  },
  {
    id: 'exported-type',
    title: 'Exported type with fields',
    description: 'A file exports a type with this shape',
    fields: [
      FILE,
      TYPE,
      { name: 'definition', label: 'Definition in TypeScript', source: 'definition', initial: '{ id: string }' },
    ],
    create: ({ file = '', name = '', definition = '' }) => [
      assertion(`${name} must have the shape ${definition}`, {
        type: 'type_matches',
        target: name,
        file,
        expected: definition,
        exported: true,
      }),
    ],
  },
  {
    id: 'kept-export',
    title: 'Export that must stay',
    description: 'A file exports a name, directly or from another module',
    fields: [FILE, { name: 'name', label: 'Name of the export', source: 'export' }],
    create: ({ file = '', name = '' }) => [
      assertion(`${file} must export ${name}`, { type: 'export_exists', target: name, file }),
    ],
  },
  {
    id: 'async-errors',
    title: 'Async function with error handling',
    description: 'A function is async, and its file handles rejections',
    fields: [FILE, FUNCTION],
    create: ({ file = '', name = '' }) => [
      assertion(`${name} must be async`, {
        type: 'pattern_match',
        target: file,
        pattern: `\\basync\\s+(?:function\\s*\\*?\\s*)?${escapePattern(name)}(?![\\w$])|(?:^|[^\\w$])${escapePattern(name)}\\s*[=:][^=\\n]*\\basync\\b`,
        flags: 'm',
      }),
      assertion(`${file} must handle errors with try and catch, or with .catch()`, {
        type: 'pattern_match',
        target: file,
        pattern: '\\btry\\s*\\{[\\s\\S]*\\bcatch\\b|\\.catch\\(',
        flags: '',
      }),
    ],
  },
  {
    id: 'documented-function',
    title: 'Documented function',
    description: 'A function has a documentation comment',
    fields: [FILE, FUNCTION],
    create: ({ file = '', name = '' }) => [
      assertion(`${name} must have a documentation comment`, {
        type: 'pattern_match',
        target: file,
        pattern: `\\*/\\s*(?:export\\s+)?(?:default\\s+)?(?:async\\s+)?(?:function\\s*\\*?|const|let|var)\\s+${escapePattern(name)}(?![\\w$])`,
        flags: '',
      }),
    ],
  },
  {
    id: 'no-default-export',
    title: 'No default export',
    description: 'Files export by name only',
    fields: [FILES],
    create: ({ file = '' }) => [
      absence(`${file} must not have a default export`, file, '^\\s*export\\s+default\\b|\\bas\\s+default\\b'),
    ],
  },
  {
    id: 'no-console',
    title: 'No console output',
    description: 'Files do not write to the console',
    fields: [FILES],
    create: ({ file = '' }) => [
      absence(`${file} must not write to the console`, file, '\\bconsole\\.(?:log|info|warn|error|debug|trace)\\b'),
    ],
  },
  {
    id: 'no-any',
    title: 'No any',
    description: 'Files do not use the type any',
    fields: [FILES],
    create: ({ file = '' }) => [
      absence(`${file} must not use the type any`, file, '(?::|\\bas|<|\\|)\\s*any\\b(?!\\s*\\()'),
    ],
  },
  {
    id: 'no-import',
    title: 'No import of a module',
    description: 'Files do not import a module or package',
    fields: [FILES, { name: 'module', label: 'Module or package', source: 'text', initial: 'lodash' }],
    create: ({ file = '', module = '' }) => [
      absence(
        `${file} must not import ${module}`,
        file,
        `(?:from\\s*|import\\s*\\(?\\s*|require\\s*\\(\\s*)['"]${escapePattern(module)}(?:/[^'"]*)?['"]`,
      ),
    ],
  },
  {
    id: 'file-exists',
    title: 'File exists',
    description: 'The chunk leaves a file, such as its test',
    fields: [FILE],
    create: ({ file = '' }) => [assertion(`${file} must exist`, { type: 'file_exists', target: file })],
  },
  {
    id: 'data-schema',
    title: 'Data matches a schema',
    description: 'A JSON or YAML file matches a JSON Schema of the workspace',
    fields: [
      { ...FILE, label: 'JSON or YAML file' },
      { name: 'schema', label: 'Path of the JSON Schema', source: 'text', initial: 'schemas/data.schema.json' },
    ],
    create: ({ file = '', schema = '' }) => [
      assertion(`${file} must match ${schema}`, { type: 'schema_match', target: file, schema }),
    ],
  },
  {
    id: 'endpoint-schema',
    title: 'Endpoint returns a schema',
    description: 'An endpoint responds with 200 and a body that matches a JSON Schema',
    fields: [
      { name: 'url', label: 'URL of the endpoint', source: 'text', initial: 'http://localhost:3000/health' },
      { name: 'schema', label: 'Path of the JSON Schema', source: 'text', initial: 'schemas/response.schema.json' },
    ],
    create: ({ url = '', schema = '' }) => [
      assertion(`${url} must respond with a body that matches ${schema}`, {
        type: 'http_status',
        target: url,
        expectedStatus: 200,
        schema,
      }),
    ],
  },
];

function assertion(message: string, check: TemplateAssertion['check']): TemplateAssertion {
  return { type: 'assert', message, check };
}

function absence(message: string, target: string, pattern: string): TemplateAssertion {
  return assertion(message, { type: 'pattern_match', target, pattern, flags: 'm', not: true });
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
