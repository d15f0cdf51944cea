import assert from 'node:assert/strict';
import { resolveConfiguration } from '../../src/configuration/configuration.ts';
import { HoldfastError } from '../../src/shared/errors.ts';

const refused = (pattern: RegExp) => (thrown: unknown) =>
  thrown instanceof HoldfastError && thrown.code === 'configuration' && pattern.test(thrown.message);

describe('configuration', () => {
  it('has the documented defaults, each said to be one', () => {
    const configuration = resolveConfiguration({});
    assert.deepEqual(configuration.limits, {
      maxAttempts: undefined,
      maxSteps: 40,
      maxCostUsd: undefined,
      attemptTimeoutSeconds: 900,
      stallTimeoutSeconds: 120,
      commandTimeoutSeconds: 300,
    });
    assert.deepEqual(configuration.contracts, ['**/*.contract.{yaml,yml,json}']);
    assert.equal(configuration.landing, 'commit');
    assert.equal(resolveConfiguration({ defaultLanding: 'review' }).landing, 'review');
    assert.equal(configuration.jobs, 1);
    assert.equal(configuration.commitHooks, false);
    assert.equal(configuration.model, undefined);
    assert.deepEqual(new Set(Object.values(configuration.sources).map((source) => source.kind)), new Set(['default']));
  });

  it('lets flags win over the editor, the editor over the environment, the environment over the file', () => {
    const flags = { jobs: 1 };
    const editor = { jobs: 2, limits: { maxSteps: 2 } };
    const environment = { HOLDFAST_JOBS: '3', HOLDFAST_MAX_STEPS: '3', HOLDFAST_MAX_ATTEMPTS: '3' };
    const file = { jobs: 4, limits: { maxSteps: 4, maxAttempts: 4, stallTimeoutSeconds: 4 } };
    const { jobs, limits, sources } = resolveConfiguration({ flags, editor, environment, file });
    assert.equal(jobs, 1);
    assert.equal(limits.maxSteps, 2);
    assert.equal(limits.maxAttempts, 3);
    assert.equal(limits.stallTimeoutSeconds, 4);
    assert.deepEqual(sources.jobs, { kind: 'flag', name: 'command line' });
    assert.deepEqual(sources['limits.maxSteps'], { kind: 'editor', name: 'editor setting holdfast.limits.maxSteps' });
    assert.deepEqual(sources['limits.maxAttempts'], { kind: 'environment', name: 'HOLDFAST_MAX_ATTEMPTS' });
    assert.deepEqual(sources['limits.stallTimeoutSeconds'], { kind: 'file', name: 'holdfast.config.yaml' });
    assert.equal(sources['limits.commandTimeoutSeconds'].kind, 'default');
  });

  it('reads the model, the address and the cost limit from the environment', () => {
    const configuration = resolveConfiguration({
      environment: {
        HOLDFAST_MODEL: ' openai-compatible:glm-4.6 ',
        HOLDFAST_BASE_URL: 'http://127.0.0.1:8080/v1',
        HOLDFAST_MAX_COST: '0.25',
        HOLDFAST_COMMIT_HOOKS: 'yes',
        HOLDFAST_JOBS: '',
      },
    });
    assert.equal(configuration.model, 'openai-compatible:glm-4.6');
    assert.equal(configuration.baseUrl, 'http://127.0.0.1:8080/v1');
    assert.equal(configuration.limits.maxCostUsd, 0.25);
    assert.equal(configuration.commitHooks, true);
    assert.equal(configuration.sources.jobs.kind, 'default');
  });

  it('refuses values of the environment that cannot be read, all of them by name', () => {
    const environment = { HOLDFAST_MAX_COST: 'ten', HOLDFAST_JOBS: '0', HOLDFAST_COMMIT_HOOKS: 'maybe' };
    assert.throws(
      () => resolveConfiguration({ environment }),
      refused(/HOLDFAST_MAX_COST.*HOLDFAST_COMMIT_HOOKS.*HOLDFAST_JOBS/),
    );
    assert.throws(() => resolveConfiguration({ environment: { HOLDFAST_MAX_COST: 'Infinity' } }), refused(/MAX_COST/));
    assert.throws(() => resolveConfiguration({ environment: { HOLDFAST_MODEL: 'glm' } }), refused(/HOLDFAST_MODEL/));
  });

  it('refuses settings of the editor and options that cannot be used', () => {
    assert.throws(() => resolveConfiguration({ editor: { limits: { maxSteps: 0 } } }), refused(/maxSteps/));
    assert.throws(() => resolveConfiguration({ flags: { limits: { maxCostUsd: Number.NaN } } }), refused(/maxCostUsd/));
  });

  it('allows a cost limit of nothing at all', () => {
    assert.equal(resolveConfiguration({ flags: { limits: { maxCostUsd: 0 } } }).limits.maxCostUsd, 0);
  });

  describe('what belongs to a model', () => {
    const file = {
      model: 'openai-compatible:glm-4.6',
      baseUrl: 'http://127.0.0.1:1/v1',
      prices: { inputPerMillion: 1, outputPerMillion: 2 },
    };

    it('holds for the model that stands beside it', () => {
      const { baseUrl, prices } = resolveConfiguration({ file });
      assert.equal(baseUrl, file.baseUrl);
      assert.deepEqual(prices, file.prices);
    });

    it('keeps the address for another model of the provider, and drops the prices', () => {
      const { baseUrl, prices, sources } = resolveConfiguration({ file, flags: { model: 'openai-compatible:other' } });
      assert.equal(baseUrl, file.baseUrl);
      assert.equal(prices, undefined);
      assert.equal(sources.prices.kind, 'default');
    });

    it('drops both for a model of another provider', () => {
      const { baseUrl, prices } = resolveConfiguration({ file, environment: { HOLDFAST_MODEL: 'anthropic:claude' } });
      assert.equal(baseUrl, undefined);
      assert.equal(prices, undefined);
    });

    it('takes an address without a model for every model', () => {
      const { baseUrl } = resolveConfiguration({
        file: { baseUrl: 'http://127.0.0.1:2/' },
        flags: { model: 'anthropic:claude' },
      });
      assert.equal(baseUrl, 'http://127.0.0.1:2/');
    });
  });
});
