import type { LevelCause } from '@apsis/contract/ca/event/cause.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { envelopeInWords } from '../../notifications/notice-in-words.ts'
import { useWords } from '../../ui/text/language.ts'
import { decisionWords } from './decision-words.data.ts'
import { levelBySaid } from './level-by.ts'
import { useSimulatedMark } from './simulated-mark.tsx'

type Props = {
  readonly event: Pick<
    Conjunction,
    | 'levelCauses'
    | 'levelBy'
    | 'levelFrom'
    | 'track'
    | 'conjunctionData'
    | 'activeCdmId'
    | 'ownScreening'
    | 'isSimulated'
  >
  /** The message whose figures are shown below; if undefined, the figures of the event are shown. */
  readonly shownCdmId?: string | undefined
}

/** Causes that refer to the figures of the shown estimate. */
const OF_FIGURES: ReadonlySet<LevelCause> = new Set([
  'no-probability',
  'probability-accepted',
  'miss-accepted',
  'probability-high',
  'radial-accepted',
  'probability-medium',
  'below-all',
])

/**
 * Explains the level: it names the estimate if the figures below belong to another one, and gives one sentence for each cause from the
 * server. A cause that refers to figures that are not shown below is left out, because it would contradict the shown figures.
 */
export function LevelCauses({ event, shownCdmId }: Props) {
  const t = useWords(decisionWords)
  const { levelCauses, levelFrom, levelBy } = event
  const by = levelBySaid(event, shownCdmId)
  const isOfOther = shownCdmId !== undefined && levelFrom === 'OWN_SCREENING'
  const isHeldForTrack = levelBy?.isBeforeTrack === true && event.track?.screening !== 'DONE'
  const causes = levelCauses.filter(
    (cause) => !(isOfOther && OF_FIGURES.has(cause)) && !(isHeldForTrack && cause === 'held-higher'),
  )
  const envelope = envelopeOf(event)
  const mark = useSimulatedMark()(event)
  if (by === '' && envelope === '' && mark === undefined && causes.length === 0) return null
  return (
    <p className="soft fs-12">
      {mark === undefined ? null : (
        <span>
          <b>{mark}</b>: {t('simulatedLevel')}{' '}
        </span>
      )}
      {by === '' ? null : <span>{by} </span>}
      {envelope === '' ? null : <span>{envelope} </span>}
      {causes.map((cause) => (
        <span key={cause}>{t(`cause-${cause}`)} </span>
      ))}
    </p>
  )
}

/** Returns a sentence if the level is based on a covariance that is a flat envelope, with the maximum probability; else empty. */
function envelopeOf({ ownScreening, levelFrom, levelBy }: Props['event']): string {
  const isOfLevel = levelFrom === 'OWN_SCREENING' || levelBy?.id === ownScreening?.estimateId
  if (ownScreening?.isEnvelope !== true || !isOfLevel) return ''
  const { maximumProbability: maximum } = ownScreening
  return envelopeInWords({ envelope: 1, ...(maximum === null ? {} : { maximumProbability: maximum }) })
}
