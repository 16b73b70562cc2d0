import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { radiusThatCounts } from '../body.ts'
import { consequencesOf, levelCdmIdOf } from '../consequences.ts'
import styles from '../satellite.module.css'
import { satelliteCdmsQuery } from '../satellite-query.ts'
import { satelliteWords } from '../words.data.ts'

type Config = SatelliteInput['configuration']
type Props = {
  readonly satelliteId: string
  readonly before: Config
  readonly after: Config
  /** The future events. */
  readonly events: readonly Conjunction[]
}
const MOST_EVENTS_SHOWN = 3

/** Shows the effect of a change on the open events, before it is saved; nothing if there is none. */
export function Preview({ satelliteId, before, after, events }: Props) {
  const t = useWords(satelliteWords)
  const isBody = radiusThatCounts(before) !== radiusThatCounts(after)
  const isLevels = JSON.stringify(before.thresholds) !== JSON.stringify(after.thresholds)
  const cdms = useQuery({ ...satelliteCdmsQuery(satelliteId), enabled: isBody })
  if (!isBody && !isLevels) return null
  const open = events.map((event) => ({ event, cdm: cdms.data?.find(({ cdmId }) => cdmId === levelCdmIdOf(event)) }))
  const { raised, lowered, above, moved, unknown } = consequencesOf(before, after, open)
  return (
    <div className="soft fs-13" role="status">
      <b>{t('preview')}</b>
      <p>
        {isBody ? `${t('previewChange', { from: radiusText(before), to: radiusText(after) })} ` : ''}
        {raised > 0 ? `${t('previewRadius', { count: raised })} ` : ''}
        {lowered > 0 ? `${t('previewLowered', { count: lowered })} ` : ''}
        {above > 0 ? `${t('previewAbove', { count: above, threshold: thresholdText(after) })} ` : ''}
        {moved.length === 0 ? `${t('previewNothing')} ` : ''}
        {unknown > 0 && !cdms.isFetching ? t('previewUnknown', { count: unknown }) : ''}
      </p>
      <ul>
        {moved.slice(0, MOST_EVENTS_SHOWN).map(({ event, levels: [from, to], probabilities: [, then] }) => (
          <li key={event.conjunctionId}>
            <StatusSymbol level={meaningOf('risk', to).level} />{' '}
            {t('previewMoved', {
              secondary: event.object2.name,
              from: meaningOf('risk', from).word,
              to: meaningOf('risk', to).word,
              probability: formatProbabilityLine(then),
            })}
          </li>
        ))}
        {moved.length > MOST_EVENTS_SHOWN ? (
          <li>{t('previewMore', { count: moved.length - MOST_EVENTS_SHOWN })}</li>
        ) : null}
      </ul>
      <p className={`muted fs-12 ${styles.note}`}>{t('previewNote')}</p>
    </div>
  )
}

const radiusText = (config: Config) => formatNumber(radiusThatCounts(config) ?? Number.NaN, { decimals: 1 })
const thresholdText = ({ thresholds }: Config) => formatProbabilityLine(thresholds.acceptedCollisionProbability)
