import type { Analysis, AnalysisOptions } from '../../verdicts/analysis/analysis.ts';
import type { Settings } from '../../workspace/configuration/settings.ts';
import type { ExtraProviders, KeyReader } from '../../models/base/model-provider.ts';
import type { OwnProgram } from '../../run/services/run-services.ts';
import type { LandingMode } from '../../run/report/run-result.ts';
import type { ProgressReporter } from '../../foundation/progress.ts';
import type { Clock } from '../../foundation/clock.ts';

/** What the engine passes to its analysis: a model judge, stored verdicts, and the user's folder. */
export type AnalysisServices = Required<
  Pick<AnalysisOptions, 'judge' | 'verdicts' | 'packagesFrom' | 'evaluateInterfaces'>
>;

/** Everything an engine receives from its edge. */
export interface EngineOptions {
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  /** Absolute path of Holdfast's own folder for worktrees and shadow repositories. */
  readonly storage: string;
  readonly trusted: () => boolean;
  /** Starts the analysis: in process for the command line, in a worker thread for the editor. The engine closes it. */
  readonly analysis: (services: AnalysisServices) => Analysis;
  readonly settings: {
    readonly flags?: Settings | undefined;
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** Called before each use. Returns only the settings that have been set. */
    readonly editor?: (() => Settings) | undefined;
    readonly defaultLanding: LandingMode;
  };
  readonly models: {
    /** Reads a key by the name of its environment variable. */
    readonly keys: KeyReader;
    /** Models that only the edge can access, such as the editor's own. */
    readonly extraProviders?: ExtraProviders | undefined;
  };
  /**
   * Replaces the text of a contract that is open in the edge, so that the change goes through the editor's undo stack.
   * If it is absent or returns false, the engine writes the file atomically.
   * @throws HoldfastError `conflict` if the file's text differs from `expected`. The text is then left unchanged.
   */
  readonly replaceText?: ((file: string, expected: string, text: string) => Promise<boolean>) | undefined;
  /** How an external agent starts the command line of Holdfast, which serves it tools. Default: it gets none. */
  readonly ownProgram?: OwnProgram | undefined;
  readonly clock: Clock;
  /** Receives what a long operation is doing, from time to time. */
  readonly onProgress?: ProgressReporter | undefined;
  readonly log: (level: 'info' | 'warning', message: string) => void;
}
