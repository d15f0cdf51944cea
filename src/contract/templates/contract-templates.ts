import type { ContractTemplate } from './contract-template.ts';
import { PLACEHOLDER } from './template-text.ts';

/** The example of TypeScript and JavaScript. */
export const DEFAULT_SIGNATURE = '(input: string) => string';
/** Code of TypeScript and JavaScript that handles errors. */
export const DEFAULT_ERROR_HANDLING = 'try\\s*\\{|\\.catch\\(';

/** What the template of a schema requires in every language. */
const SCHEMA_REQUIREMENTS = `allowedFiles:
  - {{schema}}
  - {{file}}
postconditions:
  - { kind: file_exists, path: {{schema}} }
  - { kind: file_exists, path: {{file}} }
assertions:
  - type: assert
    message: The schema must describe an object
    check: { type: equals, target: {{schema}}, pointer: /type, expected: object }
  - type: assert
    message: The schema must require {{property}}
    check: { type: contains, target: {{schema}}, pointer: /required, expected: [{{property}}] }`;

/**
 * The templates of new contracts. Texts that a person types are block scalars (`>-`), so that quotes and colons in them
 * need no escapes.
 */
export const CONTRACT_TEMPLATES: readonly ContractTemplate[] = [
  {
    id: 'module',
    title: 'New module',
    description: 'A file with one export, described in words',
    text: `creates: [{{name}}]
allowedFiles: [{{file}}]
postconditions:
  - { kind: file_exists, path: {{file}} }
assertions:
  - type: assert
    message: Must export {{name}}
    check: { type: export_exists, target: {{name}}, file: {{file}} }`,
    values: ({ name, newFile }) => ({ name, file: newFile }),
  },
  {
    id: 'function',
    title: 'New function',
    description: 'A function with a required signature',
    isTestFirst: true,
    text: `creates: [{{name}}()]
functions:
  - name: {{name}}
    file: {{file}}
    signature: >-
      {{signature}}
allowedFiles: [{{file}}]
postconditions:
  - { kind: file_exists, path: {{file}} }`,
    values: ({ name, signature, exampleSignature, newFile }) => ({
      name,
      signature: signature ?? `${PLACEHOLDER}${exampleSignature}`,
      file: newFile,
    }),
  },
  {
    id: 'refactor',
    title: 'Stable refactor',
    description: 'A change of the inside: the exports of a module stay as they are',
    text: `allowedFiles: [{{file}}]
postconditions:
  - { kind: file_exists, path: {{file}} }
assertions:
  - type: assert
    message: Must still export {{name}}
    check: { type: export_exists, target: {{name}}, file: {{file}} }
forbidden:
  - Change the behavior of an export.`,
    values: ({ name, file, newFile }) => ({
      file: file ?? newFile,
      name,
    }),
  },
  {
    id: 'endpoint',
    title: 'API endpoint',
    description: 'A handler function for a route',
    text: `creates: [{{name}}()]
functions:
  - name: {{name}}
    file: {{file}}
    signature: >-
      {{signature}}
allowedFiles: [{{file}}]
postconditions:
  - { kind: file_exists, path: {{file}} }
assertions:
  - type: assert
    message: Must serve the route {{route}}
    check: { type: contains, target: {{file}}, expected: '{{route}}' }
  - type: suggest
    message: Should handle errors instead of letting the request fail
    check: { type: pattern_match, target: {{file}}, pattern: '{{errors}}' }`,
    values: ({ name, signature, id, newFile, exampleSignature, errorHandling }) => ({
      route: `/${id}`,
      name,
      signature:
        signature ??
        `${PLACEHOLDER}${exampleSignature === DEFAULT_SIGNATURE ? '(request: Request) => Promise<Response>' : exampleSignature}`,
      errors: errorHandling,
      file: newFile,
    }),
  },
  {
    id: 'schema',
    title: 'Data schema',
    description: 'A JSON Schema and the type that it describes',
    text: `creates: [{{type}}]
types:
  - name: {{type}}
    file: {{file}}
    definition: >-
      {{definition}}
${SCHEMA_REQUIREMENTS}`,
    untypedText: `creates: [{{type}}]
${SCHEMA_REQUIREMENTS}`,
    values: ({ typeName, id, newFile }) => ({
      type: typeName,
      definition: `${PLACEHOLDER}{ id: string }`,
      property: 'id',
      schema: `schemas/${id}.schema.json`,
      file: newFile,
    }),
  },
];
