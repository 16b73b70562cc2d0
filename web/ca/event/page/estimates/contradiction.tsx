import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { formatNumber } from '../../../../ui/format/number.ts'
import { Banner } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { estimateWords } from '../../estimates-words.data.ts'

type Props = {
  readonly conjunction: Conjunction
  readonly onShow?: (() => void) | undefined
}

/**
 * Shows a contradiction between message and own screening: the two sources, the distance, possible causes and the action. If the level
 * comes from a report, or if there is no message, it shows a warning instead.
 */
export function Contradiction({ conjunction, onShow }: Props) {
  const say = useWords(estimateWords)
  const { comparison, ownScreening, reported, levelFrom, messages } = conjunction
  const show = onShow ? <Button onClick={onShow}>{say('show')}</Button> : undefined
  if (levelFrom === 'REPORTED')
    return (
      <Banner level="caution" action={show}>
        {say('onlyReported')}
      </Banner>
    )
  if (messages === 0)
    return (
      <Banner level="caution" action={show}>
        {say(reported?.state === 'COUNTS' ? 'ownAndReported' : 'onlyOwn')}{' '}
        {ownScreening?.state === 'WEAK' ? say('onlyWeak') : ''}
      </Banner>
    )
  return (
    <>
      {comparison?.isDisagreement ? (
        <Banner level="serious" action={show}>
          {onShow ? headText(comparison, say) : contradictionText(comparison, say)}
        </Banner>
      ) : null}
      {ownScreening?.state === 'WITHDRAWN' && ownScreening.endedAt !== null ? (
        <Banner level="caution" action={show}>
          {say('withdrawn', { time: formatInstant(Date.parse(ownScreening.endedAt)) })}
        </Banner>
      ) : null}
    </>
  )
}

type Comparison = NonNullable<Conjunction['comparison']>

/** Returns the warning in one sentence. */
function headText({ distanceM, mahalanobis, threshold }: Comparison, say: typeof estimateWords): string {
  return say('contradiction', {
    distance: formatNumber(distanceM, { decimals: 0 }),
    sigma: formatNumber(mahalanobis, { decimals: 1 }),
    threshold: formatNumber(threshold, { decimals: 2 }),
  })
}

/** Returns the complete warning as text: the distance, possible causes, and the action. */
export function contradictionText(comparison: Comparison, say: typeof estimateWords): string {
  const { r, t, n } = comparison.difference
  const largest = Math.max(Math.abs(r), Math.abs(t), Math.abs(n))
  const mainly = largest === Math.abs(t) ? 'mainlyT' : largest === Math.abs(r) ? 'mainlyR' : 'mainlyN'
  const secondary = comparison.isSameSecondary ? 'sameSecondary' : 'otherSecondary'
  return [headText(comparison, say), say(mainly), say(secondary), say('whatToDo')].join(' ')
}
