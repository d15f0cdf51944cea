import * as l10n from '@vscode/l10n';
import type { ModifiedExportReport } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';

/** The data of a code lens for a modified export, independent of the VS Code API. */
export interface ImpactLens {
  /** Zero-based, as in VS Code. */
  readonly line: number;
  readonly character: number;
  readonly title: string;
  /** Complete sentences. */
  readonly tooltip: string;
  readonly modified: ModifiedExportReport;
}

/**
 * [ENF-IMPACT-4] Creates a lens for each export that differs from the last commit. Removed exports are listed on the
 * first line.
 */
export function createImpactLenses(modified: readonly ModifiedExportReport[]): readonly ImpactLens[] {
  return modified.map((each) => {
    const isRemoved = each.change === 'removed';
    return {
      line: isRemoved ? 0 : each.line - 1,
      character: isRemoved ? 0 : each.column - 1,
      title: isRemoved ? `${each.name}: ${formatTitle(each)}` : formatTitle(each),
      tooltip: formatTooltip(each),
      modified: each,
    };
  });
}

const compatibilityLabels = (): Readonly<Record<ModifiedExportReport['compatibility'], string>> => ({
  breaking: l10n.t('breaking'),
  compatible: l10n.t('compatible'),
  unknown: l10n.t('changed'),
});

/** `12 uses in 5 files · 2 contracts · breaking` */
function formatTitle({ uses, contracts, change, compatibility, publicApi }: ModifiedExportReport): string {
  const files = new Set(uses.map(({ file }) => file)).size;
  const parts = [
    uses.length === 0
      ? l10n.t('no uses')
      : l10n.t(
          '{0} in {1}',
          formatCount(uses.length, l10n.t('use'), l10n.t('uses')),
          formatCount(files, l10n.t('file'), l10n.t('files')),
        ),
  ];
  if (contracts.length > 0) parts.push(formatCount(contracts.length, l10n.t('contract'), l10n.t('contracts')));
  if (change === 'removed') parts.push(l10n.t('removed'));
  parts.push(change === 'added' ? l10n.t('new') : compatibilityLabels()[compatibility]);
  if (publicApi?.bump !== undefined && publicApi.bump !== 'none')
    parts.push(l10n.t('public API: {0} version', publicApi.bump));
  return parts.join(' · ');
}

function formatTooltip(modified: ModifiedExportReport): string {
  const { contracts } = modified;
  return `${describeChange(modified)}.${describePublicNames(modified)}${contracts.length > 0 ? l10n.t(' Referenced by {0}.', contracts.join(', ')) : ''}`;
}

/** The public names of an export and the version that its change asks for, as a sentence with a space before it. */
export function describePublicNames({ publicApi }: ModifiedExportReport): string {
  if (publicApi === undefined) return '';
  const { names, packageName, bump } = publicApi;
  return bump === undefined || bump === 'none'
    ? l10n.t(' {0} offers it as {1}.', packageName, names.join(', '))
    : l10n.t(' {0} offers it as {1}, so the change asks for a {2} version.', packageName, names.join(', '), bump);
}

/** How an export changed since the last commit, as a sentence without a final period. */
export function describeChange({ name, change, previousName, reasons }: ModifiedExportReport): string {
  const event =
    change === 'renamed'
      ? l10n.t('{0} was renamed to {1}', previousName ?? '', name)
      : change === 'added'
        ? l10n.t('{0} was added', name)
        : change === 'removed'
          ? l10n.t('{0} was removed', name)
          : l10n.t('{0} was changed', name);
  const details = change === 'changed' && reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  return l10n.t('{0} since the last commit{1}', event, details);
}
