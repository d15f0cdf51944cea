import * as z from 'zod';
import type { Evidence } from '../evidence/evidence.ts';
import { checkExistence } from '../evidence/existence.ts';
import { sourceOf } from '../evidence/resource-source.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { defineCheck, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('exists'),
  target: z.string().min(1).describe('The path of a file or folder, a glob, a URL, or the id of a resource.'),
  validator: validatorKey,
});

export const exists = defineCheck({
  type: 'exists',
  title: 'A resource exists',
  description:
    'A file or folder exists at the path, a URL responds with success (2xx, after any redirects), or the command of a step succeeds. In a run, only files that can land exist: files that git ignores, and files that the build creates, are missing. To require a build output, list a command under `acceptanceCommands`, such as `test -f dist/index.js`. These commands run after the build, before its files are discarded.',
  schema,
  examples: [
    { type: 'exists', target: 'src/health' },
    { type: 'exists', target: 'https://localhost:8443/health' },
  ],
  validators: ['exists'],
  requiresResource: false,
  async evaluate(_check, { resource, evidence }) {
    const source = sourceOf(resource, evidence.steps.ids);
    switch (source.kind) {
      case 'url':
        return checkUrl(source.url, evidence);
      case 'step': {
        const output = await evidence.steps.outputOf(source.step);
        const expected = `The step ${source.step} succeeds`;
        return { passed: true, expected, actual: `It printed ${output.length} characters` };
      }
      case 'file':
      case 'none':
        return checkExistence(resource, evidence, 'file-or-folder');
    }
  },
});

/** Statuses of servers that do not support HEAD. */
const HEAD_NOT_SUPPORTED = new Set([405, 501]);

/** Sends HEAD, and GET to a server that does not support HEAD. */
async function checkUrl(url: string, evidence: Evidence): Promise<CheckAnswer> {
  let method = 'HEAD';
  let response = await evidence.calls.send({ method, url, followRedirects: true });
  if (HEAD_NOT_SUPPORTED.has(response.status)) {
    method = 'GET';
    response = await evidence.calls.send({ method, url, followRedirects: true });
  }
  return {
    passed: response.status >= 200 && response.status < 300,
    expected: `${url} responds with success`,
    actual: `${method} ${url} responded with ${response.status}`,
  };
}
