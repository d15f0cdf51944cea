/**
 * Importing this file gives fast-check a fixed seed, so that random tests use the same values in every run.
 * `HOLDFAST_TEST_SEED=<number>` sets another seed, `HOLDFAST_TEST_SEED=random` a new one for each run. The message of a
 * failure contains its seed.
 */
import fc from 'fast-check';

const DEFAULT_SEED = 20_261_122;
const named = process.env['HOLDFAST_TEST_SEED'];

if (named !== 'random') {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: named === undefined ? DEFAULT_SEED : Number(named) });
}
