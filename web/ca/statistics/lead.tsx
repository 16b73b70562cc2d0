import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { formatBriefly, formatNumber } from '../../ui/format/number.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Said } from '../../ui/text/said.tsx'
import { Probability } from '../../ui/value/quantity.tsx'
import styles from './annual.module.css'
import { countedOf, historyYears, isFew } from './history-rate.ts'
import { PastEventsButton } from './loaded-history.tsx'
import { ownBand } from './side-panes.tsx'
import { annualWords } from './words.data.ts'

type Props = { readonly found: AnnualStatistics }
type OpensPast = { readonly onPast: () => void }
const DAYS_PER_YEAR = 365.25
const MM_PER_M = 1000

const Chance = ({ value }: { readonly value: number }) => (
  <Probability value={value} approximate reason={annualWords('notKnown')} />
)

/** Shows the meaning of the threshold in one sentence, and whether it meets the limit. */
export function StatisticsLead({ found, onPast }: Props & OpensPast) {
  return (
    <header className="pad-10 line-bottom">
      <h2 className={`soft fs-20 regular ${styles.sentence}`}>
        <StatusSymbol level={levelOf(found)} size={14} />
        <FirstSentence found={found} />
      </h2>
      <p className={`soft pl-24 ${styles.detail}`}>
        <LifeSentences found={found} />
      </p>
      {found.isShort ? <Elsewhere found={found} onPast={onPast} /> : null}
    </header>
  )
}

/** Links to a satellite with a long enough history, or to the other ways to get one: another satellite, messages, or a table. */
export function Elsewhere({ found, onPast }: Props & OpensPast) {
  const t = useWords(annualWords)
  const look = `${button.button} `
  return (
    <p className={`flex wrap gap-8 no-print ${styles.elsewhere}`}>
      {found.longer.map(({ satelliteId, name, days }) => (
        <Link
          key={satelliteId}
          to={paths.annualCollisionStatistics}
          params={{ satellite_id: satelliteId }}
          className={look}
        >
          {t('longer', { name, days: formatNumber(days) })}
        </Link>
      ))}
      {found.longer.length > 0 ? null : (
        <Link to={paths.annualCollisionStatistics} params={{ satellite_id: undefined }} className={look}>
          {t('otherSatellite')}
        </Link>
      )}
      <Link to={paths.conjunctions} className={look}>
        {t('importMessages')}
      </Link>
      <PastEventsButton onOpen={onPast} />
    </p>
  )
}

function levelOf({ closed, isShort, assumptions: { limit } }: AnnualStatistics) {
  if (closed === null || isShort) return 'inactive'
  return closed.residualOverLife > limit ? 'caution' : 'ok'
}

export function FirstSentence({ found }: Props) {
  const t = useWords(annualWords)
  const { closed, assumptions, satelliteName: name } = found
  const threshold = <Chance value={assumptions.threshold} />
  const band = ownBand(found)
  const ends = { lower: formatBriefly(band?.lower ?? 0, 2), upper: formatBriefly(band?.upper ?? 0, 2) }
  const days = formatBriefly(historyYears(found) * DAYS_PER_YEAR, 2)
  // A rate from two days has no meaning: it would be between 0 and 840 a year.
  if (found.isShort) return t('notEnough', { name, days, needed: formatNumber(found.conventions.daysPerMonth) })
  if (isFew(found)) {
    const { observed, lower, upper } = countedOf(found)
    const values = {
      threshold,
      days,
      events: formatNumber(found.counts.decidable),
      observed: formatNumber(observed),
      lower: formatBriefly(lower, 2),
      upper: formatBriefly(upper, 2),
    }
    return <Said text={(marks) => t('leadFew', { ...marks, name })} values={values} />
  }
  if (closed === null) {
    const rate = formatBriefly(drawnRate(found), 2)
    return <Said text={(marks) => t('leadDrawn', { ...marks, name })} values={{ threshold, rate, ...ends }} />
  }
  const { manoeuvresPerYear, residualPerYear, riskPerYear } = closed.own
  const share = formatBriefly((100 * residualPerYear) / riskPerYear, 2)
  const values = {
    threshold,
    rate: formatBriefly(manoeuvresPerYear, 2),
    share,
    kept: <Chance value={residualPerYear} />,
  }
  return <Said text={(marks) => t('leadRates', { ...marks, name })} values={values} />
}

const drawnRate = ({ bootstrap, assumptions }: AnnualStatistics) =>
  bootstrap.rates.find(({ threshold }) => threshold === assumptions.threshold)?.manoeuvresPerYear.median ?? 0

/** Shows the residual risk over the satellite's life compared with the limit, and the threshold that meets the limit. */
export function LifeSentences({ found }: Props) {
  const t = useWords(annualWords)
  const { closed, assumptions, bootstrap } = found
  const { years, limit, threshold, deltaVMps } = assumptions
  if (found.isShort) return t('notEnoughHow')
  if (isFew(found)) return t('lifeFew', { years: formatNumber(years) })
  const drawn = bootstrap.rates.find((one) => one.threshold === threshold)?.residualOverLife.median
  const life = closed?.residualOverLife ?? drawn
  if (life === undefined) return null
  const first = (
    <Said
      text={(marks) => t(life > limit ? 'lifeAbove' : 'lifeBelow', { ...marks, years: formatNumber(years) })}
      values={{ life: <Chance value={life} />, limit: <Chance value={limit} /> }}
    />
  )
  if (closed === null) return first
  const { kind } = closed.solved
  if (kind !== 'threshold')
    return (
      <>
        {first} {t(kind === 'none-needed' ? 'noneNeededLead' : 'outOfReachLead')}
      </>
    )
  const solved = closed.solvedAround.find((one) => one.limit === limit)
  const rate = solved?.rates?.manoeuvresPerYear ?? 0
  const more = rate - closed.own.manoeuvresPerYear
  return (
    <>
      {first}{' '}
      <Said
        text={(marks) => t(more > 0 ? 'wouldMeet' : 'couldBe', marks)}
        values={{
          solved: <Chance value={closed.solved.threshold ?? 0} />,
          rate: formatBriefly(rate, 2),
          dv: formatBriefly(MM_PER_M * more * deltaVMps, 2),
        }}
      />
    </>
  )
}
