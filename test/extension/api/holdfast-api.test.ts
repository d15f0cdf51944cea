import assert from 'node:assert/strict';
import { ValidatorCollection } from '../../../src/verdicts/checks/validators/validator-collection.ts';
import type { Validator } from '../../../src/verdicts/checks/interfaces/validator.ts';
import { createApi } from '../../../src/extension/api/holdfast-api.ts';

const createValidator = (type: string): Validator => ({
  type,
  supportedResourceTypes: ['*'],
  supports: () => true,
  validate: (resource, assertion) =>
    Promise.resolve({ passed: true, validator: type, resource, assertion, duration: 0 }),
});

function setUp() {
  const collection = new ValidatorCollection();
  let changes = 0;
  const created = createApi(collection, () => changes++);
  return { api: created, types: () => collection.list().map(({ type }) => type), changes: () => changes };
}

describe('the API for other extensions', () => {
  it('[ENF-PLUG-4] registers validators, unregisters them once, and reports both', () => {
    const { api: holdfast, types, changes } = setUp();
    assert.equal(holdfast.version, 1);
    const registration = holdfast.registerValidator(createValidator('ours'));
    assert.deepEqual(types(), ['ours']);
    registration.dispose();
    registration.dispose();
    assert.deepEqual([types(), changes()], [[], 2]);
  });

  it('[ENF-PLUG-4] calls methods with the validator as this, so that it can be a class instance', async () => {
    class Counting implements Validator {
      readonly type = 'counting';
      readonly supportedResourceTypes = ['*'];
      calls = 0;
      supports(): boolean {
        return true;
      }
      validate(...[resource, assertion]: Parameters<Validator['validate']>): ReturnType<Validator['validate']> {
        this.calls++;
        return createValidator('counting').validate(resource, assertion, {} as never);
      }
    }
    const collection = new ValidatorCollection();
    const counting = new Counting();
    createApi(collection, () => undefined).registerAdapter({
      protocol: 'chat',
      registerValidators: (registry) => registry.register(counting),
    });
    await collection
      .list()[0]
      ?.validate({ id: 'a', type: 'x' }, { type: 'assert', message: 'm', check: { type: 'custom' } }, {} as never);
    assert.equal(counting.calls, 1);
  });

  it('[ENF-PLUG-5] registers the validators of a protocol together', () => {
    const collection = new ValidatorCollection();
    const registration = createApi(collection, () => undefined).registerAdapter({
      protocol: 'chat',
      registerValidators(registry) {
        registry.register(createValidator('message'));
        registry.register(createValidator('channel'));
      },
    });
    assert.deepEqual(
      collection.list().map(({ type, protocol }) => `${protocol ?? ''} ${type}`),
      ['chat message', 'chat channel'],
    );
    registration.dispose();
    assert.deepEqual(collection.list(), []);
  });

  it('[ENF-PLUG-1] rejects an invalid validator at registration and names the invalid member', () => {
    const { api: holdfast, types, changes } = setUp();
    const without = { ...createValidator('ours'), validate: undefined };
    assert.throws(
      () => holdfast.registerValidator(without as never),
      /Failed to register the validator ours: validate must be a function/,
    );
    assert.throws(
      () => holdfast.registerValidator({ ...createValidator('x'), type: '' }),
      /type must be a non-empty string/,
    );
    assert.throws(
      () => holdfast.registerAdapter({ protocol: 'chat' } as never),
      /the adapter: registerValidators must be/,
    );
    assert.throws(() =>
      holdfast.registerAdapter({
        protocol: 'chat',
        registerValidators: (registry) => registry.register(without as never),
      }),
    );
    assert.deepEqual([types(), changes()], [[], 0]);
  });
});
