/** Whether this is `npm run test:full`, which runs more of what `npm test` samples. */
export const isFullRun = process.env['HOLDFAST_TEST_FULL'] === '1';

/** A test that takes long and rarely fails. `npm test` does not run it: other tests prove the parts of what it shows. */
export function itInFullRun(title: string, test: Mocha.AsyncFunc | Mocha.Func): void {
  if (isFullRun) it(title, test);
}
