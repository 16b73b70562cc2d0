import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { useNow } from '../../../../clock/clock.ts'
import { formatAge } from '../../../../clock/format.ts'
import type { PlotTable } from '../../../../ui/file/csv.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import type { PlainColumn } from '../../../../ui/table/column.ts'
import { PlainTable } from '../../../../ui/table/plain-table.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { WholeWords } from '../../../../ui/text/whole-words.tsx'
import { numberOf } from '../../../announced/notices.ts'
import { sourceOfRadius } from '../../../plot/plane/conjunction-plane-plot.tsx'
import { kindWord } from '../../object-kind.ts'
import { sourceWords } from '../../owner.ts'
import { movesText, type Owner, useOwner } from '../../owner-pane.tsx'
import { ownerWords } from '../../owner-words.data.ts'
import { conjunctionsWords } from '../../words.data.ts'
import styles from './context-tab.module.css'
import { contextWords } from './context-words.data.ts'
import { type Usual, usualOf } from './usual.ts'

type Standing = EventContext['object1']
type Measures = EventContext['messages'][number]['object1']
type Measure = Standing['inClass'][number]['measure']
type Props = { readonly found: EventContext; readonly cdm: Cdm }

type Row = {
  readonly id: string
  readonly name: string
  readonly unit?: string
  readonly cells: readonly [Cell, Cell]
}
/** The text of a cell, if any, with the rank of the value in its class and among the object's own messages. */
type Cell = {
  readonly text: string | undefined
  readonly place?: Standing['inClass'][number] | undefined
  /** The usual value of this object from its own messages, for measures that change with each new fit. */
  readonly usual?: Usual | null | undefined
  /** The source of the value, and its age. */
  readonly saidBy?: string | undefined
  /** True if the text is a number, such as `1998-067A`, which must not break at the hyphen. */
  readonly isNumber?: boolean
}

/** Shows both objects side by side: identity, size and mass, and the origin of their orbits. */
export function ObjectsTable({ found, cdm }: Props) {
  const t = useWords(contextWords)
  useWords(ownerWords)
  const owners = useOwners(cdm)
  const nowMs = useNow('minute')
  const { object1, object2 } = found
  return (
    <PlainTable
      label={t('objects')}
      rows={rowsOf({ ...found, owners }, cdm, nowMs)}
      columns={[
        {
          id: 'quantity',
          title: t('quantity'),
          isRowHead: true,
          cell: ({ name, unit }) => (
            <>
              {name} {unit ? <span className="muted fs-12">{unit}</span> : null}
            </>
          ),
        },
        ...[object1, object2].map(
          ({ name }, place): PlainColumn<Row> => ({
            id: `object ${place + 1}`,
            title: name,
            cell: ({ cells }) => <CellText cell={cells[place] as Cell} />,
          }),
        ),
      ]}
      idOf={({ id }) => id}
      className={styles.table}
    />
  )
}

function CellText({ cell: { text, saidBy, place, usual, isNumber } }: { readonly cell: Cell }) {
  const t = useWords(contextWords)
  return (
    <>
      {isNumber && text ? <WholeWords text={text} /> : text}
      {text === undefined ? <span className="muted">{t('notSaid')}</span> : null}
      {saidBy ? <small>{saidBy}</small> : null}
      {place ? <small>{placeText(place)}</small> : null}
      {usual ? <small>{usualText(usual)}</small> : null}
    </>
  )
}

function placeText({ percentile, sample }: Standing['inClass'][number]): string {
  return percentile === null
    ? contextWords('tooFew', { count: sample })
    : contextWords('percentile', { percentile: formatNumber(percentile, { decimals: 0 }), count: sample })
}

/** Returns `shared directory, 59 d old, simulated`. */
function saidText({ source, at, isSimulated }: NonNullable<Standing['countryFrom']>, nowMs: number): string {
  const age = at === null ? [] : [contextWords('old', { age: formatAge(nowMs - Date.parse(at)) })]
  return [sourceWords(source), ...age, ...(isSimulated ? [contextWords('madeUp')] : [])].join(', ')
}

const usualText = ({ median, percentile, count }: Usual) =>
  contextWords('usually', {
    median: formatNumber(median, { significant: 3 }),
    percentile: formatNumber(percentile, { decimals: 0 }),
    count: formatNumber(count),
  })

const whole = (value: number | null) => (value === null ? undefined : formatNumber(value, { decimals: 0 }))
const significant = (value: number | null) => (value === null ? undefined : formatNumber(value, { significant: 3 }))

type Owners = readonly [Owner, Owner]

function rowsOf(
  { object1, object2, messages, owners }: EventContext & { readonly owners: Owners },
  cdm: Cdm,
  nowMs: number,
): readonly Row[] {
  const t = contextWords
  const last = messages.at(-1)
  const both = (of: (object: Standing) => string | null | undefined): Row['cells'] => [
    { text: of(object1) ?? undefined },
    { text: of(object2) ?? undefined },
  ]
  const said = (what: 'operator' | 'country', from: 'operatorFrom' | 'countryFrom'): Row['cells'] => {
    const cell = (object: Standing): Cell => ({
      text: object[what] ?? undefined,
      saidBy: object[from] ? saidText(object[from], nowMs) : undefined,
    })
    return [cell(object1), cell(object2)]
  }
  const measured = (of: (object: Measures) => number | null, measure?: Measure): Row['cells'] => {
    const cell = (object: Measures | undefined, { inClass }: Standing): Cell => ({
      text: object && significant(of(object)),
      place: inClass.find((one) => one.measure === measure),
    })
    return [cell(last?.object1, object1), cell(last?.object2, object2)]
  }
  /** Returns the newest value and, beside it, the usual value of the object from every message of the event. */
  const refitted = (of: (object: Measures) => number | null, measure: Measure): Row['cells'] => {
    const [first, second] = measured(of, measure)
    const usual = (one: 'object1' | 'object2') => usualOf(messages.map((message) => of(message[one])))
    return [
      { ...first, usual: usual('object1') },
      { ...second, usual: usual('object2') },
    ]
  }
  const age = (seenAt: string | null): Cell => ({
    text: seenAt === null ? undefined : formatNumber((nowMs - Date.parse(seenAt)) / DAY_MS, { decimals: 1 }),
  })
  return [
    {
      id: 'number',
      name: t('number'),
      cells: [numbersCell(object1), numbersCell(object2)],
    },
    {
      id: 'kind',
      name: t('kind'),
      cells: [kindCell(cdm.object1), kindCell(cdm.object2)],
    },
    { id: 'operator', name: t('operator'), cells: said('operator', 'operatorFrom') },
    { id: 'country', name: t('country'), cells: said('country', 'countryFrom') },
    ...ownerRows(owners),
    { id: 'orbit', name: t('orbit'), unit: 'km', cells: both(orbitText) },
    { id: 'radius', name: t('radius'), unit: 'm', cells: both(radiusText) },
    { id: 'core', name: t('core'), unit: 'm', cells: both(({ coreRadiusM }) => significant(coreRadiusM)) },
    { id: 'mass', name: t('mass'), unit: 'kg', cells: measured(({ massKg }) => massKg, 'massKg') },
    { id: 'drag', name: t('drag'), unit: 'm²/kg', cells: refitted((one) => one.dragM2PerKg, 'dragM2PerKg') },
    {
      id: 'radiation',
      name: t('radiation'),
      unit: 'm²/kg',
      cells: refitted((one) => one.radiationM2PerKg, 'radiationM2PerKg'),
    },
    {
      id: 'dissipation',
      name: t('dissipation'),
      unit: 'W/kg',
      cells: refitted((one) => one.dissipationWPerKg, 'dissipationWPerKg'),
    },
    { id: 'models', name: t('models'), cells: both(modelsText) },
    { id: 'span', name: t('span'), unit: 'd', cells: measured(({ spanDays }) => spanDays, 'spanDays') },
    { id: 'rms', name: t('rms'), cells: measured(({ weightedRms }) => weightedRms, 'weightedRms') },
    { id: 'accepted', name: t('accepted'), unit: '%', cells: measured(({ acceptedPercent }) => acceptedPercent) },
    {
      id: 'tracks',
      name: t('tracks'),
      cells: [{ text: whole(last?.object1.tracksUsed ?? null) }, { text: whole(last?.object2.tracksUsed ?? null) }],
    },
    { id: 'perDay', name: t('perDay'), cells: refitted(({ tracksPerDay }) => tracksPerDay, 'tracksPerDay') },
    {
      id: 'ageNow',
      name: t('ageNow'),
      unit: 'd',
      cells: [age(cdm.object1.lastObservationAt), age(cdm.object2.lastObservationAt)],
    },
    {
      id: 'ageAtTca',
      name: t('ageAtTca'),
      unit: 'd',
      cells: measured(({ ageAtTcaDays }) => ageAtTcaDays, 'ageAtTcaDays'),
    },
    {
      id: 'quality',
      name: t('quality'),
      cells: [{ text: last && qualityText(last.object1) }, { text: last && qualityText(last.object2) }],
    },
  ]
}

/**
 * Returns the rows with the contact of each operator, the state of the object, and the sources on its
 * manoeuvrability (yardstick E29, E30).
 */
function ownerRows([first, second]: Owners): readonly Row[] {
  const cells = (of: (owner: Owner) => string | undefined): Row['cells'] => [{ text: of(first) }, { text: of(second) }]
  const reached = ({ operator, own }: Owner) =>
    [operator?.email, operator?.phone, operator?.website].filter(Boolean).join(', ') ||
    (own === undefined ? undefined : ownerWords('you'))
  return [
    { id: 'contact', name: ownerWords('contact'), cells: cells(reached) },
    { id: 'state', name: ownerWords('state'), cells: cells(({ state }) => ownerWords(`state_${state}`)) },
    { id: 'moves', name: ownerWords('moves'), cells: cells(({ statements }) => movesText(statements)) },
  ]
}

function useOwners({ object1, object2 }: Cdm): Owners {
  const first = useOwner({ noradId: numberOf(object1.designator), said: object1 })
  const second = useOwner({ noradId: numberOf(object2.designator), said: object2 })
  return [first, second]
}

const numbersCell = ({ designator, internationalDesignator }: Standing): Cell => ({
  text: [designator, internationalDesignator].filter(Boolean).join(', ') || undefined,
  isNumber: true,
})

const kindCell = ({ objectType }: Cdm['object1']): Cell => ({ text: conjunctionsWords(kindWord(objectType)) })

function orbitText({ orbit }: Standing): string | undefined {
  if (orbit === null) return undefined
  const km = (value: number) => formatNumber(value, { decimals: 0 })
  const inclination = formatNumber(orbit.inclinationDeg, { decimals: 1 })
  return `${km(orbit.perigeeKm)} × ${km(orbit.apogeeKm)}, ${inclination}°`
}

function radiusText({ radiusM, radiusFrom }: Standing): string | undefined {
  return radiusM === null ? undefined : `${formatNumber(radiusM, { significant: 3 })}, ${sourceOfRadius(radiusFrom)}`
}

/** Returns the models of the orbit determination, in the words of the message. */
function modelsText({ models: { gravity, atmosphere, bodies, radiation, tides, thrust } }: Standing) {
  const t = contextWords
  const named = (word: string, value: string | null) => (value === 'YES' ? [word] : [])
  const texts = [
    ...[gravity, atmosphere, bodies].filter((one) => one !== null && !one.toUpperCase().includes('NONE')),
    ...named(t('modelRadiation'), radiation),
    ...named(t('modelTides'), tides),
    ...named(t('modelThrust'), thrust),
  ]
  return texts.length === 0 ? undefined : texts.join('; ')
}

/** Returns the share of passed tests, and the names of the failed ones. */
function qualityText({ quality }: Measures): string | undefined {
  if (quality === null) return undefined
  const t = contextWords
  const share = `${formatNumber(100 * quality.composite, { decimals: 0 })} %`
  if (quality.failed.length === 0) return `${share}, ${t('allPassed')}`
  return `${share}; ${t('failedTests', { tests: quality.failed.map(testName).join(', ') })}`
}

const TESTS = {
  'model.geopotential': 'testGeopotential',
  'model.drag': 'testDrag',
  'model.radiation': 'testRadiation',
  'model.sunAndMoon': 'testSunAndMoon',
  'model.tides': 'testTides',
  'model.dragValue': 'testDragValue',
  'model.radiationValue': 'testRadiationValue',
  'fit.span': 'testSpan',
  'fit.accepted': 'testAccepted',
  'fit.weightedRms': 'testWeightedRms',
  'covariance.given': 'testGiven',
  'covariance.notDefault': 'testNotDefault',
  'covariance.positiveDefinite': 'testPositiveDefinite',
  'covariance.alongTrackSize': 'testAlongTrack',
  'age.lastObservation': 'testAge',
} as const

const testName = (test: string): string =>
  Object.hasOwn(TESTS, test) ? contextWords(TESTS[test as keyof typeof TESTS]) : test

/** Returns the numbers for a file, in SI units and with the percentiles. */
export function objectsFile(found: EventContext, cdm: Cdm): PlotTable {
  const last = found.messages.at(-1)
  const objects = [
    [found.object1, last?.object1, cdm.object1],
    [found.object2, last?.object2, cdm.object2],
  ] as const
  return {
    columns: ['object', 'name', 'quantity', 'value', 'percentile_of_class', 'class_sample'],
    rows: objects.flatMap(([standing, measures, { lastObservationAt }]) => {
      const about = [standing.designator, standing.name] as const
      const place = (name: string) => standing.inClass.find(({ measure }) => measure === name)
      const plain = [
        ['country', standing.country],
        ['countryFrom', standing.countryFrom?.source],
        ['operator', standing.operator],
        ['operatorFrom', standing.operatorFrom?.source],
        ['perigeeKm', standing.orbit?.perigeeKm],
        ['apogeeKm', standing.orbit?.apogeeKm],
        ['inclinationDeg', standing.orbit?.inclinationDeg],
        ['radiusM', standing.radiusM],
        ['coreRadiusM', standing.coreRadiusM],
        ['lastObservationAt', lastObservationAt],
      ] as const
      const { quality, ...numbers } = measures ?? {}
      return [...plain, ...Object.entries(numbers), ['quality', quality?.composite] as const].map(([name, value]) => [
        ...about,
        name,
        value ?? undefined,
        place(name)?.percentile ?? undefined,
        place(name)?.sample,
      ])
    }),
  }
}
