import assert from 'node:assert/strict';
import type { CheckDefinition } from '../../../src/checks/check-definition.ts';
import { checkDefinition } from '../../../src/checks/table.ts';
import { BUILT_IN_VALIDATORS } from '../../../src/checks/validators/built-in-validators.ts';
import { ValidatorRegistry } from '../../../src/checks/validators/registry.ts';
import { selectValidator } from '../../../src/checks/validators/selection.ts';
import { ValidatorCollection } from '../../../src/checks/validators/validator-collection.ts';
import type { ValidationResult, Validator } from '../../../src/checks/validators/validator.ts';
import type { Check, Resource } from '../../../src/contract/model.ts';
import { checkOne, errs, passes } from '../checking.ts';
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

const ran = async (
  check: Check,
  parts: Parameters<typeof checkOne>[2],
): Promise<readonly (readonly [string, boolean])[]> =>
  ((await checkOne(FILES, check, parts)).validators ?? []).map((answer) => [answer.validator, answer.passed]);

describe('The registry of validators', () => {
  const file: Resource = { id: 'a', type: 'file', location: 'src/a.ts' };

  it('[ENF-PLUG-1] knows validators by type; one of an existing type takes its place', () => {
    const registry = new ValidatorRegistry(BUILT_IN_VALIDATORS);
    assert.equal(registry.get('exists'), BUILT_IN_VALIDATORS[0]);
    const own = validator('exists', {});
    registry.register(own);
    assert.equal(registry.get('exists'), own);
    assert.equal(registry.isBuiltIn('exists'), true);
    assert.equal(registry.isOwn(own), false);
    assert.deepEqual(registry.types().slice(0, 2), ['exists', 'file-export']);
  });

  it('[ENF-PLUG-1] finds those that support a resource, by its type and by themselves', async () => {
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

  it('[ENF-PLUG-1] a replaced built-in answers the checks of that one', async () => {
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
    const definition = checkDefinition(check.type) as CheckDefinition;
    return (await selectValidator(definition, definition.read(check), resource, registry)).type;
  };
  const url = 'http://127.0.0.1:1/';

  for (const [check, resource, wanted] of [
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
    it(`[ENF-PLUG-2] ${check.type} on ${resource.type}${resource.location ? ` ${resource.location}` : ''}: ${wanted}`, async () => {
      assert.equal(await select(check, resource), wanted);
    });
  }

  it('[ENF-PLUG-2] where none can answer the check, it fails and says so', async () => {
    const data: Resource[] = [{ id: 'd', type: 'data', location: 'data.json' }];
    for (const check of [
      { type: 'export_exists', target: 'a', file: 'd' },
      { type: 'signature_match', target: 'a', file: 'd', expected: '() => void' },
      { type: 'http_status', target: 'd' },
    ] satisfies Check[]) {
      await errs(FILES, check, /no validator can answer it for d, a resource of type data \(it is answered by /, {
        resources: data,
      });
    }
  });

  it('[ENF-PLUG-2] an explicit one is used; an unknown one, or one that does not fit, fails by its name', async () => {
    const check: Check = { type: 'file_exists', target: 'src/a.ts', validator: 'exists' };
    assert.deepEqual(await ran(check, {}), [['exists', true]]);
    await errs(FILES, { ...check, validator: 'nobody' }, /no validator is registered under the name nobody/);
    await errs(FILES, { ...check, validator: 'http' }, /http does not answer it \(file-export, exists can\)/);
    const messages = validator('messages', {}, { supportedResourceTypes: ['message'] });
    await errs(FILES, { ...check, validator: 'messages' }, /does not support src\/a\.ts, a resource of type file/, {
      customValidators: [messages],
    });
  });

  it('[ENF-PLUG-2] a custom one can be named for any check', async () => {
    const own = validator(
      'chat-message',
      { passed: false, error: 'message not found' },
      { supportedResourceTypes: ['message'] },
    );
    const resources: Resource[] = [{ id: 'greeting', type: 'message', metadata: { platform: 'chat' } }];
    const check: Check = { type: 'schema_match', target: 'greeting', schema: true, validator: 'chat-message' };
    await errs(FILES, check, /^message not found$/, { customValidators: [own], resources });
  });
});

describe('The chain of validators', () => {
  const resources: Resource[] = [{ id: 'greeting', type: 'message', location: 'greeting.json' }];
  const check: Check = { type: 'schema_match', target: 'greeting', schema: { required: ['text'] } };

  it('[ENF-PLUG-3] existence, the main one, then every custom one, each reported', async () => {
    const customValidators = [
      validator('first', {}),
      validator('second', { passed: false, actual: 'no' }),
      validator('third', {}),
    ];
    assert.deepEqual(await ran(check, { resources, customValidators }), [
      ['exists', true],
      ['json-schema', true],
      ['first', true],
      ['second', false],
      ['third', true],
    ]);
    const result = await checkOne(FILES, check, { resources, customValidators });
    assert.equal(result.passed, false, 'all must pass');
    assert.equal(result.actual, 'no', 'the failing one speaks');
  });

  it('[ENF-PLUG-3] stops where the resource does not exist', async () => {
    const gone: Resource[] = [{ id: 'greeting', type: 'message', location: 'gone.json' }];
    assert.deepEqual(await ran(check, { resources: gone, customValidators: [validator('first', {})] }), [
      ['exists', false],
    ]);
  });

  it('[ENF-PLUG-3] stops where the main one fails', async () => {
    const failing: Check = { ...check, schema: { required: ['none'] } };
    assert.deepEqual(await ran(failing, { resources, customValidators: [validator('first', {})] }), [
      ['exists', true],
      ['json-schema', false],
    ]);
  });

  it('[ENF-PLUG-3] a custom one joins only where it supports the resource', async () => {
    const customValidators = [
      validator('files', {}, { supportedResourceTypes: ['file'] }),
      validator('picky', {}, { supports: () => false }),
    ];
    assert.deepEqual(await ran(check, { resources, customValidators }), [
      ['exists', true],
      ['json-schema', true],
    ]);
  });

  it('[ENF-PLUG-6] contracts that only know files are judged by the built-in ones', async () => {
    const customValidators = [validator('always-against', { passed: false })];
    const result = await passes(FILES, { type: 'export_exists', target: 'a', file: 'src/a.ts' }, { customValidators });
    assert.deepEqual(
      result.validators?.map((answer) => answer.validator),
      ['exists', 'file-export'],
    );
    await passes(FILES, { type: 'file_exists', target: 'src/a.ts' }, { customValidators });
    await passes(FILES, { type: 'pattern_match', target: 'src/a.ts', pattern: 'const' }, { customValidators });
  });

  it('[ENF-PLUG-4] [ENF-VAL-14] one that throws, hangs, or answers nonsense fails its assertion with the reason', async () => {
    const bad: readonly [Validator, RegExp][] = [
      [validator('throws', () => Promise.reject(new Error('out of order'))), /^out of order$/],
      [validator('hangs', () => new Promise(() => undefined)), /no answer came within 0\.05 s/],
      [validator('no-verdict', { passed: undefined }), /Failed to read the answer of the validator no-verdict: passed/],
      [validator('contradicts', { passed: true, error: 'but no' }), /^but no$/],
      [validator('cannot-say', {}, { supports: () => Promise.reject(new Error('unsure')) }), /^unsure$/],
      [validator('never-says', {}, { supports: () => new Promise(() => undefined) }), /no answer came within 0\.05 s/],
    ];
    for (const [one, reason] of bad) {
      const parts = { resources, customValidators: [one], validatorTimeoutMs: 50 };
      await errs(FILES, check, reason, parts);
      await errs(FILES, { type: 'custom', validator: one.type, target: 'src/a.ts' }, reason, parts);
    }
  });

  it('[ENF-PLUG-3] one that says yes in other words than true is asked', async () => {
    const supports = ((resource: Resource) => resource.id.match(/^\w+$/)) as unknown as Validator['supports'];
    const customValidators = [validator('matches', { passed: false, actual: 'asked' }, { supports })];
    assert.equal((await checkOne(FILES, check, { resources, customValidators })).actual, 'asked');
  });

  it('[ENF-PLUG-4] the signal of a validator is aborted when its time is up', async () => {
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

  it('a validator finds files, steps, resources and the protocol in its context', async () => {
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

  it('[ENF-PLUG-3] an endpoint exists where its own call is answered, whatever the status', async () => {
    await using server = await WebServer.answering((_request, response) => json(response, 404, {}));
    const answers = await ran({ type: 'http_status', target: server.url, expectedStatus: 404 }, {});
    assert.deepEqual(answers, [
      ['exists', true],
      ['http', true],
    ]);
    await server[Symbol.asyncDispose]();
    assert.deepEqual(await ran({ type: 'http_status', target: server.url, expectedStatus: 404 }, {}), [
      ['exists', false],
    ]);
  });
});

describe('Protocol adapters', () => {
  it('[ENF-PLUG-5] bring their validators where the contract names their protocol', async () => {
    const adapters = [
      {
        protocol: 'chat',
        registerValidators: (registry: { register(one: Validator): void }) =>
          registry.register(validator('chat-message', {})),
      },
    ];
    const check: Check = { type: 'custom', target: 'chat-message' };
    assert.equal((await checkOne(FILES, check, { adapters, protocol: 'chat' })).passed, true);
    await errs(FILES, check, /no validator is registered/, { adapters, protocol: 'mail' });
    await errs(FILES, check, /no validator is registered/, { adapters });
  });

  it('[ENF-PLUG-4] [ENF-PLUG-5] programs hand in validators and adapters, and take them back', () => {
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
