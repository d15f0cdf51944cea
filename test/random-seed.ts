/**
 * Random tests draw the same in every run, so that a change is judged and not the luck of the draw: importing this gives
 * fast-check a fixed seed. `HOLDFAST_TEST_SEED=<number>` draws otherwise, `HOLDFAST_TEST_SEED=random` each time anew;
 * the message of a failure names its seed.
 */
import fc from 'fast-check';

const DEFAULT_SEED = 20_261_122;
const named = process.env['HOLDFAST_TEST_SEED'];

if (named !== 'random') {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: named === undefined ? DEFAULT_SEED : Number(named) });
}
