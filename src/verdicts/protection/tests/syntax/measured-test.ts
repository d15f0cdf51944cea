import type { DeclaredTest } from '../interface/declared-test.ts';
import type { MeasuredBody } from './measured-body.ts';

/** A test with what its body does. `skip` and `cases` also depend on what is around the body. */
export function createMeasuredTest(
  test: Pick<DeclaredTest, 'title' | 'suites' | 'line' | 'skip' | 'cases' | 'tokens'>,
  { actions, ...measured }: MeasuredBody,
): DeclaredTest {
  const { assertions, weakAssertions, uncertainAssertions, ineffectiveAssertions, calls, endsProcess } = measured;
  return {
    ...test,
    only: false,
    empty: assertions + actions === 0,
    assertions,
    weakAssertions,
    uncertainAssertions,
    ineffectiveAssertions,
    calls,
    endsProcess,
  };
}
