import { costsOf as costsOfBurns } from '@apsis/astro/statistics/burn-costs.ts'
import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber, MISSING } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { fileColumns, fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import styles from './annual.module.css'
import { countedOf, isFew } from './history-rate.ts'
import { annualWords } from './words.data.ts'

/** Returns a number with two digits, so that a column has one precision: `2.0` below `0.31`. */
const figures = (value: number) => formatNumber(value, { significant: 2 })

type ClosedForm = NonNullable<AnnualStatistics['closed']>
type Props = { readonly found: AnnualStatistics; readonly call: ApiCall }

const percent = (share: number) => formatNumber(100 * share, { decimals: share < 0.1 ? 1 : 0 })
const Chance = ({ value }: { readonly value: number | undefined }) => (
  <Probability value={value} approximate reason={annualWords('notKnown')} />
)

/** The properties of the table of thresholds that meet a limit over the life. */
type SolvedProps = Props & { readonly closed: ClosedForm; readonly children: React.ReactNode }

export function SolvedPane({ found, closed, call, children }: SolvedProps) {
  const t = useWords(annualWords)
  const { years } = found.assumptions
  return (
    <Pane
      id="solved"
      title={t('solved')}
      exports={{
        csv: { name: 'solved-thresholds', table: () => fileOf(solvedColumns(found, t), closed.solvedAround) },
        call,
      }}
      className={`line-top ${styles.pane}`}
    >
      <SolvedTable found={found} closed={closed} />
      <p className={styles.note}>{t('solvedHow', { years: formatNumber(years) })}</p>
      {children}
    </Pane>
  )
}

export function SolvedTable({ found, closed }: { readonly found: AnnualStatistics; readonly closed: ClosedForm }) {
  const t = useWords(annualWords)
  const { limit: own } = found.assumptions
  return (
    <PlainTable
      label={t('solved')}
      rows={closed.solvedAround}
      columns={solvedColumns(found, t)}
      idOf={({ limit }) => String(limit)}
      isSelected={({ limit }) => limit === own}
    />
  )
}

type SolvedLimit = ClosedForm['solvedAround'][number]

function solvedColumns({ assumptions }: AnnualStatistics, t: typeof annualWords): readonly PlainColumn<SolvedLimit>[] {
  const { years, deltaVMps } = assumptions
  const ifSolved = ({ rates }: SolvedLimit, write: (rates: NonNullable<SolvedLimit['rates']>) => string) =>
    rates === null ? null : write(rates)
  return [
    {
      id: 'limit_over_life',
      title: t('limitOver', { years: formatNumber(years) }),
      value: 'limit',
      cell: ({ limit }) => <Chance value={limit} />,
    },
    { id: 'answer', value: 'kind' },
    {
      id: 'threshold',
      title: t('threshold'),
      align: 'end',
      value: 'threshold',
      // The reason why there is no threshold replaces all its figures.
      span: ({ rates, threshold }) => (rates === null || threshold === null ? 4 : 1),
      cell: ({ kind, rates, threshold }) =>
        rates === null || threshold === null ? (
          t(kind === 'none-needed' ? 'noneNeeded' : 'outOfReach')
        ) : (
          <Chance value={threshold} />
        ),
    },
    {
      id: 'manoeuvres_per_year',
      title: t('man'),
      unit: t('perA'),
      align: 'end',
      value: ({ rates }) => rates?.manoeuvresPerYear,
      cell: (one) => ifSolved(one, ({ manoeuvresPerYear }) => figures(manoeuvresPerYear)),
    },
    {
      id: 'dv',
      title: t('dv'),
      unit: t('dvPerA'),
      align: 'end',
      cell: (one) => ifSolved(one, ({ manoeuvresPerYear }) => figures(manoeuvresPerYear * deltaVMps)),
    },
    {
      id: 'residual_per_year',
      title: t('keptOf'),
      unit: '%',
      align: 'end',
      value: ({ rates }) => rates?.residualPerYear,
      cell: (one) => ifSolved(one, ({ residualPerYear, riskPerYear }) => percent(residualPerYear / riskPerYear)),
    },
  ]
}

type Cost = {
  readonly name: string
  readonly unit?: string
  readonly perYear: number | null
  readonly overLife: number | null
  /** The value per burn; null if it is not known. */
  readonly perBurn: number | null
}

/** Shows the cost of the manoeuvres, per year and over the life, with the interval from the satellite's history. */
export function CostPane({ found, call }: Props) {
  const t = useWords(annualWords)
  return (
    <Pane
      id="costs"
      title={t('costs')}
      note={t('costsNote')}
      exports={{ csv: { name: 'annual-costs', table: () => fileOf(costColumns(found, t), costsOf(found)) }, call }}
      className={`line-top ${styles.pane}`}
    >
      <CostTable found={found} />
      <p className={styles.note}>
        {isFew(found) ? `${t('costsFew')} ` : null}
        {t(isFew(found) ? 'costsHowFew' : 'costsHow', {
          dv: formatNumber(found.assumptions.deltaVMps),
          outage: formatNumber(found.assumptions.outageHours),
        })}{' '}
        {found.costs.perYear.propellantKg === null ? t('noPropellant') : null}
      </p>
    </Pane>
  )
}

export function CostTable({ found }: { readonly found: AnnualStatistics }) {
  const t = useWords(annualWords)
  return (
    <PlainTable label={t('costs')} rows={costsOf(found)} columns={costColumns(found, t)} idOf={({ name }) => name} />
  )
}

function costColumns(found: AnnualStatistics, t: typeof annualWords): readonly PlainColumn<Cost>[] {
  const band = ownBand(found)
  const within = (end: 'lower' | 'upper', perBurn: number | null) =>
    band && perBurn !== null ? band[end] * perBurn : undefined
  const written = (value: number | null | undefined) => (value == null ? MISSING : figures(value))
  return [
    {
      id: 'cost',
      title: t('what'),
      value: 'name',
      cell: ({ name, unit }) => (
        <>
          {name} {unit ? <span className="muted fs-12">{unit}</span> : null}
        </>
      ),
    },
    { id: 'unit', value: 'unit' },
    {
      id: 'per_year',
      title: t('aYear'),
      align: 'end',
      value: 'perYear',
      cell: ({ perYear }) => <b>{written(perYear)}</b>,
    },
    {
      id: 'span',
      title: '95 %',
      align: 'end',
      cell: ({ perBurn }) =>
        band && perBurn !== null
          ? t('fromTo', { from: written(within('lower', perBurn)), to: written(within('upper', perBurn)) })
          : MISSING,
    },
    { id: 'lower', value: ({ perBurn }) => within('lower', perBurn) },
    { id: 'upper', value: ({ perBurn }) => within('upper', perBurn) },
    {
      id: 'over_life',
      title: t('inYears', { years: formatNumber(found.assumptions.years) }),
      align: 'end',
      value: 'overLife',
      cell: ({ overLife }) => written(overLife),
    },
  ]
}

const GRAMS_PER_KG = 1000

function costsOf(found: AnnualStatistics): readonly Cost[] {
  const costs = allCostsOf(found)
  // With too few events the table gives only the interval.
  return isFew(found) ? costs.map((cost) => ({ ...cost, perYear: null, overLife: null })) : costs
}

function allCostsOf({ costs: { perYear, overLife }, closed, assumptions }: AnnualStatistics): readonly Cost[] {
  const t = annualWords
  const { massKg, specificImpulseS, deltaVMps } = assumptions
  const gramsPerBurn =
    massKg === null || specificImpulseS === null
      ? null
      : GRAMS_PER_KG * (costsOfBurns(1, { massKg, specificImpulseS, deltaVMps, outageHours: 0 }).propellantKg ?? 0)
  const inGrams = (kg: number | null) => (kg === null ? null : GRAMS_PER_KG * kg)
  return [
    { name: t('manoeuvres'), perYear: perYear.manoeuvres, overLife: overLife.manoeuvres, perBurn: 1 },
    {
      name: t('deltaV'),
      unit: 'm/s',
      perYear: perYear.deltaVMps,
      overLife: overLife.deltaVMps,
      perBurn: assumptions.deltaVMps,
    },
    {
      name: t('propellant'),
      unit: 'g',
      perYear: inGrams(perYear.propellantKg),
      overLife: inGrams(overLife.propellantKg),
      perBurn: gramsPerBurn,
    },
    {
      name: t('outage'),
      unit: 'h',
      perYear: perYear.outageHours,
      overLife: overLife.outageHours,
      perBurn: assumptions.outageHours,
    },
    ...(closed
      ? [
          {
            name: t('falseAlarms'),
            perYear: closed.own.falseAlarmsPerYear,
            overLife: closed.own.falseAlarmsPerYear * assumptions.years,
            perBurn:
              closed.own.manoeuvresPerYear === 0 ? 1 : closed.own.falseAlarmsPerYear / closed.own.manoeuvresPerYear,
          },
        ]
      : []),
  ]
}

/** Returns the 95 % interval of the manoeuvres per year: by resampling the history, or by counting if the history is too small for that. */
export const ownBand = (found: AnnualStatistics): { readonly lower: number; readonly upper: number } | undefined =>
  isFew(found)
    ? countedOf(found)
    : found.bootstrap.rates.find(({ threshold }) => threshold === found.assumptions.threshold)?.manoeuvresPerYear

export const SPLITS = ['kind', 'size'] as const
export type SplitName = (typeof SPLITS)[number]

type PartsProps = Props & {
  readonly closed: ClosedForm
  readonly split: SplitName
  readonly onSplit: (split: SplitName) => void
}

/** Shows the origin of the manoeuvres: the other objects by kind, or by size. */
export function PartsPane({ closed, call, split, onSplit }: PartsProps) {
  const t = useWords(annualWords)
  const parts = partsOf(closed, split)
  const most = parts.reduce((sum, { rates }) => sum + rates.manoeuvresPerYear, 0)
  return (
    <Pane
      id="parts"
      title={t('parts')}
      actions={
        <Segments
          label={t('parts')}
          value={split}
          options={SPLITS.map((value) => ({ value, label: t(value) }))}
          onChange={onSplit}
        />
      }
      exports={{ csv: { name: `annual-by-${split}`, table: () => fileOf(partColumns(split, t), parts) }, call }}
      className={`line-top ${styles.pane}`}
    >
      <div className={`flex ${styles.mix}`} role="img" aria-label={t('mix')}>
        {parts.map(({ name, rates }, place) => (
          <i key={name} data-series={place + 1} style={{ flexGrow: most === 0 ? 1 : rates.manoeuvresPerYear / most }} />
        ))}
      </div>
      <PartsTable closed={closed} split={split} />
      <p className={styles.note}>
        <b>{t('untracked')}</b> {t('untrackedText')}
      </p>
    </Pane>
  )
}

const partsOf = (closed: ClosedForm, split: SplitName) =>
  (split === 'kind' ? closed.byKind : closed.bySize).toSorted(
    (one, other) => other.rates.manoeuvresPerYear - one.rates.manoeuvresPerYear,
  )

/** Flux is shown to readers in objects per square kilometre and year. */
const PER_KM2 = 1e6

export function PartsTable({ closed, split }: { readonly closed: ClosedForm; readonly split: SplitName }) {
  const t = useWords(annualWords)
  const parts = partsOf(closed, split)
  return (
    <PlainTable
      label={t('parts')}
      rows={parts}
      foot={[allOf(closed, parts)]}
      columns={partColumns(split, t)}
      idOf={({ name }) => name}
    />
  )
}

type Part = ReturnType<typeof partsOf>[number]
/** The name of the line with the sum of the others. */
const ALL = 'all'

const allOf = ({ own }: ClosedForm, parts: readonly Part[]): Part => ({
  name: ALL,
  events: parts.reduce((sum, { events }) => sum + events, 0),
  fluxPerM2Year: parts.reduce((sum, { fluxPerM2Year }) => sum + fluxPerM2Year, 0),
  medianSigmaMinorM: null,
  medianSigmaMajorM: null,
  rates: own,
})

function partColumns(split: SplitName, t: typeof annualWords): readonly PlainColumn<Part>[] {
  const sigma = (value: number | null) => (value === null ? MISSING : formatNumber(value, { decimals: 0 }))
  return [
    {
      id: 'part',
      title: t(split),
      value: 'name',
      cell: ({ name }, place) =>
        name === ALL ? (
          t('allTracked')
        ) : (
          <>
            <i className={styles.key} data-series={place + 1} /> {partName(name)}
          </>
        ),
    },
    { id: 'events', value: 'events' },
    {
      id: 'flux_per_m2_year',
      title: t('flux'),
      unit: '/km²/a',
      align: 'end',
      value: 'fluxPerM2Year',
      cell: ({ fluxPerM2Year }) => figures(PER_KM2 * fluxPerM2Year),
    },
    {
      id: 'sigma',
      title: 'σ',
      unit: 'm',
      align: 'end',
      priority: 2,
      cell: ({ name, medianSigmaMinorM: minor, medianSigmaMajorM: major }) =>
        name === ALL ? '' : `${sigma(minor)} × ${sigma(major)}`,
    },
    ...fileColumns<Part>({ sigma_minor_m: 'medianSigmaMinorM', sigma_major_m: 'medianSigmaMajorM' }),
    {
      id: 'manoeuvres_per_year',
      title: t('man'),
      unit: t('perA'),
      align: 'end',
      value: ({ rates }) => rates.manoeuvresPerYear,
      cell: ({ rates }) => <b>{figures(rates.manoeuvresPerYear)}</b>,
    },
    { id: 'risk_per_year', value: ({ rates }) => rates.riskPerYear },
    {
      id: 'residual_per_year',
      title: t('keptShort'),
      unit: t('perA'),
      align: 'end',
      value: ({ rates }) => rates.residualPerYear,
      cell: ({ rates }) => <Chance value={rates.residualPerYear} />,
    },
  ]
}

const PART_WORDS = {
  payload: 'payload',
  'rocket-body': 'rocketBody',
  debris: 'debris',
  unknown: 'unknownPart',
  'below-10-cm': 'small',
  '10-cm-to-1-m': 'middle',
  'above-1-m': 'large',
} as const

/** Returns the text for a part, by its name in the API. */
export function partName(name: string): string {
  return Object.hasOwn(PART_WORDS, name) ? annualWords(PART_WORDS[name as keyof typeof PART_WORDS]) : name
}
