import * as z from 'zod';
import type { HttpCall } from '../evidence/http-calls.ts';
import { isUrl } from '../evidence/resource-source.ts';
import { formatViolations } from '../schemas/schema-violations.ts';
import { excerpt } from '../wording/excerpt.ts';
import { defineCheck, validatorKey } from './check-definition.ts';

const status = z.union([
  z.int().min(100).max(599),
  z.string().regex(/^[1-5]xx$/, 'Write a class of statuses like 2xx'),
]);

const schema = z.strictObject({
  type: z.literal('http_status'),
  target: z.string().min(1).describe('A URL, or the id of a resource whose location is a URL.'),
  path: z.string().optional().describe('Appended to the URL, for example /health.'),
  expectedStatus: z
    .union([status, z.array(status).min(1)])
    .optional()
    .describe('A status (200), a class (2xx) or a list of them. Defaults to 2xx.'),
  method: z.string().min(1).optional().describe('Defaults to GET.'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Values can contain environment variables: "Bearer ${env:API_TOKEN}".'),
  body: z.unknown().optional().describe('Text is sent unchanged, other values as JSON.'),
  timeoutSeconds: z.number().positive().max(300).optional().describe('Defaults to 10.'),
  followRedirects: z.boolean().optional().describe('true: redirects are followed, and the last response is checked.'),
  retries: z
    .int()
    .min(0)
    .max(20)
    .optional()
    .describe('The maximum number of repetitions of a request that fails, with increasing delays. Defaults to 0.'),
  schema: z
    .union([z.string().min(1), z.boolean(), z.record(z.string(), z.unknown())])
    .optional()
    .describe('A JSON Schema that the body must match, or the path of one.'),
  validator: validatorKey,
});

type HttpStatusCheck = z.output<typeof schema>;

export const httpStatus = defineCheck({
  type: 'http_status',
  title: 'An endpoint responds',
  description:
    'An HTTP endpoint responds with a status, and with a body that matches a JSON Schema if one is given. Assertions with the same request share one response.',
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
  httpCall: (check, resource) => toCall(check, resource.location),
  async evaluate(check, { resource, evidence }) {
    const call = toCall(check, resource.location);
    if (!call) return { passed: false, error: `Failed to send a request to ${resource.id}: it has no URL` };
    const request = `${call.method} ${call.url}`;
    const statuses = expectedStatuses(check).join(' or ');
    const response = await evidence.calls.send(call);
    const redirect = response.redirectedTo === undefined ? '' : `, a redirect to ${response.redirectedTo}`;
    if (!accepts(check, response.status)) {
      const body = response.text === '' ? '' : `: ${excerpt(response.text)}`;
      return {
        passed: false,
        expected: `${request} responds with ${statuses}`,
        actual: `It responded with ${response.status}${redirect}${body}`,
      };
    }
    const bodySchema = check.schema ?? resource.schema;
    if (bodySchema === undefined) {
      return {
        passed: true,
        expected: `${request} responds with ${statuses}`,
        actual: `It responded with ${response.status}${redirect}`,
      };
    }
    const compiled = await evidence.schemas.compile(bodySchema);
    const expected = `${request} responds with ${statuses} and a body that matches ${compiled.name}`;
    const { readData } = await import('../data/data-format.ts');
    const violations = compiled.violationsIn(readData(`the body of ${request}`, response.text, 'json'));
    const actual =
      violations.length === 0
        ? `It responded with ${response.status}, and the body matches`
        : `It responded with ${response.status}; ${formatViolations(violations)}`;
    return { passed: violations.length === 0, expected, actual };
  },
});

function toCall(check: HttpStatusCheck, location: string | undefined): HttpCall | undefined {
  if (location === undefined || !isUrl(location)) return undefined;
  const isJson = check.body !== undefined && typeof check.body !== 'string';
  return {
    method: (check.method ?? 'GET').toUpperCase(),
    url: check.path === undefined ? location : joinUrl(location, check.path),
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...check.headers },
    body: typeof check.body === 'string' || check.body === undefined ? check.body : JSON.stringify(check.body),
    timeoutMs: check.timeoutSeconds === undefined ? undefined : check.timeoutSeconds * 1000,
    followRedirects: check.followRedirects,
    retries: check.retries,
    accepts: (received) => accepts(check, received),
  };
}

function joinUrl(location: string, path: string): string {
  return `${location.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}

function accepts(check: HttpStatusCheck, received: number): boolean {
  return expectedStatuses(check).some((one) =>
    typeof one === 'number' ? one === received : one.startsWith(String(Math.floor(received / 100))),
  );
}

function expectedStatuses({ expectedStatus }: HttpStatusCheck): readonly (number | string)[] {
  if (expectedStatus === undefined) return ['2xx'];
  return Array.isArray(expectedStatus) ? expectedStatus : [expectedStatus];
}
