import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { measurementLinesOf } from './facts.ts'
import { orbitText } from './orbit-text.ts'
import { arcsec } from './residuals-plot.tsx'
import { observationWords } from './words.data.ts'

type Props = {
  readonly report: ObservationReport
  /** The report without the measurements left out; undefined while it is being computed, or if the computation failed. */
  readonly anew: ObservationReport | undefined
  readonly error: Error | null
  readonly onWhole: () => void
}

/** Shows that the complete page is computed without some measurements, and what that changes. Nothing is stored. */
export function AnewBanner({ report, anew, error, onWhole }: Props) {
  const t = useWords(observationWords)
  const action = (
    <Button look="quiet" onClick={onWhole}>
      {t('takeAllIn')}
    </Button>
  )
  if (error)
    return (
      <Banner level="serious" action={action}>
        {`${t('anewFailed')} ${error.message}`}
      </Banner>
    )
  if (!anew)
    return (
      <Banner level="pending" action={action}>
        {t('anewPending')}
      </Banner>
    )
  return (
    <Banner level="caution" action={action}>
      {saidOfAnew(report, anew).join(' ')}
    </Banner>
  )
}

/** Returns the sentences that compare the new fit with the stored report. */
export function saidOfAnew(report: ObservationReport, anew: ObservationReport): readonly string[] {
  const t = observationWords
  const [before, after] = [report.rms, anew.rms]
  const fits = [report.orbitUpdate, anew.orbitUpdate]
  const [from, to] = fits.map((fit) => fit && formatNumber(fit.weightedRms, { decimals: 2 }))
  const [was, is] = [orbitText(report, t), orbitText(anew, t)]
  return [
    t('anew', { count: anew.excluded?.length ?? 0, all: measurementLinesOf(report).length }),
    ...(before && after
      ? [
          t('anewRms', {
            ra: arcsec(before.ra),
            dec: arcsec(before.dec),
            toRa: arcsec(after.ra),
            toDec: arcsec(after.dec),
          }),
        ]
      : []),
    ...(report.catalogueIdBestAssociation === anew.catalogueIdBestAssociation ? [] : [t('anewOther')]),
    ...(from && to ? [t('anewFit', { from, to })] : []),
    ...(fits[0] && !fits[1] ? [t('anewNoFit')] : []),
    ...(was === is ? [] : [t('anewOrbit', { was, is })]),
    t('anewNotKept'),
  ]
}
