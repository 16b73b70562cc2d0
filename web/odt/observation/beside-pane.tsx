import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { formatMinute } from '../../clock/format.ts'
import { Select } from '../../ui/field/select.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { WholeWords } from '../../ui/text/whole-words.tsx'
import { Missing } from '../../ui/value/quantity.tsx'
import { magnitudesOf, measurementLinesOf, shownCandidate } from './facts.ts'
import styles from './observation.module.css'
import { orbitText } from './orbit-text.ts'
import { fileText } from './residuals-plot.tsx'
import { observationWords } from './words.data.ts'

type ChoiceProps = {
  readonly others: readonly Observation[]
  readonly chosen: string | undefined
  readonly onChoose: (fileId: string | undefined) => void
}

/** Lets the reader choose the file that is compared with the file of the page. */
export function BesideChoice({ others, chosen, onChoose }: ChoiceProps) {
  const t = useWords(observationWords)
  if (others.length === 0) return null
  const nameOf = (file: Observation) =>
    `${formatMinute(Date.parse(file.start))} ${file.sensorCode} · ${t('directions', { count: file.numberOfMeasurements })}`
  return (
    <div className={`pad-8 line-bottom no-print ${styles.beside}`}>
      <Select
        label={t('compareWith')}
        value={chosen ?? ''}
        options={[
          { value: '', label: t('noOther') },
          ...others.map((file) => ({ value: file.observationFileId, label: nameOf(file) })),
        ]}
        onChange={(fileId) => onChoose(fileId || undefined)}
      />
    </div>
  )
}

/** A number of both files, with its formats for the value and for the difference. */
export type Fact = {
  readonly name: string
  readonly unit: string
  readonly values: readonly [number | undefined, number | undefined]
  readonly decimals: number
}

type Say = typeof observationWords

/** Returns the numbers that can be compared between two files. */
export function factsOf(reports: readonly [ObservationReport, ObservationReport], t: Say): readonly Fact[] {
  const fact = (
    name: string,
    of: (report: ObservationReport) => number | null | undefined,
    { unit = '', decimals = 0 }: { readonly unit?: string; readonly decimals?: number } = {},
  ): Fact => ({ name, unit, decimals, values: [of(reports[0]) ?? undefined, of(reports[1]) ?? undefined] })
  const inMetric = reports[0].associationResults.associationMetric === 'ANGULAR_DISTANCE' ? '″' : ''
  return [
    fact(t('measurements'), (report) => measurementLinesOf(report).length),
    fact(t('length'), ({ start, end }) => (Date.parse(end) - Date.parse(start)) / 1_000, { unit: 's', decimals: 1 }),
    fact(`RMS ${t('raAxis')}`, ({ rms }) => rms?.ra, { unit: '″', decimals: 2 }),
    fact(`RMS ${t('decAxis')}`, ({ rms }) => rms?.dec, { unit: '″', decimals: 2 }),
    fact(t('value'), (report) => shownCandidate(report)?.associationValue, { unit: inMetric, decimals: 2 }),
    fact(t('limit'), (report) => shownCandidate(report)?.associationThreshold, { unit: inMetric, decimals: 1 }),
    fact(t('offsetAlong'), (report) => shownCandidate(report)?.alongTrackTimeOffset, { unit: 's', decimals: 3 }),
    fact(t('meanMagnitude'), meanMagnitude, { unit: t('magnitude'), decimals: 2 }),
    fact(t('rms'), ({ orbitUpdate }) => orbitUpdate?.weightedRms, { decimals: 2 }),
  ]
}

function meanMagnitude(report: ObservationReport): number | undefined {
  const all = magnitudesOf(measurementLinesOf(report))
  return all.length === 0 ? undefined : all.reduce((sum, { magnitude }) => sum + magnitude, 0) / all.length
}

type Props = { readonly report: ObservationReport; readonly beside: ObservationReport }

/** Shows the numbers of both files, and the differences of the other file. */
export function BesidePane({ report, beside }: Props) {
  const t = useWords(observationWords)
  const facts = factsOf([report, beside], t)
  const columns = columnsOf([fileText(report), fileText(beside)], t)
  const said = [objectText(report, t), objectText(beside, t)]
  const orbits = [report, beside].map((one) => orbitText(one, t))
  const lines: readonly Line[] = [
    { name: t('candidate'), texts: said },
    { name: t('orbitUsed'), texts: orbits },
    ...facts,
  ]
  return (
    <Pane
      id="beside"
      title={t('beside')}
      note={t('besideNote')}
      exports={{
        csv: {
          name: 'files-compared',
          table: () => fileOf(columns, facts),
        },
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, and has to for those without a pointer. */}
      <div className="scroll-x" tabIndex={0}>
        <PlainTable label={t('beside')} rows={lines} columns={columns} idOf={({ name }) => name} isSmall />
      </div>
    </Pane>
  )
}

const differenceOf = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : b - a

function objectText(report: ObservationReport, t: Say): string {
  const found = shownCandidate(report)
  return report.isUncorrelated || !found ? t('notAssociated') : `${found.objectName} ${found.catalogueId}`
}

/** A line of the comparison: a text for each file, which may be equal or not, or a number for each file. */
type Line = { readonly name: string; readonly texts: readonly string[] } | Fact

const columnsOf = (names: readonly [string, string], t: Say): readonly PlainColumn<Line>[] => [
  { id: 'quantity', title: t('quantity'), isRowHead: true, value: 'name' },
  ...fileColumns<Line>({ unit: (line) => ('unit' in line ? line.unit : undefined) }),
  ...names.map(
    (name, place): PlainColumn<Line> => ({
      id: name,
      title: name,
      head: <WholeWords text={name} />,
      align: 'end',
      classOf: (line) => ('texts' in line ? styles.text : undefined),
      value: (line) => ('values' in line ? line.values[place] : undefined),
      cell: (line) =>
        'texts' in line ? (
          <WholeWords text={line.texts[place] ?? ''} />
        ) : (
          <Written fact={line} value={line.values[place]} />
        ),
    }),
  ),
  {
    id: 'difference',
    title: t('difference'),
    align: 'end',
    value: (line) => ('values' in line ? differenceOf(...line.values) : undefined),
    cell: (line) =>
      'texts' in line ? (
        line.texts[0] === line.texts[1] ? (
          '='
        ) : (
          '≠'
        )
      ) : (
        <Written fact={line} value={differenceOf(...line.values)} isSigned />
      ),
  },
]

type WrittenProps = { readonly fact: Fact; readonly value: number | undefined; readonly isSigned?: boolean }

function Written({ fact: { unit, decimals }, value, isSigned = false }: WrittenProps) {
  const t = useWords(observationWords)
  if (value === undefined) return <Missing reason={t('noValue')} />
  return `${formatNumber(value, { decimals, signed: isSigned })}${unit === '″' ? '' : ' '}${unit}`.trim()
}
