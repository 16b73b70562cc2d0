import { HOUR_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import {
  compareEphemeris,
  type EphemerisDifference,
  type EphemerisFile,
} from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { useQuery } from '@tanstack/react-query'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { useState } from 'react'
import { failureInWords } from '../../api/problem-in-words.ts'
import { apiWords } from '../../api/words.data.ts'
import { BottomAxis, LeftAxis, lengthLabel, TITLE_PX, timeLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstant } from '../../clock/format.ts'
import { Select } from '../../ui/field/select.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { Failure, NotComputed, Skeleton } from '../../ui/page/pane-states.tsx'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { ephemeridesQuery } from '../satellite/ephemerides-query.ts'
import { differenceQuery } from './file-query.ts'
import styles from './oems.module.css'
import { oemWords } from './words.data.ts'

const TICK_PX = 130
/** Labels at line ends that would overlap are placed below one another. */
const WORD_PX = 14
const LINES = [
  { part: 'total', line: 'stroke-line-3', word: chart.title },
  { part: 'r', line: 'stroke-series-1', word: chart.wordOne },
  { part: 't', line: 'stroke-series-2', word: chart.wordTwo },
  { part: 'n', line: 'stroke-ink', word: chart.wordInk },
] as const

/** Shows the distance between a file and an earlier one of its satellite, over the time that both cover. */
export function Difference({ file }: { readonly file: EphemerisFile }) {
  const t = useWords(oemWords)
  const files = useQuery(ephemeridesQuery())
  const [chosen, setChosen] = useState<string>()
  if (files.data === undefined) return <Skeleton rows={6} />
  const earlier = earlierOf(file, files.data)
  const reference = earlier.find(({ oemFileId }) => oemFileId === chosen) ?? earlier[0]
  if (reference === undefined) return <NotComputed>{t('differenceNone')}</NotComputed>
  return (
    <>
      {earlier.length > 1 ? (
        <div className={styles.chooser}>
          <Select
            label={t('differenceTo')}
            value={reference.oemFileId}
            onChange={setChosen}
            options={earlier.map(({ oemFileId, name, version }) => ({
              value: oemFileId,
              label: t('differenceFile', { name, version }),
            }))}
          />
        </div>
      ) : null}
      <Compared file={file} reference={reference} />
    </>
  )
}

/** Returns earlier files of the satellite whose usable time overlaps with this file's, the newest first. */
export function earlierOf(file: EphemerisFile, all: readonly EphemerisFile[]): readonly EphemerisFile[] {
  const { satelliteId, version, usableStartTime: from, usableStopTime: to } = file
  if (from === null || to === null) return []
  return all
    .filter((one) => one.satelliteId === satelliteId && one.version < version && one.state !== 'INVALID')
    .filter(({ usableStartTime: start, usableStopTime: stop }) => start !== null && stop !== null)
    .filter(({ usableStartTime: start, usableStopTime: stop }) => (start ?? '') < to && (stop ?? '') > from)
    .toSorted((a, b) => b.version - a.version)
}

type Pair = { readonly file: EphemerisFile; readonly reference: EphemerisFile }

function Compared({ file, reference }: Pair) {
  const t = useWords(oemWords)
  const api = useWords(apiWords)
  const query = useQuery(differenceQuery(file.oemFileId, reference.oemFileId))
  const { data, error } = query
  if (error)
    return (
      <Failure
        what={t('differenceFailed')}
        problem={failureInWords(error)}
        still={api('restHolds')}
        onRetry={() => void query.refetch()}
      />
    )
  if (data === undefined) return <Skeleton rows={6} />
  return (
    <>
      <p className="fs-16 medium pad-12">{differenceSentence(data, reference)}</p>
      <DifferencePlot
        difference={data}
        caption={differenceSentence(data, reference)}
        provenance={t('differenceProvenance', { name: file.name, reference: reference.name })}
        call={{
          method: 'GET',
          path: compareEphemeris.path.replace('{oem-id}', file.oemFileId),
          query: { 'reference-oem-id': reference.oemFileId },
        }}
      />
    </>
  )
}

/** Returns a sentence with the largest difference, its time and axes, and the usual difference (RMS). */
export function differenceSentence({ largest, rmsM, from, to }: EphemerisDifference, { name }: EphemerisFile): string {
  const { time, r, t, n, total } = largest
  return oemWords('differenceSentence', {
    name,
    total: metres(total),
    time: formatInstant(Date.parse(time)),
    r: metres(r),
    t: metres(t),
    n: metres(n),
    rms: metres(rmsM),
    hours: formatNumber((Date.parse(to) - Date.parse(from)) / HOUR_MS, { decimals: 1 }),
  })
}

type Props = {
  readonly difference: EphemerisDifference
  readonly caption: string
  readonly provenance: string
  readonly call: ApiCall
}
type Sample = EphemerisDifference['samples'][number]

/** Returns a difference in metres: to the millimetre, as files are written, but with no more digits than useful. */
function metres(value: number): string {
  return formatNumber(value, { decimals: Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 1 : 3 })
}

/** Draws the position difference of two ephemerides over time: along R, T, N, and in total. */
function DifferencePlot({ difference, caption, provenance, call }: Props) {
  const t = useWords(oemWords)
  const { samples } = difference
  return (
    <div className={`stack ${styles.apart}`}>
      <PlotFrame
        className="grow min-h-0"
        title={t('differenceTitle')}
        note={t('differenceNote')}
        caption={caption}
        provenance={provenance}
        fileName="ephemeris-difference"
        heightPx="fill"
        call={call}
        table={{
          columns: ['time, UTC', 'R, m', 'T, m', 'N, m', 'total, m'],
          rows: samples.map(({ time, r, t: along, n, total }) => [time, r, along, n, total]),
        }}
        plot={(size) => draw(difference, size)}
      />
    </div>
  )
}

function draw({ samples, largest }: EphemerisDifference, { width, height }: Size): Plot {
  const area = { left: 64, right: width - 52, top: TITLE_PX, bottom: height - 26 }
  const values = [...samples, largest].flatMap(({ r, t, n, total }) => [r, t, n, total, 0])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = scaleUtc([msOf(samples[0] ?? largest), msOf(samples.at(-1) ?? largest)], [area.left, area.right])
  const y = scaleLinear([low, high], [area.bottom, area.top]).nice(5)
  const ticks = y.ticks(5)
  const step = tickStep(ticks)
  const last = samples.at(-1) ?? largest
  const wordAt = spread(LINES.map(({ part }) => y(last[part]) + 4))
  const drawing = (
    <>
      <BottomAxis
        area={area}
        ticks={x
          .ticks(Math.max(2, Math.floor(width / TICK_PX)))
          .map((time) => ({ at: x(time), label: timeLabel(time.getTime()) }))}
      />
      <LeftAxis
        area={area}
        title={oemWords('differenceAxis')}
        ticks={ticks.map((value) => ({ at: y(value), label: lengthLabel(value, step) }))}
      />
      <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className="crisp stroke-line-2" />
      {LINES.map(({ part, line, word }, place) => (
        <g key={part}>
          <polyline
            points={samples.map((sample) => `${x(msOf(sample))},${y(sample[part])}`).join(' ')}
            className={`${chart.line} ${line}`}
          />
          <text x={area.right + 6} y={wordAt[place]} className={word}>
            {part === 'total' ? oemWords('differenceTotal') : part.toUpperCase()}
          </text>
        </g>
      ))}
      <circle cx={x(msOf(largest))} cy={y(largest.total)} r="5" className="fill-none stroke-accent stroke-w-1-5" />
    </>
  )
  return {
    drawing,
    points: [...samples, largest].map((one) => ({ x: x(msOf(one)), y: y(one.total), text: textOf(one) })),
  }
}

const msOf = ({ time }: Sample) => Date.parse(time)

/** Returns the places of labels, moved down as far as necessary so that they do not overlap. */
function spread(places: readonly number[]): readonly number[] {
  const moved = [...places]
  let above = Number.NEGATIVE_INFINITY
  for (const { index } of places.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at)) {
    const at = Math.max(places[index] ?? missing(), above + WORD_PX)
    moved[index] = at
    above = at
  }
  return moved
}

function textOf({ time, r, t, n, total }: Sample): string {
  return oemWords('differencePoint', {
    time: formatInstant(Date.parse(time)),
    r: metres(r),
    t: metres(t),
    n: metres(n),
    total: metres(total),
  })
}
