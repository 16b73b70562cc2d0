import {
  type EventTracking,
  isProposable,
  isWorthIt,
  LEAST_CROSSING_CHANCE,
  PROPOSED_FOR_EVENT,
  type RankedPass,
  type TrackedObject,
} from '@apsis/contract/odt/tracking/conjunction.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatInstant } from '../../../clock/format.ts'
import { paths } from '../../../site/paths.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import type { ApiCall } from '../../../ui/page/pane-menu.tsx'
import cards from '../../../ui/table/cards.module.css'
import { useWords } from '../../../ui/text/language.ts'
import { WholeWords } from '../../../ui/text/whole-words.tsx'
import { chanceText, percent, seenText } from './chance-text.ts'
import { Order } from './order.tsx'
import styles from './tracking-tab.module.css'
import { trackingWords } from './words.data.ts'

type Props = { readonly object: TrackedObject; readonly found: EventTracking; readonly call: ApiCall }

/** The passes of one object, best first; what is chosen is ordered with the event and the object filled in. */
export function RankedPasses({ object, found, call }: Props) {
  const t = useWords(trackingWords)
  const { name, passes, unranked } = object
  const { chosen, toggle, setChosen } = useChosen(passes)
  return (
    <Pane
      title={t('track', { name })}
      note={t('rankedNote', { time: formatInstant(Date.parse(found.commitBefore)) })}
      exits={{ call, csv: { name: 'ranked-passes', table: () => tableOf(passes) } }}
    >
      {unranked === null ? (
        <>
          <p className="row wrap gap-12 pad-8 muted fs-13 no-print">
            {t('rankedCaption', { line: formatProbabilityLine(found.line) })}
          </p>
          <div className="pad-end scroll-x">
            <PassTable object={object} chosen={chosen} onToggle={toggle} />
          </div>
          {passes.some(isWorthIt) ? null : (
            <p className="row wrap gap-12 pad-8 muted fs-13 no-print">
              {t('nothingWorth', { name, least: percent(LEAST_CROSSING_CHANCE) })}
            </p>
          )}
          <Order object={object} chosen={chosen} conjunctionId={found.conjunctionId} onTake={setChosen} />
        </>
      ) : (
        <p className="row wrap gap-12 pad-8 muted fs-13 no-print">
          {t(unranked)} {unranked === 'NO_SENSOR' ? <Link to={paths.sensors}>{t('toSensors')}</Link> : null}
        </p>
      )}
    </Pane>
  )
}

function useChosen(passes: readonly RankedPass[]) {
  const [given, setGiven] = useState<readonly string[]>()
  const [best] = passes
  const usual = passes.filter((pass) => pass.measurementType === best?.measurementType && isProposable(pass))
  const names = given ?? usual.slice(0, PROPOSED_FOR_EVENT).map(({ name }) => name)
  const chosen = passes.filter(({ name, orderedBy }) => names.includes(name) && orderedBy === null)
  const toggle = (pass: RankedPass) => {
    const known = chosen.map(({ name }) => name)
    setGiven(known.includes(pass.name) ? known.filter((name) => name !== pass.name) : [...known, pass.name])
  }
  return { chosen, toggle, setChosen: setGiven }
}

type TableProps = {
  readonly object: TrackedObject
  readonly chosen: readonly RankedPass[]
  readonly onToggle: (pass: RankedPass) => void
}

function PassTable({ object: { name, passes }, chosen, onToggle }: TableProps) {
  const t = useWords(trackingWords)
  return (
    <table className={`fs-13 ${styles.table} ${cards.cards}`} aria-label={t('track', { name })}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('chosen')}</span>
          </th>
          <th scope="col">{t('crossing')}</th>
          <th scope="col">{t('pass')}</th>
          <th scope="col">{t('detection')}</th>
          <th scope="col">{t('saved')}</th>
          <th scope="col">{t('sigma')}</th>
          <th scope="col">{t('result')}</th>
        </tr>
      </thead>
      <tbody>
        {passes.map((pass) => (
          <PassRow key={pass.name} pass={pass} isChosen={chosen.includes(pass)} onChoose={() => onToggle(pass)} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { readonly pass: RankedPass; readonly isChosen: boolean; readonly onChoose: () => void }

function PassRow({ pass, isChosen, onChoose }: RowProps) {
  const t = useWords(trackingWords)
  const { detection, sensorCode } = pass
  const time = formatInstant(Date.parse(pass.start))
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          checked={isChosen || pass.orderedBy !== null}
          disabled={pass.orderedBy !== null}
          onChange={onChoose}
          aria-label={t('choose', { sensor: sensorCode, time })}
        />
      </td>
      <td className={styles.number} data-name={t('crossing')}>
        <span className="bold">{percent(pass.crossingChance)} %</span>
        <small>{t('ifSeen', { chance: percent(pass.crossingChanceIfSeen) })}</small>
      </td>
      <th scope="row">
        {sensorCode} <span className={styles.number}>{time}</span>
        <small>
          {pass.groundSensorName}, {seenText(pass)}
          {pass.orderedBy === null ? null : (
            <>
              {', '}
              <Link
                to={paths.observation}
                params={{ observation_request_id: pass.orderedBy, observation_file_id: undefined }}
              >
                {t('ordered')}
              </Link>
            </>
          )}
        </small>
      </th>
      <td className={styles.number} data-name={t('detection')}>
        {percent(detection.probability)} %<small>{chanceText(detection)}</small>
      </td>
      <td className={styles.number} data-name={t('saved')}>
        {formatNumber(pass.savedBurns, { decimals: 2 })} {t('savedUnit')}
      </td>
      <td className={styles.number} data-name={t('sigma')}>
        {/* It breaks behind the arrow alone. */}
        {formatNumber(pass.sigmaBefore, { decimals: 0 })}&nbsp;→ {formatNumber(pass.sigmaAfter, { decimals: 0 })}&nbsp;m
        {pass.isExhausted ? <small>{t('exhausted')}</small> : null}
      </td>
      <td className={styles.number} data-name={t('result')}>
        <WholeWords text={formatInstant(Date.parse(pass.resultBy))} />
      </td>
    </tr>
  )
}

const tableOf = (passes: readonly RankedPass[]) => ({
  columns: [
    ...['pass_id', 'sensor', 'start', 'end', 'result_by', 'crossing_chance', 'crossing_chance_if_seen', 'saved_burns'],
    ...[
      'track_probability',
      'track_theoretical',
      'track_empirical',
      'sensor_tries',
      'sensor_successes',
      'sigma_before_m',
      'sigma_after_m',
    ],
    ...['maximum_elevation_deg', 'magnitude', 'phase_angle_deg', 'clear_sky', 'ordered_by'],
  ],
  rows: passes.map((pass) => [
    ...[pass.name, pass.sensorCode, pass.start, pass.end, pass.resultBy, pass.crossingChance],
    ...[pass.crossingChanceIfSeen, pass.savedBurns, pass.detection.probability, pass.detection.theoretical],
    ...[
      pass.detection.empirical ?? undefined,
      pass.detection.tries,
      pass.detection.successes,
      pass.sigmaBefore,
      pass.sigmaAfter,
    ],
    ...[pass.maximumElevation, pass.magnitude ?? undefined, pass.phaseAngle ?? undefined, pass.clearSky ?? undefined],
    pass.orderedBy ?? undefined,
  ]),
})
