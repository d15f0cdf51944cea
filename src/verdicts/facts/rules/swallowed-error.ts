import { isCodePath } from '../code/read-code.ts';
import { without } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { ObservedHandler } from '../interface/observed-code.ts';
import { sampleInFunction, sampleOf } from '../interface/sample.ts';

/** Errors of shipped code that are no longer reported. */
export const swallowedError: FactRule = {
  id: 'swallowed-error',
  message: 'An error is swallowed, or its log was removed',
  reason: 'The fault stays, and only its sign is gone.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleInFunction('src/a.ts', 'save(order);', 'try {\n  save(order);\n} catch {}'),
    sampleInFunction('src/a.ts', 'await save(order);', 'await save(order).catch(() => {});'),
    sampleInFunction(
      'src/a.js',
      'try {\n  save(order);\n} catch (error) {\n  throw new SaveError(error);\n}',
      'try {\n  save(order);\n} catch (error) {\n  return;\n}',
    ),
    sampleInFunction(
      'src/a.ts',
      'try {\n  save(order);\n} catch (error) {\n  logger.error(error);\n}',
      'try {\n  save(order);\n} catch {\n  // The order is saved later.\n}',
    ),
    sampleInFunction('src/a.ts', 'save(order);', 'try {\n  save(order);\n} catch {\n  return null;\n}'),
    sampleInFunction(
      'src/a.ts',
      'try {\n  save(order);\n} catch (error) {\n  console.error(error);\n  throw error;\n}',
      'try {\n  save(order);\n} catch (error) {\n  throw error;\n}',
    ),
    sampleInFunction('src/a.py', 'save(order)', 'try:\n    save(order)\nexcept Exception:\n    pass'),
    sampleInFunction(
      'src/a.py',
      'try:\n    save(order)\nexcept OSError as error:\n    log.error(error)',
      'try:\n    save(order)\nexcept OSError as error:\n    return None',
    ),
    sampleInFunction('src/a.py', 'save(order)', 'with contextlib.suppress(Exception):\n    save(order)'),
    sampleInFunction(
      'a.go',
      'err := save(order)\nif err != nil {\n\treturn err\n}\nreturn nil',
      'err := save(order)\nif err != nil {\n}\nreturn nil',
    ),
    sampleInFunction('a.go', 'err := save(order)\nreturn err', '_ = save(order)\nreturn nil'),
    sampleInFunction(
      'a.go',
      'if err := save(order); err != nil {\n\treturn err\n}\nreturn nil',
      'save(order)\nreturn nil',
    ),
    sampleInFunction(
      'a.go',
      'v, err := load(order)\nif err != nil {\n\treturn err\n}\nreturn use(v)',
      'v, _ := load(order)\nreturn use(v)',
    ),
    sampleInFunction(
      'src/a.ts',
      "stream.on('error', (error) => {\n  throw error;\n});",
      "stream.on('error', () => {});",
    ),
    sampleInFunction(
      'a.go',
      'err := save(order)\nif err != nil {\n\tlog.Println(err)\n}',
      'err := save(order)\nif err != nil {\n\tretry()\n}',
    ),
  ],
  nearMisses: [
    sampleInFunction('src/a.ts', 'try {\n  save(order);\n} catch {}', 'save(order);'),
    sampleInFunction('src/a.ts', 'save(order);', 'try {\n  save(order);\n} catch (error) {\n  report(error);\n}'),
    sampleInFunction('src/a.ts', 'try {\n  save(order);\n} catch {}', 'try {\n  save(order);\n  f();\n} catch {}'),
    sampleInFunction('src/a.ts', 'save(order);', 'try {\n  save(order);\n} finally {\n  close();\n}'),
    sampleInFunction(
      'src/a.ts',
      'try {\n  save(order);\n} catch (error) {\n  console.log(error);\n}',
      'try {\n  save(order);\n} catch (error) {\n  throw error;\n}',
    ),
    sampleOf('src/a.ts', 'f();', 'f();\nfunction g() {\n  try {\n    f();\n  } catch {\n    return false;\n  }\n}'),
    sampleOf('test/a.test.ts', 'f();', 'try {\n  f();\n} catch {}'),
    sampleInFunction(
      'src/a.py',
      'save(order)',
      'try:\n    save(order)\nexcept OSError as error:\n    raise E from error',
    ),
    sampleInFunction(
      'a.go',
      'err := save(order)\nif err != nil {\n\treturn err\n}',
      'err := save(order)\nif err != nil {\n\treturn fmt.Errorf("save: %w", err)\n}',
    ),
  ],
  find: ({ code }) => code.filter(({ role }) => role === 'shipped').flatMap(compare),
};

function compare({ path, before, after }: CodeVersions): readonly FactPlace[] {
  const keyOf = ({ scope, tried }: ObservedHandler): string => `${scope}\0${tried}`;
  const swallowing = without(after.handlers.filter(swallows), before.handlers.filter(swallows), keyOf);
  const unlogged = before.handlers.flatMap((earlier): FactPlace[] => {
    const later = after.handlers.find((one) => keyOf(one) === keyOf(earlier));
    if (later === undefined || later.logs || !earlier.logs || later.passesOn !== earlier.passesOn || swallows(later))
      return [];
    return [{ file: path, line: later.line, before: earlier.text, after: later.text }];
  });
  // Go: the result with the error is dropped, and so is what handled it.
  const dropped = before.handlers.flatMap((earlier): FactPlace[] => {
    const [, call] = /^[\w, ]*err\w*:?=(.+)$/s.exec(earlier.tried) ?? [];
    const isHandled = after.handlers.some((one) => keyOf(one) === keyOf(earlier));
    const isIn = ({ statements }: CodeVersions['before']) =>
      statements.find((one) => one.scope === earlier.scope && one.text === call);
    const left = isIn(after);
    if (!earlier.passesOn || isHandled || left === undefined || isIn(before) !== undefined) return [];
    return [{ file: path, line: left.line, before: earlier.text, after: left.text }];
  });
  return [...dropped, ...unlogged].concat(
    swallowing.flatMap((handler): FactPlace[] => {
      const earlier = before.handlers.find((one) => keyOf(one) === keyOf(handler) && !swallows(one));
      // A handler of code that the change adds is no fact.
      const isAdded = handler.isEmpty && before.scopes.has(handler.scope) && isKnown(handler, before);
      if (earlier === undefined && !isAdded) return [];
      return [{ file: path, line: handler.line, before: earlier?.text, after: handler.text }];
    }),
  );
}

/** Whether what is tried was there before, without a handler. */
function isKnown({ tried, scope }: ObservedHandler, { statements, calls }: CodeVersions['before']): boolean {
  const name = tried.replace(/^(?:await|return|yield) /, '');
  const isSame = (text: string): boolean => text === tried || text.includes(name);
  return (
    statements.some((one) => one.scope === scope && isSame(one.text)) ||
    calls.some((one) => one.scope === scope && one.name === tried)
  );
}

function swallows({ isEmpty, logs, passesOn }: ObservedHandler): boolean {
  return isEmpty || (!logs && !passesOn);
}
