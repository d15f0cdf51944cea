import * as z from 'zod';
import { defineCheck, validatorKey } from '../check-definition.ts';
import { readData } from '../data/data-format.ts';
import type { HttpCall } from '../evidence/http-calls.ts';
import { isUrl } from '../evidence/resource-place.ts';
import { writtenViolations } from '../schemas/schema-violations.ts';
import { excerpt } from '../wording/excerpt.ts';

const status = z.union([z.int().min(100).max(599), z.string().regex(/^[1-5]xx$/, 'Write a class of status as 2xx')]);

const schema = z.strictObject({
  type: z.literal('http_status'),
  target: z.string().min(1).describe('A URL, or the id of a resource whose location is one.'),
  path: z.string().optional().describe('Added to the URL, for example /health.'),
  expectedStatus: z
    .union([status, z.array(status).min(1)])
    .optional()
    .describe('A status (200), a class (2xx) or a list of them; 2xx where absent.'),
  method: z.string().min(1).optional().describe('GET where absent.'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Values may name environment variables: "Bearer ${env:API_TOKEN}".'),
  body: z.unknown().optional().describe('Text is sent as it is, anything else as JSON.'),
  timeoutSeconds: z.number().positive().max(300).optional().describe('10 where absent.'),
  followRedirects: z.boolean().optional().describe('true: the answer behind redirects counts.'),
  retries: z
    .int()
    .min(0)
    .max(20)
    .optional()
    .describe('How often it is asked again, with a growing pause. 0 where absent.'),
  schema: z
    .union([z.string().min(1), z.boolean(), z.record(z.string(), z.unknown())])
    .optional()
    .describe('A JSON Schema that the body must match, or the path of one.'),
  validator: validatorKey,
});

type HttpStatusCheck = z.output<typeof schema>;

export const httpStatus = defineCheck({
  type: 'http_status',
  title: 'An endpoint answers',
  description:
    'An HTTP endpoint answers with a status, and with a body that matches a JSON Schema where one is given. The same request is sent once for all assertions that speak of it.',
  schema,
  examples: [
    { type: 'http_status', target: 'http://localhost:3000/health', expectedStatus: 200 },
    {
      type: 'http_status',
      target: 'api',
      path: '/orders',
      method: 'POST',
      headers: { authorization: 'Bearer ${env:API_TOKEN}' },
      body: { item: 'book' },
      expectedStatus: 201,
      schema: { type: 'object', required: ['id'] },
    },
  ],
  validators: ['http'],
  call: (check, resource) => callOf(check, resource.location),
  async answer(check, { resource, evidence }) {
    const call = callOf(check, resource.location);
    if (!call) return { passed: false, error: `Failed to ask ${resource.id}: it has no URL` };
    const what = `${call.method} ${call.url}`;
    const wanted = writtenStatus(check.expectedStatus);
    const reply = await evidence.calls.send(call);
    const redirect = reply.redirectedTo === undefined ? '' : `, which redirects to ${reply.redirectedTo}`;
    if (!accepts(check.expectedStatus, reply.status)) {
      const body = reply.text === '' ? '' : `: ${excerpt(reply.text)}`;
      return {
        passed: false,
        expected: `${what} answers ${wanted}`,
        actual: `It answered ${reply.status}${redirect}${body}`,
      };
    }
    const written = check.schema ?? resource.schema;
    if (written === undefined) {
      return { passed: true, expected: `${what} answers ${wanted}`, actual: `It answered ${reply.status}${redirect}` };
    }
    const compiled = await evidence.schemas.compile(written);
    const expected = `${what} answers ${wanted} with a body that matches ${compiled.name}`;
    const violations = compiled.violationsIn(readData(`the body of ${what}`, reply.text, 'json'));
    if (violations.length === 0)
      return { passed: true, expected, actual: `It answered ${reply.status} with such a body` };
    return { passed: false, expected, actual: `It answered ${reply.status}; ${writtenViolations(violations)}` };
  },
});

function callOf(check: HttpStatusCheck, location: string | undefined): HttpCall | undefined {
  if (location === undefined || !isUrl(location)) return undefined;
  const json = check.body !== undefined && typeof check.body !== 'string';
  return {
    method: (check.method ?? 'GET').toUpperCase(),
    url: check.path === undefined ? location : joined(location, check.path),
    headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...check.headers },
    body: typeof check.body === 'string' || check.body === undefined ? check.body : JSON.stringify(check.body),
    timeoutMs: check.timeoutSeconds === undefined ? undefined : check.timeoutSeconds * 1000,
    followRedirects: check.followRedirects,
    retries: check.retries,
    accepts: (answered) => accepts(check.expectedStatus, answered),
  };
}

function joined(location: string, path: string): string {
  return `${location.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}

function accepts(expected: HttpStatusCheck['expectedStatus'], answered: number): boolean {
  return listOf(expected).some((one) =>
    typeof one === 'number' ? one === answered : one.startsWith(String(Math.floor(answered / 100))),
  );
}

function writtenStatus(expected: HttpStatusCheck['expectedStatus']): string {
  return listOf(expected).join(' or ');
}

function listOf(expected: HttpStatusCheck['expectedStatus']): readonly (number | string)[] {
  if (expected === undefined) return ['2xx'];
  return Array.isArray(expected) ? expected : [expected];
}
