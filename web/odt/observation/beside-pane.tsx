import type { Observation, ObservationReport } from '@apsis/contract/odt/observation.ts'
import { formatMinute } from '../../clock/format.ts'
import { Select } from '../../ui/field/select.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
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

/** Which of the other files is laid beside that of the page. */
export function BesideChoice({ others, chosen, onChoose }: ChoiceProps) {
  const t = useWords(observationWords)
  if (others.length === 0) return null
  const nameOf = (file: Observation) =>
    `${formatMinute(Date.parse(file.start))} ${file.sensorCode} · ${t('directions', { count: file.numberOfMeasurements })}`
  return (
    <div className={styles.beside}>
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

/** A number of both files: how it is written, and how much larger it is in the file beside. */
export type Fact = {
  readonly name: string
  readonly unit: string
  readonly values: readonly [number | undefined, number | undefined]
  readonly decimals: number
}

type Say = typeof observationWords

/** What can be compared of two files as numbers. */
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

/** Both files in numbers, and by how much the file beside differs. */
export function BesidePane({ report, beside }: Props) {
  const t = useWords(observationWords)
  const facts = factsOf([report, beside], t)
  const said = [objectText(report, t), objectText(beside, t)]
  const orbits = [report, beside].map((one) => orbitText(one, t))
  return (
    <Pane
      id="beside"
      title={t('beside')}
      note={t('besideNote')}
      exits={{
        csv: {
          name: 'files-compared',
          table: () => ({
            columns: ['quantity', 'unit', fileText(report), fileText(beside), 'difference'],
            rows: facts.map(({ name, unit, values: [a, b] }) => [name, unit, a, b, differenceOf(a, b)]),
          }),
        },
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, and has to for those without a pointer. */}
      <div className={styles.wide} tabIndex={0}>
        <table className={styles.table} aria-label={t('beside')}>
          <thead>
            <tr>
              <th scope="col">{t('quantity')}</th>
              {[report, beside].map((one) => (
                <th key={one['file-id']} scope="col" className={styles.number}>
                  <WholeWords text={fileText(one)} />
                </th>
              ))}
              <th scope="col" className={styles.number}>
                {t('difference')}
              </th>
            </tr>
          </thead>
          <tbody>
            <TextRow name={t('candidate')} texts={said} />
            <TextRow name={t('orbitUsed')} texts={orbits} />
            {facts.map((fact) => (
              <FactRow key={fact.name} {...fact} />
            ))}
          </tbody>
        </table>
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

function TextRow({
  name,
  texts: [own = '', other = ''],
}: {
  readonly name: string
  readonly texts: readonly string[]
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={`${styles.number} ${styles.text}`}>
        <WholeWords text={own} />
      </td>
      <td className={`${styles.number} ${styles.text}`}>
        <WholeWords text={other} />
      </td>
      <td className={styles.number}>{own === other ? '=' : '≠'}</td>
    </tr>
  )
}

function FactRow({ name, unit, values: [own, other], decimals }: Fact) {
  const t = useWords(observationWords)
  const written = (value: number | undefined, isSigned: boolean) =>
    value === undefined ? (
      <Missing reason={t('noValue')} />
    ) : (
      `${formatNumber(value, { decimals, signed: isSigned })}${unit === '″' ? '' : ' '}${unit}`.trim()
    )
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={styles.number}>{written(own, false)}</td>
      <td className={styles.number}>{written(other, false)}</td>
      <td className={styles.number}>{written(differenceOf(own, other), true)}</td>
    </tr>
  )
}
