import assert from 'node:assert/strict';
import { ValidatorCollection } from '../../../src/checks/validators/validator-collection.ts';
import type { Validator } from '../../../src/checks/validators/validator.ts';
import { makeApi } from '../../../src/extension/api/holdfast-api.ts';

const validator = (type: string): Validator => ({
  type,
  supportedResourceTypes: ['*'],
  supports: () => true,
  validate: (resource, assertion) =>
    Promise.resolve({ passed: true, validator: type, resource, assertion, duration: 0 }),
});

function api() {
  const collection = new ValidatorCollection();
  let changes = 0;
  const made = makeApi(collection, () => changes++);
  return { made, types: () => collection.list().map(({ type }) => type), changes: () => changes };
}

describe('the API for other extensions', () => {
  it('[ENF-PLUG-4] takes validators, gives them back once, and tells of both', () => {
    const { made, types, changes } = api();
    assert.equal(made.version, 1);
    const registration = made.registerValidator(validator('ours'));
    assert.deepEqual(types(), ['ours']);
    registration.dispose();
    registration.dispose();
    assert.deepEqual([types(), changes()], [[], 2]);
  });

  it('[ENF-PLUG-4] calls a validator on itself, so that a class may be one', async () => {
    class Counting implements Validator {
      readonly type = 'counting';
      readonly supportedResourceTypes = ['*'];
      asked = 0;
      supports(): boolean {
        return true;
      }
      validate(...[resource, assertion]: Parameters<Validator['validate']>): ReturnType<Validator['validate']> {
        this.asked++;
        return validator('counting').validate(resource, assertion, {} as never);
      }
    }
    const collection = new ValidatorCollection();
    const counting = new Counting();
    makeApi(collection, () => undefined).registerAdapter({
      protocol: 'chat',
      registerValidators: (registry) => registry.register(counting),
    });
    await collection
      .list()[0]
      ?.validate({ id: 'a', type: 'x' }, { type: 'assert', message: 'm', check: { type: 'custom' } }, {} as never);
    assert.equal(counting.asked, 1);
  });

  it('[ENF-PLUG-5] takes the validators of a protocol together', () => {
    const collection = new ValidatorCollection();
    const registration = makeApi(collection, () => undefined).registerAdapter({
      protocol: 'chat',
      registerValidators(registry) {
        registry.register(validator('message'));
        registry.register(validator('channel'));
      },
    });
    assert.deepEqual(
      collection.list().map(({ type, protocol }) => `${protocol ?? ''} ${type}`),
      ['chat message', 'chat channel'],
    );
    registration.dispose();
    assert.deepEqual(collection.list(), []);
  });

  it('[ENF-PLUG-1] refuses at once what is no validator, and says what is missing', () => {
    const { made, types, changes } = api();
    const without = { ...validator('ours'), validate: undefined };
    assert.throws(
      () => made.registerValidator(without as never),
      /Failed to register the validator ours: validate must be a function/,
    );
    assert.throws(() => made.registerValidator({ ...validator('x'), type: '' }), /type must be a name/);
    assert.throws(() => made.registerAdapter({ protocol: 'chat' } as never), /the adapter: registerValidators must be/);
    assert.throws(() =>
      made.registerAdapter({ protocol: 'chat', registerValidators: (registry) => registry.register(without as never) }),
    );
    assert.deepEqual([types(), changes()], [[], 0]);
  });
});
