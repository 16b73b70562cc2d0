import { costsOf as costsOfBurns } from '@apsis/astro/statistics/burn-costs.ts'
import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { Segments } from '../../ui/button/segments.tsx'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber, MISSING } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { useWords } from '../../ui/text/language.ts'
import { Probability } from '../../ui/value/quantity.tsx'
import styles from './annual.module.css'
import { FiguresTable } from './figures-table.tsx'
import { countedOf, isFew } from './history-rate.ts'
import { annualWords } from './words.data.ts'

/** One precision in each column: `2.0` below `0.31`. */
const figures = (value: number) => formatNumber(value, { significant: 2 })

type ClosedForm = NonNullable<AnnualStatistics['closed']>
type Props = { readonly found: AnnualStatistics; readonly call: ApiCall }

const percent = (share: number) => formatNumber(100 * share, { decimals: share < 0.1 ? 1 : 0 })
const Chance = ({ value }: { readonly value: number | undefined }) => (
  <Probability value={value} approximate reason={annualWords('notKnown')} />
)

/** Which threshold meets a limit over the life, and what flying with it means. */
type SolvedProps = Props & { readonly closed: ClosedForm; readonly children: React.ReactNode }

export function SolvedPane({ found, closed, call, children }: SolvedProps) {
  const t = useWords(annualWords)
  const { years } = found.assumptions
  return (
    <Pane
      id="solved"
      title={t('solved')}
      exits={{ csv: { name: 'solved-thresholds', table: () => solvedTable(closed) }, call }}
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
  const { years, limit: own, deltaVMps } = found.assumptions
  return (
    <FiguresTable
      label={t('solved')}
      head={[
        { text: t('limitOver', { years: formatNumber(years) }) },
        { text: t('threshold'), isNumber: true },
        { text: t('man'), unit: t('perA'), isNumber: true },
        { text: t('dv'), unit: t('dvPerA'), isNumber: true },
        { text: t('keptOf'), unit: '%', isNumber: true },
      ]}
      rows={closed.solvedAround.map(({ limit, kind, threshold, rates }) => ({
        key: String(limit),
        isOwn: limit === own,
        cells: [
          <Chance key="limit" value={limit} />,
          ...(rates === null || threshold === null
            ? [t(kind === 'none-needed' ? 'noneNeeded' : 'outOfReach')]
            : [
                <Chance key="threshold" value={threshold} />,
                figures(rates.manoeuvresPerYear),
                figures(rates.manoeuvresPerYear * deltaVMps),
                percent(rates.residualPerYear / rates.riskPerYear),
              ]),
        ],
      }))}
    />
  )
}

const solvedTable = ({ solvedAround }: ClosedForm): PlotTable => ({
  columns: ['limit_over_life', 'answer', 'threshold', 'manoeuvres_per_year', 'residual_per_year'],
  rows: solvedAround.map(({ limit, kind, threshold, rates }) => [
    limit,
    kind,
    threshold ?? undefined,
    rates?.manoeuvresPerYear,
    rates?.residualPerYear,
  ]),
})

type Cost = {
  readonly name: string
  readonly unit?: string
  readonly perYear: number | null
  readonly overLife: number | null
  /** Null where it is not known. */
  readonly perBurn: number | null
}

/** What the manoeuvres take, a year and over the life, with the interval of the own history. */
export function CostPane({ found, call }: Props) {
  const t = useWords(annualWords)
  return (
    <Pane
      id="costs"
      title={t('costs')}
      note={t('costsNote')}
      exits={{ csv: { name: 'annual-costs', table: () => costTable(found) }, call }}
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
  const { years } = found.assumptions
  const band = ownBand(found)
  return (
    <FiguresTable
      label={t('costs')}
      head={[
        { text: t('what') },
        { text: t('aYear'), isNumber: true },
        { text: '95 %', isNumber: true },
        { text: t('inYears', { years: formatNumber(years) }), isNumber: true },
      ]}
      rows={costsOf(found).map(({ name, unit, perYear, overLife, perBurn }) => ({
        key: name,
        cells: [
          <>
            {name} {unit ? <span className="muted fs-12">{unit}</span> : null}
          </>,
          <b key="year">{perYear === null ? MISSING : figures(perYear)}</b>,
          perBurn === null || band === undefined
            ? MISSING
            : t('fromTo', { from: figures(band.lower * perBurn), to: figures(band.upper * perBurn) }),
          overLife === null ? MISSING : figures(overLife),
        ],
      }))}
    />
  )
}

const GRAMS_PER_KG = 1000

function costsOf(found: AnnualStatistics): readonly Cost[] {
  const costs = allCostsOf(found)
  // With too few events the table gives the interval alone.
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

/** The interval of 95 % of the manoeuvres a year: by drawing the history again, or by counting where it is too small for that. */
export const ownBand = (found: AnnualStatistics): { readonly lower: number; readonly upper: number } | undefined =>
  isFew(found)
    ? countedOf(found)
    : found.bootstrap.rates.find(({ threshold }) => threshold === found.assumptions.threshold)?.manoeuvresPerYear

function costTable(found: AnnualStatistics): PlotTable {
  const band = ownBand(found)
  return {
    columns: ['cost', 'unit', 'per_year', 'lower', 'upper', 'over_life'],
    rows: costsOf(found).map(({ name, unit, perYear, overLife, perBurn }) => [
      name,
      unit,
      perYear ?? undefined,
      band && perBurn !== null ? band.lower * perBurn : undefined,
      band && perBurn !== null ? band.upper * perBurn : undefined,
      overLife ?? undefined,
    ]),
  }
}

export const SPLITS = ['kind', 'size'] as const
export type SplitName = (typeof SPLITS)[number]

type PartsProps = Props & {
  readonly closed: ClosedForm
  readonly split: SplitName
  readonly onSplit: (split: SplitName) => void
}

/** Where the manoeuvres come from: the other objects by kind, or by size. */
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
      exits={{ csv: { name: `annual-by-${split}`, table: () => partsTable(parts) }, call }}
      className={`line-top ${styles.pane}`}
    >
      <div className={styles.mix} role="img" aria-label={t('mix')}>
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

/** Of the flux, for a reader: objects a square kilometre and year. */
const PER_KM2 = 1e6

export function PartsTable({ closed, split }: { readonly closed: ClosedForm; readonly split: SplitName }) {
  const t = useWords(annualWords)
  const parts = partsOf(closed, split)
  const sigma = (value: number | null) => (value === null ? MISSING : formatNumber(value, { decimals: 0 }))
  return (
    <FiguresTable
      label={t('parts')}
      head={[
        { text: t(split) },
        { text: t('flux'), unit: '/km²/a', isNumber: true },
        { text: 'σ', unit: 'm', isNumber: true, isWide: true },
        { text: t('man'), unit: t('perA'), isNumber: true },
        { text: t('keptShort'), unit: t('perA'), isNumber: true },
      ]}
      rows={[
        ...parts.map(({ name, fluxPerM2Year, medianSigmaMinorM, medianSigmaMajorM, rates }, place) => ({
          key: name,
          cells: [
            <>
              <i className={styles.key} data-series={place + 1} /> {partName(name)}
            </>,
            figures(PER_KM2 * fluxPerM2Year),
            `${sigma(medianSigmaMinorM)} × ${sigma(medianSigmaMajorM)}`,
            <b key="rate">{figures(rates.manoeuvresPerYear)}</b>,
            <Chance key="kept" value={rates.residualPerYear} />,
          ],
        })),
        {
          key: 'all',
          isSum: true,
          cells: [
            t('allTracked'),
            figures(PER_KM2 * parts.reduce((sum, { fluxPerM2Year }) => sum + fluxPerM2Year, 0)),
            '',
            figures(closed.own.manoeuvresPerYear),
            <Chance key="kept" value={closed.own.residualPerYear} />,
          ],
        },
      ]}
    />
  )
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

/** A part by the name that the API gives it. */
export function partName(name: string): string {
  return Object.hasOwn(PART_WORDS, name) ? annualWords(PART_WORDS[name as keyof typeof PART_WORDS]) : name
}

const partsTable = (parts: ReturnType<typeof partsOf>): PlotTable => ({
  columns: [
    'part',
    'events',
    'flux_per_m2_year',
    'sigma_minor_m',
    'sigma_major_m',
    'manoeuvres_per_year',
    'risk_per_year',
    'residual_per_year',
  ],
  rows: parts.map(({ name, events, fluxPerM2Year, medianSigmaMinorM, medianSigmaMajorM, rates }) => [
    name,
    events,
    fluxPerM2Year,
    medianSigmaMinorM ?? undefined,
    medianSigmaMajorM ?? undefined,
    rates.manoeuvresPerYear,
    rates.riskPerYear,
    rates.residualPerYear,
  ]),
})
