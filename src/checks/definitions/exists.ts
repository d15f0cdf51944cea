import * as z from 'zod';
import { defineCheck, validatorKey } from '../check-definition.ts';
import { fileExistence } from '../evidence/existence.ts';
import { placeOf } from '../evidence/resource-place.ts';
import { urlExistence } from '../evidence/url-existence.ts';

const schema = z.strictObject({
  type: z.literal('exists'),
  target: z.string().min(1).describe('The path of a file or folder, a glob, a URL, or the id of a resource.'),
  validator: validatorKey,
});

export const exists = defineCheck({
  type: 'exists',
  title: 'A resource exists',
  description:
    'A file or folder stands at the path, or a URL answers with success (2xx; redirects are followed). A step exists when its command succeeds.',
  schema,
  examples: [
    { type: 'exists', target: 'dist' },
    { type: 'exists', target: 'https://localhost:8443/health' },
  ],
  validators: ['exists'],
  existsFirst: false,
  async answer(_check, { resource, evidence }) {
    const place = placeOf(resource, evidence.steps.ids);
    switch (place.kind) {
      case 'url':
        return urlExistence(place.url, evidence);
      case 'step': {
        const output = await evidence.steps.outputOf(place.step);
        const expected = `The step ${place.step} succeeds`;
        return { passed: true, expected, actual: `It printed ${output.length} characters` };
      }
      case 'file':
      case 'nowhere':
        return fileExistence(resource, evidence, 'any');
    }
  },
});
