/**
 * [PROOF-2] How test runners are made to write a report without a change of the repository: by environment variables that
 * each runner reads, and by small programs in a separate folder. Every process writes its own file.
 */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The variable with the folder of the reports. */
const FOLDER = 'HOLDFAST_REPORTS';

/** A reporter of node:test, in addition to the usual one. */
const NODE_REPORTER = `import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
const file = join(process.env.${FOLDER}, \`node-\${process.pid}.jsonl\`);
export default async function* report(events) {
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') continue;
    const isLeftOut = data.skip !== undefined || data.todo !== undefined;
    const status = isLeftOut ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
    appendFileSync(file, JSON.stringify({ file: data.file, name: data.name, status }) + '\\n');
  }
}
`;

/** A hook of mocha after each test. */
const MOCHA_HOOK = `const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const output = join(process.env.${FOLDER}, \`mocha-\${process.pid}.jsonl\`);
exports.mochaHooks = {
  afterEach() {
    const { file, title, state } = this.currentTest;
    appendFileSync(output, JSON.stringify({ file, name: title, status: state }) + '\\n');
  },
};
`;

/** Adds a report in JSON to the arguments of vitest and jest. */
const PRELOAD = `const { basename, join } = require('node:path');
const program = basename(process.argv[1] ?? '').replace(/\\.[cm]?js$/, '');
const output = join(process.env.${FOLDER} ?? '', \`\${program}-\${process.pid}.json\`);
if (process.env.${FOLDER} !== undefined && !process.argv.includes('--')) {
  if (program === 'vitest') process.argv.push('--reporter=default', '--reporter=json', \`--outputFile.json=\${output}\`);
  if (program === 'jest') process.argv.push('--json', \`--outputFile=\${output}\`);
}
`;

/** A plugin of pytest. */
const PYTEST_PLUGIN = `import json
import os

_path = os.path.join(os.environ["${FOLDER}"], "pytest-%d.jsonl" % os.getpid())


def pytest_runtest_logreport(report):
    if report.when != "call" and report.outcome == "passed":
        return
    parts = report.nodeid.split("::")
    status = "skipped" if hasattr(report, "wasxfail") else report.outcome
    with open(_path, "a", encoding="utf-8") as file:
        file.write(json.dumps({"file": parts[0], "name": parts[-1], "status": status}) + "\\n")
`;

/**
 * A module that the interpreter loads at its start: it watches the results of unittest, which has no variable for its options.
 * It loads the module of this name that it hides.
 */
const PYTHON_START = `import importlib.machinery
import importlib.util
import json
import os
import sys

_own = os.path.dirname(os.path.abspath(__file__))
_path = os.path.join(os.environ.get("${FOLDER}", _own), "unittest-%d.jsonl" % os.getpid())


def _watch(result):
    def wrap(name, status):
        original = getattr(result, name)

        def method(self, test, *rest):
            if name == "startTest":
                self._holdfast = None
            elif status is not None and (name != "addSubTest" or rest[-1] is not None):
                if getattr(self, "_holdfast", None) != "failed":
                    self._holdfast = status
            elif name == "stopTest":
                module = sys.modules.get(type(test).__module__)
                file = getattr(module, "__file__", None) or ""
                title = getattr(test, "_testMethodName", "")
                line = {"file": file, "name": title, "status": getattr(self, "_holdfast", None) or "failed"}
                with open(_path, "a", encoding="utf-8") as report:
                    report.write(json.dumps(line) + "\\n")
            return original(self, test, *rest)

        setattr(result, name, method)

    wrap("startTest", None)
    wrap("stopTest", None)
    wrap("addSuccess", "passed")
    for name in ("addFailure", "addError", "addSubTest", "addUnexpectedSuccess"):
        wrap(name, "failed")
    for name in ("addSkip", "addExpectedFailure"):
        wrap(name, "skipped")


class _Finder:
    def find_spec(self, name, path=None, target=None):
        if name != "unittest.result":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            _watch(module.TestResult)

        spec.loader.exec_module = exec_module
        return spec


sys.meta_path.insert(0, _Finder())
_others = [one for one in sys.path if os.path.abspath(one or ".") != _own]
_hidden = importlib.machinery.PathFinder.find_spec("sitecustomize", _others)
if _hidden is not None and _hidden.loader is not None:
    _hidden.loader.exec_module(importlib.util.module_from_spec(_hidden))
`;

/** The Go command, whose tests are reported in JSON. What it prints is the report itself. */
const GO_WRAPPER = `#!/bin/sh
rest=
IFS=:
for part in $PATH; do
  [ "$part" = "$${FOLDER}/bin" ] || rest="$rest\${rest:+:}$part"
done
unset IFS
PATH=$rest
if [ "$1" != test ]; then exec go "$@"; fi
shift
report="$${FOLDER}/go-$$.jsonl"
go test -json "$@" > "$report"
code=$?
cat "$report"
exit $code
`;

/**
 * Writes the programs into a folder, and returns the variables of a command whose runners then write reports into it. A
 * value that the command would have without them is kept.
 *
 * @param folder absolute path of a folder that the command may write
 * @param environment the variables of the command
 */
export async function prepareReports(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const programs = path.join(folder, 'bin');
  await mkdir(programs, { recursive: true });
  const write = async (name: string, text: string): Promise<string> => {
    const file = path.join(programs, name);
    await writeFile(file, text);
    return file;
  };
  const reporter = pathToFileURL(await write('node-reporter.mjs', NODE_REPORTER)).href;
  const preload = await write('preload.cjs', PRELOAD);
  const hook = await write('mocha-hook.cjs', MOCHA_HOOK);
  await write('holdfast_report.py', PYTEST_PLUGIN);
  await write('sitecustomize.py', PYTHON_START);
  const destinations = ['spec', reporter].map((name) => `--test-reporter=${name} --test-reporter-destination=stdout`);
  const isWindows = process.platform === 'win32';
  if (!isWindows) await chmod(await write('go', GO_WRAPPER), 0o755);
  const extend = (name: string, value: string, separator = ' '): Record<string, string> => {
    const before = environment[name] ?? '';
    return { [name]: before === '' ? value : `${before}${separator}${value}` };
  };
  return {
    [FOLDER]: folder,
    ...extend('NODE_OPTIONS', [`--require=${quoteOption(preload)}`, ...destinations].join(' ')),
    ...extend('MOCHA_OPTIONS', `--require=${quoteOption(hook)}`),
    ...extend('PYTEST_ADDOPTS', '-p holdfast_report'),
    ...extend('PYTHONPATH', programs, path.delimiter),
    ...(isWindows ? {} : { PATH: [programs, environment['PATH'] ?? ''].join(path.delimiter) }),
  };
}

/** A path as a value in a variable with options, which are separated by spaces. */
function quoteOption(file: string): string {
  return /\s/.test(file) ? `"${file.replaceAll('\\', '\\\\')}"` : file;
}
