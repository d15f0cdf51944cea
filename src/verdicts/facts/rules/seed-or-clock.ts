import { isCodePath } from '../code/read-code.ts';
import { compactText } from '../code/statement-text.ts';
import { without } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { ObservedCall, ObservedCode } from '../interface/observed-code.ts';
import { sampleInTest, sampleOf } from '../interface/sample.ts';

/** Tests of the base whose random numbers or clock are fixed, or left free, by the change. */
export const seedOrClock: FactRule = {
  id: 'seed-or-clock',
  message: 'A seed or a clock was fixed or freed',
  reason: 'A test that failed at times can pass because it meets one case only, and a free one passes only at times.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleInTest('a.test.ts', 'f();', 'vi.useFakeTimers();\nf();'),
    sampleInTest('a.test.ts', 'f();', "vi.setSystemTime(new Date('2026-01-01'));\nf();"),
    sampleInTest('a.test.js', 'faker.seed(1);\nf();', 'faker.seed(2);\nf();'),
    sampleInTest('a.test.js', 'faker.seed(1);\nf();', 'f();'),
    sampleInTest('a.test.js', 'f();', 'const clock = sinon.useFakeTimers();\nf();'),
    sampleInTest('a.test.ts', 'fc.assert(p);', 'fc.assert(p, { seed: 42 });'),
    sampleInTest('a.test.ts', 'f();', 'vi.spyOn(Math, "random").mockReturnValue(0.5);\nf();'),
    sampleInTest('a.test.js', 'f();', 'Math.random = () => 0.5;\nf();'),
    sampleOf('test_a.py', 'def test_a():\n    f()\n', '@freeze_time("2026-01-01")\ndef test_a():\n    f()\n'),
    sampleInTest('test_a.py', 'f()', 'random.seed(7)\nf()'),
    sampleInTest('test_a.py', 'f()', 'with freeze_time("2026-01-01"):\n    f()'),
    sampleInTest('test_a.py', 'np.random.seed(1)\nf()', 'f()'),
    sampleInTest('a.test.ts', 'f(new Date());', "f(new Date('2026-01-01'));"),
    sampleInTest('test_a.py', 'f(datetime.now())', 'f(datetime(2026, 1, 1))'),
    sampleInTest('a_test.go', 'F(time.Now())', 'F(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))'),
    sampleInTest('a_test.go', 'F()', 'r := rand.New(rand.NewSource(1))\nF()'),
  ],
  nearMisses: [
    sampleInTest('a.test.ts', 'vi.useFakeTimers();\nf();', 'vi.useFakeTimers();\ng();'),
    sampleOf(
      'a.test.ts',
      "it('a', () => { f(); });",
      "it('a', () => { f(); });\nit('b', () => { vi.useFakeTimers(); });",
    ),
    sampleInTest('a.test.ts', 'f();', 'vi.useRealTimers();\nf();'),
    sampleInTest('a.test.ts', 'f();', 'database.seed();\nf();'),
    sampleOf('src/a.ts', 'export const f = () => 1;', 'random.seed(1);\nexport const f = () => 1;'),
    sampleInTest('test_a.py', 'random.seed(7)\nf()', 'random.seed(7)\ng()'),
    sampleInTest('a_test.go', 'F()', 'x := rand.Intn(3)\nF()'),
  ],
  find: ({ code }) => code.filter(({ role }) => role === 'test').flatMap(compare),
};

const FIXED =
  /^new (?:Random|Chance|MersenneTwister|Prando)$|^(?:Math\.random|Date\.now|performance\.now|process\.env\.TZ) =$|(?:^|\.)(?:useFakeTimers|setSystemTime|freeze_time|time_machine\.travel|seedrandom|random\.Random|faker\.seed|random\.seed|rand\.(?:Seed|NewSource|NewPCG)|manual_seed|default_rng|MockDate\.set|timekeeper\.freeze|mock\.timers\.enable|Faker\.seed)$/;

function compare({ path, before, after }: CodeVersions): readonly FactPlace[] {
  const fixed = findFixedDates(before, after);
  const textOf = ({ scope, name, args }: ObservedCall): string => `${scope}\0${name}(${compactText(args.join(','))})`;
  const existing = ({ scope }: ObservedCall): boolean => before.scopes.has(scope) && after.scopes.has(scope);
  const [earlier, later] = [
    before.calls.filter(isFixed).filter(existing),
    after.calls.filter(isFixed).filter(existing),
  ];
  const added = without(later, earlier, textOf);
  const removed = without(earlier, later, textOf);
  const seeds = seedsOf(after).filter(
    (seed) => !seedsOf(before).some((one) => one.text === seed.text && one.scope === seed.scope),
  );
  return [
    ...fixed.map((call) => ({ file: path, line: call.line, after: show(call) })),
    ...added.map((call) => ({
      file: path,
      line: call.line,
      before: removed.filter(({ scope, name }) => scope === call.scope && name === call.name).map(show)[0],
      after: show(call),
    })),
    ...removed
      .filter((call) => !added.some(({ scope, name }) => scope === call.scope && name === call.name))
      .map((call) => ({ file: path, line: 1, before: show(call) })),
    ...seeds
      .filter(({ scope }) => before.scopes.has(scope))
      .map(({ line, text }) => ({ file: path, line, after: `seed ${text}` })),
  ];
}

/** Dates that a constant gives, in scopes that read the clock before. */
function findFixedDates(before: ObservedCode, after: ObservedCode): readonly ObservedCall[] {
  const textOf = ({ scope, name, args }: ObservedCall): string => `${scope}\0${name}(${args.join(',')})`;
  const readsClock = ({ name, args }: ObservedCall): boolean => NOW.test(name) && args.length === 0;
  const gone = new Set(
    without(before.calls.filter(readsClock), after.calls.filter(readsClock), textOf).map(({ scope }) => scope),
  );
  const isDate = ({ name, args }: ObservedCall): boolean => DATE.test(name) && args.length > 0;
  return without(after.calls.filter(isDate), before.calls.filter(isDate), textOf).filter(({ scope }) =>
    gone.has(scope),
  );
}

const NOW =
  /^(?:new Date|Date\.now|performance\.now|time\.(?:Now|time)|(?:\w+\.)?(?:datetime|date)\.(?:now|today|utcnow))$/;
const DATE = /^(?:new Date|Date\.(?:UTC|parse)|time\.(?:Date|Unix)|(?:\w+\.)?(?:datetime|date)(?:\.fromisoformat)?)$/;

function isFixed({ name, args }: ObservedCall): boolean {
  if (/(?:^|\.)spyOn$/.test(name))
    return /^(?:(?:global|globalThis|window)\.)?(?:Math|Date)$/.test(args[0] ?? '') && /random|now/.test(args[1] ?? '');
  return FIXED.test(name) && (args.length > 0 || /Timers|enable$/.test(name));
}

function seedsOf({ numbers }: CodeVersions['after']): CodeVersions['after']['numbers'] {
  return numbers.filter(({ name }) => name === 'seed');
}

function show({ name, args }: ObservedCall): string {
  return `${name}(${args.join(', ')})`;
}
