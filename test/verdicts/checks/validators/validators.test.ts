import assert from 'node:assert/strict';
import type { CheckDefinition } from '../../../../src/verdicts/checks/definitions/check-definition.ts';
import { findCheckDefinition } from '../../../../src/verdicts/checks/definitions/check-table.ts';
import type { ValidationResult, Validator } from '../../../../src/verdicts/checks/interfaces/validator.ts';
import { BUILT_IN_VALIDATORS } from '../../../../src/verdicts/checks/validators/built-in-validators.ts';
import { ValidatorRegistry } from '../../../../src/verdicts/checks/validators/registry.ts';
import { selectValidator } from '../../../../src/verdicts/checks/validators/selection.ts';
import { ValidatorCollection } from '../../../../src/verdicts/checks/validators/validator-collection.ts';
import type { Check, Resource } from '../../../../src/contract/model.ts';
import { checkOne, failsWithError, passes } from '../checking.ts';
import { json, WebServer } from '../web-server.ts';

const FILES = { 'src/a.ts': 'export const a = 1;\n', 'data.json': '{"a":1}', 'greeting.json': '{"text":"hello"}' };

function validator(
  type: string,
  answer: Partial<ValidationResult> | (() => Promise<Partial<ValidationResult>>),
  more: Partial<Validator> = {},
): Validator {
  return {
    type,
    supportedResourceTypes: ['*'],
    supports: () => true,
    validate: async (resource, assertion) => ({
      passed: true,
      validator: type,
      resource,
      assertion,
      duration: 0,
      ...(typeof answer === 'function' ? await answer() : answer),
    }),
    ...more,
  };
}

const runValidators = async (
  check: Check,
  parts: Parameters<typeof checkOne>[2],
): Promise<readonly (readonly [string, boolean])[]> =>
  ((await checkOne(FILES, check, parts)).validators ?? []).map((answer) => [answer.validator, answer.passed]);

describe('The registry of validators', () => {
  const file: Resource = { id: 'a', type: 'file', location: 'src/a.ts' };

  it('[ENF-PLUG-1] stores validators by type and replaces one of the same type', () => {
    const registry = new ValidatorRegistry(BUILT_IN_VALIDATORS);
    assert.equal(registry.get('exists'), BUILT_IN_VALIDATORS[0]);
    const own = validator('exists', {});
    registry.register(own);
    assert.equal(registry.get('exists'), own);
    assert.equal(registry.isBuiltIn('exists'), true);
    assert.equal(registry.isOriginal(own), false);
    assert.deepEqual(registry.types().slice(0, 2), ['exists', 'file-export']);
  });

  it('[ENF-PLUG-1] finds the validators that support a resource, by its type and by `supports`', async () => {
    const registry = new ValidatorRegistry([]);
    registry.register(validator('all', {}));
    registry.register(validator('messages', {}, { supportedResourceTypes: ['message'] }));
    registry.register(validator('picky', {}, { supports: ({ location }) => location === 'src/b.ts' }));
    registry.register(
      validator('files', {}, { supportedResourceTypes: ['file'], supports: () => Promise.resolve(true) }),
    );
    assert.deepEqual(
      (await registry.findFor(file)).map(({ type }) => type),
      ['all', 'files'],
    );
  });

  it('[ENF-PLUG-1] calls the replacement of a built-in validator', async () => {
    const own = validator('file-export', { passed: false, actual: 'not today' });
    const result = await checkOne(
      FILES,
      { type: 'export_exists', target: 'a', file: 'src/a.ts' },
      { customValidators: [own] },
    );
    assert.equal(result.passed, false);
    assert.equal(result.actual, 'not today');
  });
});

describe('The selection of a validator', () => {
  const registry = new ValidatorRegistry(BUILT_IN_VALIDATORS);
  const select = async (check: Check, resource: Resource): Promise<string> => {
    const definition = findCheckDefinition(check.type) as CheckDefinition;
    return (await selectValidator(definition, definition.parse(check), resource, registry)).type;
  };
  const url = 'http://127.0.0.1:1/';

  for (const [check, resource, expected] of [
    [{ type: 'export_exists', target: 'a', file: 'x' }, { id: 'x', type: 'file', location: 'a.ts' }, 'file-export'],
    [
      { type: 'export_exists', target: 'a', file: 'x' },
      { id: 'x', type: 'file', location: 'a', format: 'typescript' },
      'file-export',
    ],
    [{ type: 'creates', target: 'a' }, { id: 'x', type: 'file' }, 'file-export'],
    [{ type: 'file_exists', target: 'x' }, { id: 'x', type: 'file', location: 'a.ts' }, 'file-export'],
    [{ type: 'file_exists', target: 'x' }, { id: 'x', type: 'file', location: 'a.md' }, 'exists'],
    [
      { type: 'signature_match', target: 'a', file: 'x', expected: '() => void' },
      { id: 'x', type: 'file', location: 'a.ts' },
      'file-ast',
    ],
    [
      { type: 'type_matches', target: 'a', file: 'x', expected: '{}' },
      { id: 'x', type: 'file', location: 'a.ts' },
      'file-ast',
    ],
    [{ type: 'schema_match', target: 'x' }, { id: 'x', type: 'data', location: 'a.json' }, 'json-schema'],
    [{ type: 'schema_match', target: 'x' }, { id: 'x', type: 'message', location: 'a.json' }, 'json-schema'],
    [{ type: 'schema_match', target: 'x' }, { id: 'x', type: 'api', location: url }, 'http'],
    [{ type: 'http_status', target: 'x' }, { id: 'x', type: 'api', location: url }, 'http'],
    [{ type: 'http_status', target: 'x' }, { id: 'x', type: 'endpoint', location: url }, 'http'],
    [{ type: 'exists', target: 'x' }, { id: 'x', type: 'artifact', location: 'dist/a.zip' }, 'exists'],
    [{ type: 'exists', target: 'x' }, { id: 'x', type: 'ticket', location: 'a' }, 'exists'],
    [{ type: 'contains', target: 'x', expected: 1 }, { id: 'x', type: 'data', location: 'a.json' }, 'content'],
    [{ type: 'contains', target: 'x', expected: 1 }, { id: 'x', type: 'endpoint', location: url }, 'http'],
  ] satisfies [Check, Resource, string][]) {
    it(`[ENF-PLUG-2] ${check.type} on ${resource.type}${resource.location ? ` ${resource.location}` : ''}: ${expected}`, async () => {
      assert.equal(await select(check, resource), expected);
    });
  }

  it('[ENF-PLUG-2] fails with the reason if no validator can answer the check', async () => {
    const data: Resource[] = [{ id: 'd', type: 'data', location: 'data.json' }];
    for (const check of [
      { type: 'export_exists', target: 'a', file: 'd' },
      { type: 'signature_match', target: 'a', file: 'd', expected: '() => void' },
      { type: 'http_status', target: 'd' },
    ] satisfies Check[]) {
      await failsWithError(FILES, check, /its validators \(.*\) do not support d, a resource of type data/, {
        resources: data,
      });
    }
  });

  it('[ENF-PLUG-2] uses the named validator, and refuses an unknown or unsuitable one', async () => {
    const check: Check = { type: 'file_exists', target: 'src/a.ts', validator: 'exists' };
    assert.deepEqual(await runValidators(check, {}), [['exists', true]]);
    await failsWithError(FILES, { ...check, validator: 'unknown' }, /unknown validator unknown/);
    await failsWithError(FILES, { ...check, validator: 'http' }, /the validator http cannot answer it/);
    const messages = validator('messages', {}, { supportedResourceTypes: ['message'] });
    await failsWithError(
      FILES,
      { ...check, validator: 'messages' },
      /does not support src\/a\.ts, a resource of type file/,
      {
        customValidators: [messages],
      },
    );
  });

  it('[ENF-PLUG-2] accepts a custom validator for any check', async () => {
    const own = validator(
      'chat-message',
      { passed: false, error: 'message not found' },
      { supportedResourceTypes: ['message'] },
    );
    const resources: Resource[] = [{ id: 'greeting', type: 'message', metadata: { platform: 'chat' } }];
    const check: Check = { type: 'schema_match', target: 'greeting', schema: true, validator: 'chat-message' };
    await failsWithError(FILES, check, /^message not found$/, { customValidators: [own], resources });
  });
});

describe('The chain of validators', () => {
  const resources: Resource[] = [{ id: 'greeting', type: 'message', location: 'greeting.json' }];
  const check: Check = { type: 'schema_match', target: 'greeting', schema: { required: ['text'] } };

  it('[ENF-PLUG-3] runs existence, the main validator, then every custom one, and reports each', async () => {
    const customValidators = [
      validator('first', {}),
      validator('second', { passed: false, actual: 'no' }),
      validator('third', {}),
    ];
    assert.deepEqual(await runValidators(check, { resources, customValidators }), [
      ['exists', true],
      ['json-schema', true],
      ['first', true],
      ['second', false],
      ['third', true],
    ]);
    const result = await checkOne(FILES, check, { resources, customValidators });
    assert.equal(result.passed, false, 'all must pass');
    assert.equal(result.actual, 'no', 'the failed validator decides');
  });

  it('[ENF-PLUG-3] stops if the resource does not exist', async () => {
    const gone: Resource[] = [{ id: 'greeting', type: 'message', location: 'gone.json' }];
    assert.deepEqual(await runValidators(check, { resources: gone, customValidators: [validator('first', {})] }), [
      ['exists', false],
    ]);
  });

  it('[ENF-PLUG-3] stops if the main validator fails', async () => {
    const failing: Check = { ...check, schema: { required: ['none'] } };
    assert.deepEqual(await runValidators(failing, { resources, customValidators: [validator('first', {})] }), [
      ['exists', true],
      ['json-schema', false],
    ]);
  });

  it('[ENF-PLUG-3] adds a custom validator only if it supports the resource', async () => {
    const customValidators = [
      validator('files', {}, { supportedResourceTypes: ['file'] }),
      validator('picky', {}, { supports: () => false }),
    ];
    assert.deepEqual(await runValidators(check, { resources, customValidators }), [
      ['exists', true],
      ['json-schema', true],
    ]);
  });

  it('[ENF-PLUG-6] checks contracts without resources with built-in validators', async () => {
    const customValidators = [validator('always-fails', { passed: false })];
    const result = await passes(FILES, { type: 'export_exists', target: 'a', file: 'src/a.ts' }, { customValidators });
    assert.deepEqual(
      result.validators?.map((answer) => answer.validator),
      ['exists', 'file-export'],
    );
    await passes(FILES, { type: 'file_exists', target: 'src/a.ts' }, { customValidators });
    await passes(FILES, { type: 'pattern_match', target: 'src/a.ts', pattern: 'const' }, { customValidators });
  });

  it('[ENF-PLUG-4] [ENF-VAL-14] fails the assertion with the reason if a validator throws, hangs, or returns an invalid result', async () => {
    const bad: readonly [Validator, RegExp][] = [
      [validator('throws', () => Promise.reject(new Error('out of order'))), /^out of order$/],
      [validator('hangs', () => new Promise(() => undefined)), /no answer within 0\.05 s/],
      [
        validator('no-verdict', { passed: undefined as never }),
        /Failed to read the result of the validator no-verdict: passed/,
      ],
      [validator('contradicts', { passed: true, error: 'but no' }), /^but no$/],
      [validator('supports-throws', {}, { supports: () => Promise.reject(new Error('unsure')) }), /^unsure$/],
      [validator('supports-hangs', {}, { supports: () => new Promise(() => undefined) }), /no answer within 0\.05 s/],
    ];
    for (const [one, reason] of bad) {
      const parts = { resources, customValidators: [one], validatorTimeoutMs: 50 };
      await failsWithError(FILES, check, reason, parts);
      await failsWithError(FILES, { type: 'custom', validator: one.type, target: 'src/a.ts' }, reason, parts);
    }
  });

  it('[ENF-PLUG-3] treats any truthy result of `supports` as true', async () => {
    const supports = ((resource: Resource) => resource.id.match(/^\w+$/)) as unknown as Validator['supports'];
    const customValidators = [validator('matches', { passed: false, actual: 'called' }, { supports })];
    assert.equal((await checkOne(FILES, check, { resources, customValidators })).actual, 'called');
  });

  it('[ENF-PLUG-4] aborts the signal of a validator at its time limit', async () => {
    let aborted = false;
    const hangs: Validator = {
      ...validator('hangs', {}),
      validate: (_resource, _assertion, context) => {
        context.signal?.addEventListener('abort', () => (aborted = true));
        return new Promise(() => undefined);
      },
    };
    await checkOne(FILES, check, { resources, customValidators: [hangs], validatorTimeoutMs: 20 });
    assert.equal(aborted, true);
  });

  it('provides files, steps, resources and the protocol in the context', async () => {
    const seen: unknown[] = [];
    const looks: Validator = {
      ...validator('looks', {}),
      async validate(resource, assertion, context) {
        seen.push(
          context.workingDir,
          context.protocol,
          context.availableResources.length,
          context.stepOutputs.get('report'),
          await context.stepOutput('other'),
          await context.readText('src/a.ts'),
          await context.readText('none.ts'),
        );
        return { passed: true, validator: 'looks', resource, assertion, duration: 0 };
      },
    };
    const result = await checkOne(
      FILES,
      { type: 'custom', validator: 'looks', target: 'report' },
      {
        customValidators: [looks],
        resources: [{ id: 'report', type: 'data' }],
        protocol: 'chat',
        steps: ['report', 'other'],
        stepOutput: (id) => Promise.resolve(`output of ${id}`),
      },
    );
    assert.equal(result.passed, true);
    assert.deepEqual(seen, [
      '/memory',
      'chat',
      1,
      'output of report',
      'output of other',
      'export const a = 1;\n',
      undefined,
    ]);
  });

  it('[ENF-PLUG-3] accepts any response to the check’s own request as existence', async () => {
    await using server = await WebServer.start((_request, response) => json(response, 404, {}));
    const answers = await runValidators({ type: 'http_status', target: server.url, expectedStatus: 404 }, {});
    assert.deepEqual(answers, [
      ['exists', true],
      ['http', true],
    ]);
    await server[Symbol.asyncDispose]();
    assert.deepEqual(await runValidators({ type: 'http_status', target: server.url, expectedStatus: 404 }, {}), [
      ['exists', false],
    ]);
  });
});

describe('Protocol adapters', () => {
  it('[ENF-PLUG-5] register their validators if the contract names their protocol', async () => {
    const adapters = [
      {
        protocol: 'chat',
        registerValidators: (registry: { register(one: Validator): void }) =>
          registry.register(validator('chat-message', {})),
      },
    ];
    const check: Check = { type: 'custom', target: 'chat-message' };
    assert.equal((await checkOne(FILES, check, { adapters, protocol: 'chat' })).passed, true);
    await failsWithError(FILES, check, /unknown validator/, { adapters, protocol: 'mail' });
    await failsWithError(FILES, check, /unknown validator/, { adapters });
  });

  it('[ENF-PLUG-4] [ENF-PLUG-5] can be registered and removed by other programs', () => {
    const collection = new ValidatorCollection();
    const one = collection.register(validator('one', {}));
    collection.registerAdapter({
      protocol: 'chat',
      registerValidators: (registry) => registry.register(validator('chat-message', {})),
    });
    assert.deepEqual(
      collection.list().map(({ type, protocol }) => [type, protocol]),
      [
        ['one', undefined],
        ['chat-message', 'chat'],
      ],
    );
    one[Symbol.dispose]();
    assert.equal(collection.list().length, 1);
  });
});
