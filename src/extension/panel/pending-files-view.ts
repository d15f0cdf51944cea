import type { PendingFiles } from '../../engine.ts';
import type { PendingFilesView } from '../../webview/protocol/pending-files-data.ts';
import { countDecisions, decideAcceptLabels, decisionOfFile } from '../results/result-labels.ts';

/** The changed files of a result for the panel. */
export function createPendingFilesView(review: PendingFiles, landing: 'commit' | 'working-tree'): PendingFilesView {
  const { primary, secondary } = decideAcceptLabels({ landing, review });
  return {
    runId: review.runId,
    accept: primary,
    ...(secondary === undefined ? {} : { acceptOtherwise: secondary }),
    files: review.files.map((file) => {
      const { total, accepted, rejected, undecided } = countDecisions([file]);
      const { path, previousPath, kind, binary } = file;
      return {
        path,
        ...(previousPath === undefined ? {} : { previousPath }),
        kind,
        binary,
        decision: decisionOfFile(file),
        total,
        accepted,
        rejected,
        reviewed: undecided === 0,
      };
    }),
  };
}
