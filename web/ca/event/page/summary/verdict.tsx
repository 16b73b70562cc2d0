import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import { useState } from 'react'
import { useNow } from '../../../../clock/clock.ts'
import { formatTime } from '../../../../clock/format.ts'
import { Instant } from '../../../../clock/instant.tsx'
import { Until } from '../../../../clock/until.tsx'
import { Unbroken } from '../../../../notifications/unbroken.tsx'
import { ReadAge } from '../../../../shell/page/read-by.tsx'
import { useNaming } from '../../../../shell/status/people.ts'
import { Segments } from '../../../../ui/button/segments.tsx'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatMiss, formatSeparation } from '../../../../ui/format/quantity.ts'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { Missing, Probability, Quantity } from '../../../../ui/value/quantity.tsx'
import { AdviceLine } from '../../advice.tsx'
import { commitText } from '../../commit-text.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { decidedWords } from '../../decided-words.data.ts'
import { LevelCauses } from '../../level-causes.tsx'
import type { Event } from '../view/use-event.ts'
import styles from './verdict.module.css'
import { aboveMaximumWords, doubtsOf, reasonWords, reportedWords, trendWords, validityOf } from './verdict-facts.ts'

type Props = { readonly event: Event }

/** The thresholds that apply if object 1 is not a satellite of the organisation. */
const STANDARD = Thresholds.parse({})

/** Shows the verdict on an event: danger, time to decide, separation, and certainty (ux.md S16). */
export function EventVerdict({ event }: Props) {
  const t = useWords(conjunctionWords)
  return (
    <section className={`stack min-w-0 min-h-0 clip-y panel ${styles.verdict}`} aria-label={t('verdict')}>
      <Risk event={event} />
      <Times event={event} />
      <Separation cdm={event.selected.cdm} />
      <HowSure event={event} />
    </section>
  )
}

export function Risk({ event }: Props) {
  const t = useWords(conjunctionWords)
  const { conjunction, selected, counting, messages, satellite } = event
  const { assessment, conjunctionData } = selected.cdm
  const why = aboveMaximumWords(selected.cdm)
  const isCounting = selected === counting
  const { level, word } = meaningOf(
    'risk',
    isCounting ? conjunction.conjunctionData.riskLevel : conjunctionData.riskLevel,
  )
  const isMitigated = conjunction.state === 'MITIGATED'
  const validity = validityOf(selected.cdm)
  const threshold = satellite?.configuration.thresholds ?? STANDARD
  return (
    <div className="line-bottom pad-8">
      <ReadAge />
      <AdviceLine
        event={conjunction}
        className={`mb-6 fs-16 ${styles.advice}`}
        before={
          isCounting ? '' : t('levelByNow', { level: meaningOf('risk', conjunction.conjunctionData.riskLevel).word })
        }
      />
      <p className={isMitigated ? 'row fs-13 medium muted gap-8 h-24' : 'row fs-16 bold gap-8 h-24'}>
        <StatusSymbol level={level} size={14} isOutline={isMitigated} />
        {word}
        <span className="grow" />
        {isCounting ? (
          <RecordTag event={event} />
        ) : (
          <span className={`clip soft fs-12 medium nowrap inline-row h-20 control-frame round ${styles.tag}`}>
            {t('asOfMessage', { number: selected.number })}
          </span>
        )}
      </p>
      {isCounting ? <LevelCauses event={conjunction} shownCdmId={counting.cdm.cdmId} /> : null}
      <p className={`medium nowrap mt-4 fs-28 lh-36 ${styles.figure}`}>
        <Probability value={assessment.probability ?? undefined} reason={reasonWords(assessment.reason)} />
      </p>
      <p className="flex items-baseline soft fs-13 gap-8">
        <StatusSymbol level={validity.level} />
        <span>{validity.text}</span>
      </p>
      <dl>
        <div className="row justify-between min-h-24 gap-12">
          <dt className="min-w-0">{reportedWords(selected.cdm)}</dt>
          <dd className="nowrap right">
            <Probability value={assessment.reported?.probability} reason={t('notReported')} />
          </dd>
        </div>
        <div className="row justify-between min-h-24 gap-12">
          <dt className="min-w-0">{t('maximum')}</dt>
          <dd className="nowrap right">
            <Probability value={assessment.maximumProbability ?? undefined} reason={t('notComputed')} />
          </dd>
        </div>
        <div className="row justify-between min-h-24 gap-12">
          <dt className="min-w-0">{t(satellite ? 'threshold' : 'standardThreshold')}</dt>
          <dd className="nowrap right">
            <Probability value={threshold.acceptedCollisionProbability} reason={t('notComputed')} />
          </dd>
        </div>
        <div className="row justify-between min-h-24 gap-12">
          <dt className="min-w-0">{t('trend')}</dt>
          <dd className="nowrap right">{trendWords(messages, selected, conjunction)}</dd>
        </div>
      </dl>
      {why ? <p className="soft fs-12">{why}</p> : null}
    </div>
  )
}

/** Shows the state of the decision record. */
export function RecordTag({ event: { conjunction } }: Props) {
  const t = useWords(conjunctionWords)
  const nowMs = useNow('minute')
  const { nameOf } = useNaming()
  const { state, owner, decision, snoozedUntil } = conjunction.decision
  if (snoozedUntil !== null && Date.parse(snoozedUntil) > nowMs)
    return (
      <span className={`clip soft fs-12 medium nowrap inline-row h-20 control-frame round ${styles.tag}`}>
        {t('tagSnoozed', { time: `${formatTime(Date.parse(snoozedUntil)).slice(0, 5)} Z` })}
      </span>
    )
  if (state === 'NEW') return null
  const values = {
    owner: owner === null ? '–' : nameOf(owner),
    decision: decision === null ? '–' : decidedWords(decision),
  }
  return (
    <span className={`clip soft fs-12 medium nowrap inline-row h-20 control-frame round ${styles.tag}`}>
      {t(`tag${state}`, values)}
    </span>
  )
}

export function Times({ event: { conjunction } }: Props) {
  const t = useWords(conjunctionWords)
  const tca = Date.parse(conjunction.conjunctionData.tca)
  const decide = Date.parse(conjunction.decideBefore)
  // If nothing is due, for a mitigated event or a low one, the time is shown without a countdown.
  const isOver = conjunction.state === 'MITIGATED' || conjunction.action === 'IGNORE'
  return (
    <dl className="line-bottom pad-8">
      <div className="row justify-between min-h-24 gap-12">
        <dt className="min-w-0">{t('tca')}</dt>
        <dd className="nowrap right">
          <Instant at={tca} />
        </dd>
      </div>
      <div className="row justify-between min-h-24 gap-12">
        <dt className="min-w-0">{t('toTca')}</dt>
        <dd className="medium nowrap right">
          <UntilPassed at={tca} />
        </dd>
      </div>
      <div className={`row justify-between min-h-24 gap-12 ${isOver ? 'muted' : ''}`}>
        <dt className="min-w-0">{t('decideBefore')}</dt>
        <dd className="nowrap right">
          <Instant at={decide} />
        </dd>
      </div>
      <div className={`row justify-between min-h-24 gap-12 ${isOver ? 'muted' : ''}`}>
        <dt className="flex-none min-w-0">{t('decideFrom')}</dt>
        <dd className="right pad-y-4 fs-12 lh-16 wrap-text">
          <Unbroken text={commitText(conjunction)} />
        </dd>
      </div>
      {isOver ? null : (
        <div className="row justify-between min-h-24 gap-12">
          <dt className="min-w-0">{t('toDecision')}</dt>
          <dd className="medium nowrap right">
            <UntilPassed at={decide} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Counts down to a time, and stops there. */
function UntilPassed({ at }: { readonly at: number }) {
  const t = useWords(conjunctionWords)
  const isAhead = useNow('second') < at
  return isAhead ? <Until at={at} seconds /> : t('passed')
}

export function Separation({ cdm }: { readonly cdm: Cdm }) {
  return (
    <div className="line-bottom pad-8">
      <SeparationTable data={cdm.conjunctionData} />
      <ApproachValues cdm={cdm} />
    </div>
  )
}

/** The axes of object 1 along which the miss is given. */
const AXES = ['RTN', 'VNB', 'TNW'] as const
type Axes = (typeof AXES)[number]
type Part = readonly [
  name: 'radial' | 'along' | 'cross' | 'velocityV' | 'normalN' | 'outwardB' | 'velocityT' | 'inwardN' | 'normalW',
  value: number,
  sigma: number | undefined,
]

/** Returns the miss along three axes, with its 1σ. */
export function partsOfVerdict(axes: Axes, data: Cdm['conjunctionData']): readonly Part[] {
  if (axes === 'VNB') {
    const { relativePositionVnb: p, sigmaVnb: s } = data
    return [
      ['velocityV', p.v, s?.v],
      ['normalN', p.n, s?.n],
      ['outwardB', p.b, s?.b],
    ]
  }
  if (axes === 'TNW') {
    const { relativePositionTnw: p, sigmaTnw: s } = data
    return [
      ['velocityT', p.t, s?.t],
      ['inwardN', p.n, s?.n],
      ['normalW', p.w, s?.w],
    ]
  }
  const { relativePosition: p, sigmaRtn: s } = data
  return [
    ['radial', p.r, s?.r],
    ['along', p.t, s?.t],
    ['cross', p.n, s?.n],
  ]
}

function SeparationTable({ data }: { readonly data: Cdm['conjunctionData'] }) {
  const t = useWords(conjunctionWords)
  const [axes, setAxes] = useState<Axes>('RTN')
  const rows = [
    { name: t('total'), value: data.totalMissDistance, sigma: data.sigmaMiss ?? undefined, write: formatMiss },
    ...partsOfVerdict(axes, data).map(([name, value, sigma]) => ({
      name: t(name),
      value,
      sigma,
      write: formatSeparation,
    })),
  ]
  return (
    <table className={styles.separation}>
      <thead>
        <tr>
          <th className="relative h-20 pad-0 muted fs-13 regular left" scope="col">
            {t('separation')}
            <span className={`no-print flex absolute top-0 z-1 ${styles.axes}`}>
              <Segments
                label={t('axes')}
                value={axes}
                onChange={setAxes}
                options={AXES.map((value) => ({ value, label: value }))}
              />
            </span>
          </th>
          <th className="h-20 pad-0 muted fs-12 regular right" scope="col">
            {t('unitM')}
          </th>
          <th className="h-20 pad-0 muted fs-12 regular right" scope="col">
            {t('unitSigma')}
          </th>
          <th className="h-20 pad-0 muted fs-12 regular right" scope="col">
            {t('unitTimes')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, sigma, write }, place) => (
          <tr key={name}>
            <th scope="row" className="pad-0 muted fs-13 regular left">
              {name}
            </th>
            <td className={`h-24 nowrap right ${place === 0 ? 'medium' : ''}`}>{write(value)}</td>
            <td className="h-24 nowrap right soft">
              {sigma === undefined ? <Missing reason={t('noSigma')} /> : `±${formatNumber(sigma, { decimals: 0 })}`}
            </td>
            <td className="h-24 nowrap right soft">
              {sigma ? formatNumber(Math.abs(value) / sigma, { decimals: 1 }) : <Missing reason={t('noSigma')} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ApproachValues({ cdm: { conjunctionData: data, assessment } }: { readonly cdm: Cdm }) {
  const t = useWords(conjunctionWords)
  return (
    <dl>
      <div className="row justify-between min-h-24 gap-12">
        <dt className="min-w-0">{t('mahalanobis')}</dt>
        <dd className="nowrap right">
          {assessment.mahalanobis === null ? (
            <Missing reason={t('notComputed')} />
          ) : (
            <Quantity name="mahalanobisDistance" value={assessment.mahalanobis} />
          )}
        </dd>
      </div>
      <div className="row justify-between min-h-24 gap-12">
        <dt className="min-w-0">{t('relativeSpeed')}</dt>
        <dd className="nowrap right">
          <Quantity name="relativeSpeed" value={data.relativeSpeed / 1_000} />
        </dd>
      </div>
      <div className="row justify-between min-h-24 gap-12">
        <dt className="min-w-0">{t('approachAngle')}</dt>
        <dd className="nowrap right">
          {assessment.approachAngleDeg === null ? (
            <Missing reason={t('notComputed')} />
          ) : (
            <Quantity name="angle" value={assessment.approachAngleDeg} />
          )}
        </dd>
      </div>
    </dl>
  )
}

export function HowSure({ event: { selected, coverage } }: Props) {
  const t = useWords(conjunctionWords)
  return (
    <div className="line-bottom pad-8">
      <h2 className={`fs-13 bold ${styles.title}`}>{t('howSure')}</h2>
      <ul className={styles.doubts}>
        {doubtsOf(selected.cdm, coverage).map(({ id, level, what, value }) => (
          <li className="grid items-center min-h-24 gap-8 soft fs-13 nowrap" key={id}>
            <StatusSymbol level={level} />
            <span className="min-w-0 clip ellipsis">{what}</span>
            <span className="ink">{value}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
