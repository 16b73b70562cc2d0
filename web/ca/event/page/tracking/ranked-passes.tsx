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
import { formatInstant } from '../../../../clock/format.ts'
import { paths } from '../../../../site/paths.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../../ui/format/probability.ts'
import { Pane } from '../../../../ui/page/pane.tsx'
import type { ApiCall } from '../../../../ui/page/pane-menu.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../../../ui/table/column.ts'
import { PlainTable } from '../../../../ui/table/plain-table.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { WholeWords } from '../../../../ui/text/whole-words.tsx'
import { chanceText, percent, seenText } from './chance-text.ts'
import { Order } from './order.tsx'
import styles from './tracking-tab.module.css'
import { trackingWords } from './words.data.ts'

type Props = { readonly object: TrackedObject; readonly found: EventTracking; readonly call: ApiCall }

/** Lists the passes of one object, best first; the order for the chosen ones already contains the event and the object. */
export function RankedPasses({ object, found, call }: Props) {
  const t = useWords(trackingWords)
  const { name, passes, unranked } = object
  const { chosen, toggle, setChosen } = useChosen(passes)
  const columns = columnsOf({ chosen, onToggle: toggle, t })
  return (
    <Pane
      title={t('track', { name })}
      note={t('rankedNote', { time: formatInstant(Date.parse(found.commitBefore)) })}
      exports={{ call, csv: { name: 'ranked-passes', table: () => fileOf(columns, passes) } }}
    >
      {unranked === null ? (
        <>
          <p className="row wrap gap-12 pad-8 muted fs-13 no-print">
            {t('rankedCaption', { line: formatProbabilityLine(found.line) })}
          </p>
          <div className="pad-end scroll-x">
            <PlainTable
              label={t('track', { name })}
              rows={passes}
              columns={columns}
              idOf={(pass) => pass.name}
              phone="cards"
              isSmall
              className={styles.table}
            />
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

type ColumnParts = {
  readonly chosen: readonly RankedPass[]
  readonly onToggle: (pass: RankedPass) => void
  readonly t: typeof trackingWords
}

const columnsOf = ({ chosen, onToggle, t }: ColumnParts): readonly PlainColumn<RankedPass>[] => [
  {
    id: 'chosen',
    title: t('chosen'),
    isTitleHidden: true,
    cell: (pass) => (
      <input
        type="checkbox"
        checked={chosen.includes(pass) || pass.orderedBy !== null}
        disabled={pass.orderedBy !== null}
        onChange={() => onToggle(pass)}
        aria-label={t('choose', { sensor: pass.sensorCode, time: formatInstant(Date.parse(pass.start)) })}
      />
    ),
  },
  {
    id: 'crossing',
    title: t('crossing'),
    isUnbroken: true,
    cell: ({ crossingChance, crossingChanceIfSeen }) => (
      <>
        <span className="bold">{percent(crossingChance)} %</span>
        <small>{t('ifSeen', { chance: percent(crossingChanceIfSeen) })}</small>
      </>
    ),
  },
  { id: 'pass', title: t('pass'), isRowHead: true, cell: (pass) => <PassName pass={pass} /> },
  ...fileColumns<RankedPass>({
    pass_id: 'name',
    sensor: 'sensorCode',
    start: 'start',
    end: 'end',
    result_by: 'resultBy',
    crossing_chance: 'crossingChance',
    crossing_chance_if_seen: 'crossingChanceIfSeen',
    saved_burns: 'savedBurns',
    track_probability: ({ detection }) => detection.probability,
    track_theoretical: ({ detection }) => detection.theoretical,
    track_empirical: ({ detection }) => detection.empirical,
    sensor_tries: ({ detection }) => detection.tries,
    sensor_successes: ({ detection }) => detection.successes,
    sigma_before_m: 'sigmaBefore',
    sigma_after_m: 'sigmaAfter',
    maximum_elevation_deg: 'maximumElevation',
    magnitude: 'magnitude',
    phase_angle_deg: 'phaseAngle',
    clear_sky: 'clearSky',
    ordered_by: 'orderedBy',
  }),
  {
    id: 'detection',
    title: t('detection'),
    isUnbroken: true,
    cell: ({ detection }) => (
      <>
        {percent(detection.probability)} %<small>{chanceText(detection)}</small>
      </>
    ),
  },
  {
    id: 'saved',
    title: t('saved'),
    isUnbroken: true,
    cell: ({ savedBurns }) => `${formatNumber(savedBurns, { decimals: 2 })} ${t('savedUnit')}`,
  },
  {
    id: 'sigma',
    title: t('sigma'),
    className: styles.sigma,
    cell: ({ sigmaBefore, sigmaAfter, isExhausted }) => (
      <>
        {/* The text may break only after the arrow. */}
        {formatNumber(sigmaBefore, { decimals: 0 })}&nbsp;→ {formatNumber(sigmaAfter, { decimals: 0 })}&nbsp;m
        {isExhausted ? <small>{t('exhausted')}</small> : null}
      </>
    ),
  },
  {
    id: 'result',
    title: t('result'),
    className: styles.result,
    cell: ({ resultBy }) => <WholeWords text={formatInstant(Date.parse(resultBy))} />,
  },
]

function PassName({ pass }: { readonly pass: RankedPass }) {
  const t = useWords(trackingWords)
  return (
    <>
      {pass.sensorCode} <span className="tabular nowrap">{formatInstant(Date.parse(pass.start))}</span>
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
    </>
  )
}
