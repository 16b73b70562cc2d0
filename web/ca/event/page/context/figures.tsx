import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { formatBriefly, formatNumber } from '../../../../ui/format/number.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { Probability } from '../../../../ui/value/quantity.tsx'
import { caseOf } from '../../../plot/sensitivity/sensitivity.ts'
import type { NumberedMessage } from '../../messages.ts'
import { namesWithoutCovariance } from '../../not-given.ts'
import styles from './context-tab.module.css'
import { contextWords } from './context-words.data.ts'

type Props = { readonly found: EventContext; readonly message: NumberedMessage }

const Chance = ({ value }: { readonly value: number }) => (
  <Probability value={value} approximate reason={contextWords('notSaid')} />
)

/** Shows the reliability of the probability, the outcome of similar events, and the debris of a collision. */
export function Figures({ found, message }: Props) {
  const t = useWords(contextWords)
  return (
    <dl className={`grid one-column-phone ${styles.figures}`}>
      <dt>{t('scaled')}</dt>
      <dd>
        <Scaled found={found} />
      </dd>
      <dt>{t('clipped')}</dt>
      <dd>{clippingText(message)}</dd>
      <dt>{t('outlook')}</dt>
      <dd>
        <Outlook found={found} />
      </dd>
      <dt>{t('forecast')}</dt>
      <dd>
        <Forecast found={found} />
      </dd>
      <dt>{t('consequence')}</dt>
      <dd>{consequenceText(found)}</dd>
    </dl>
  )
}

function Scaled({ found: { scaledProbability } }: Pick<Props, 'found'>) {
  const t = useWords(contextWords)
  if (scaledProbability === null) return t('scaledNone')
  const { stated, scaled, scaledLow, scaledHigh, scale, low, high, pairs, originator } = scaledProbability
  const factor = (value: number) => formatNumber(value, { significant: 2 })
  return (
    <>
      <b>
        <Chance value={scaled} />
      </b>{' '}
      {t('scaledWith', { factor: factor(scale) })}, <Chance value={stated} /> {t('scaledWithout')}. {t('scaledRange')}{' '}
      <Chance value={Math.min(scaledLow, scaledHigh)} /> – <Chance value={Math.max(scaledLow, scaledHigh)} />.
      <small className="block">{t('scaledFrom', { pairs, originator, low: factor(low), high: factor(high) })}</small>
    </>
  )
}

/** Returns the text about missing and invalid covariances, and about covariances that were corrected before use (yardstick A14). */
function clippingText(message: NumberedMessage): string {
  const t = contextWords
  const notGiven = namesWithoutCovariance(message.cdm)
  if (notGiven.length > 0) return notGiven.map((name) => t('notGiven', { name })).join(' ')
  const { checks, probability } = message.cdm.assessment
  const plane = caseOf(message)
  const repair = plane && principalMiss(plane.missM, plane.combined, plane.radiusM).repair
  const { primary = false, secondary = false } = checks?.notPositiveDefinite ?? {}
  const texts = [
    ...(primary ? [t('notDefinite', { name: message.cdm.object1.name })] : []),
    ...(secondary ? [t('notDefinite', { name: message.cdm.object2.name })] : []),
    ...(repair?.applied
      ? [t(probability === null ? 'unusable' : 'wasClipped', { value: formatBriefly(repair.eigenvaluesM2[0], 2) })]
      : []),
  ]
  if (texts.length > 0) return texts.join(' ')
  return t(plane ? 'notClipped' : 'noCovariance')
}

function Forecast({ found: { forecast } }: Pick<Props, 'found'>) {
  const t = useWords(contextWords)
  if (forecast === null) return t('forecastNone')
  const { alike, history, brier, lastValueBrier } = forecast
  const score = (value: number) => formatNumber(value, { significant: 2 })
  return (
    <>
      <b>{formatNumber(100 * forecast.reaches, { significant: 2 })} %</b> {t('forecastReach')}{' '}
      <Chance value={forecast.threshold} />
      <small className="block">
        {t('forecastFrom', { alike, history, brier: score(brier), last: score(lastValueBrier) })}
      </small>
    </>
  )
}

/** Shows the probability at the decision as a median and a band (domain.md C17). */
function Outlook({ found: { probabilityForecast } }: Pick<Props, 'found'>) {
  const t = useWords(contextWords)
  if (probabilityForecast === null) return t('forecastNone')
  const { low, median, high, history, loss, lastValueLoss, commitAt } = probabilityForecast
  const score = (value: number) => formatNumber(value, { significant: 2 })
  return (
    <>
      <b>
        <Chance value={median} />
      </b>{' '}
      {t('outlookMedian')} <Chance value={low} /> {t('outlookTo')} <Chance value={high} /> {t('outlookBand')}
      <small className="block">
        {t('outlookFrom', {
          at: formatInstant(Date.parse(commitAt)),
          history,
          loss: score(loss),
          last: score(lastValueLoss),
        })}
      </small>
    </>
  )
}

function consequenceText({ consequence }: EventContext): string {
  const t = contextWords
  if (consequence === null) return t('consequenceNone')
  const pieces = formatNumber(consequence.pieces, { decimals: 0 })
  return t(consequence.isCatastrophic ? 'catastrophic' : 'notCatastrophic', { pieces })
}
