import { extensionPayload, startSession, windowAddress, type SessionOptions } from './session.ts';
import { slowness } from '../../scripts/machine-speed.ts';

export interface ExtensionTestsOptions extends SessionOptions {
  /** Absolute path of the folder that the window opens. */
  readonly workspace: string;
  /** Absolute path of a test-only extension, loaded from its folder. */
  readonly helperExtension: string;
  /** Absolute path of the module that exports `run(): Promise<void>`. */
  readonly testsModule: string;
  /** Receives each line of the console. */
  readonly log: (line: string) => void;
  readonly timeLimitMs?: number;
}

const defaultTimeLimitMs = 15 * 60_000 * slowness();

/**
 * Runs a test module inside the extension host, as `@vscode/test-electron` does, and returns its exit code. 0 is
 * success. Throws if the window does not end in time.
 */
export async function runExtensionTests(options: ExtensionTestsOptions): Promise<number> {
  await using session = await startSession(options);
  const { page, server } = session;
  const limit = options.timeLimitMs ?? defaultTimeLimitMs;

  let timer: NodeJS.Timeout | undefined;
  const code = await new Promise<number>((resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The tests in VS Code did not end within ${limit / 1000} s.\n${server.output()}`)),
      limit,
    );
    page.once('crash', () => reject(new Error('The window with the tests crashed.')));
    void (async () => {
      await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) =>
        options.log(args.map(String).join(' ')),
      );
      await page.exposeFunction('codeAutomationExit', resolve);
      const payload = extensionPayload(server, options.helperExtension, options.testsModule);
      await page.goto(windowAddress(server, options.workspace, payload));
    })().catch(reject);
  }).finally(() => clearTimeout(timer));
  return code;
}
