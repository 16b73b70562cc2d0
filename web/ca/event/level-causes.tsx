import type { LevelCause } from '@apsis/contract/ca/event/cause.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { useWords } from '../../ui/text/language.ts'
import { decisionWords } from './decision-words.data.ts'
import { levelBySaid } from './level-by.ts'

type Props = {
  readonly event: Pick<
    Conjunction,
    'levelCauses' | 'levelBy' | 'levelFrom' | 'track' | 'conjunctionData' | 'activeCdmId'
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
  if (by === '' && causes.length === 0) return null
  return (
    <p className="soft fs-12">
      {by === '' ? null : <span>{by} </span>}
      {causes.map((cause) => (
        <span key={cause}>{t(`cause-${cause}`)} </span>
      ))}
    </p>
  )
}
