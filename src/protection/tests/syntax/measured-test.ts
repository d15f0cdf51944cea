import type { DeclaredTest } from '../interface/declared-test.ts';
import type { MeasuredBody } from './measured-body.ts';

/** A test with what its body does. `skip` and `cases` also depend on what is around the body. */
export function createMeasuredTest(
  test: Pick<DeclaredTest, 'title' | 'suites' | 'line' | 'skip' | 'cases' | 'tokens'>,
  { assertions, weakAssertions, actions, calls, endsProcess }: MeasuredBody,
): DeclaredTest {
  return {
    ...test,
    only: false,
    empty: assertions + actions === 0,
    assertions,
    weakAssertions,
    calls,
    endsProcess,
  };
}
