import type { Migration } from 'kysely/migration';
import { initial } from './0001-initial.ts';
import { verdicts } from './0002-verdicts.ts';
import { planCompilations } from './0003-plan-compilations.ts';
import { reviewsUnderWay } from './0004-reviews-under-way.ts';
import { chunkRecords } from './0005-chunk-records.ts';
import { audit } from './0006-audit.ts';
import { scenarioReports } from './0007-scenario-reports.ts';
import { landings } from './0008-landings.ts';
import { assertionFailures } from './0009-assertion-failures.ts';
import { reviewSelections } from './0010-review-selections.ts';
import { amendmentFolders } from './0011-amendment-folders.ts';
import { amendmentProposers } from './0012-amendment-proposers.ts';
import { sessionReviews } from './0013-session-reviews.ts';

/** All migrations by recorded name. They run in the order of their names. A released migration must not change. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-verdicts': verdicts,
  '0003-plan-compilations': planCompilations,
  '0004-reviews-under-way': reviewsUnderWay,
  '0005-chunk-records': chunkRecords,
  '0006-audit': audit,
  '0007-scenario-reports': scenarioReports,
  '0008-landings': landings,
  '0009-assertion-failures': assertionFailures,
  '0010-review-selections': reviewSelections,
  '0011-amendment-folders': amendmentFolders,
  '0012-amendment-proposers': amendmentProposers,
  '0013-session-reviews': sessionReviews,
};
