import type { Encounter, Screening } from '@apsis/contract/ca/screening/screening.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatInstant } from '../clock/format.ts'
import { type Comparison, compareEncounters, isSameVolume, withinVolume } from '../encounter/compare.ts'
import { encountersQuery } from '../encounter/queries.ts'
import { reasonWords } from '../encounter/reason.ts'
import { encounterWords } from '../encounter/words.data.ts'
import { Select } from '../ui/field/select.tsx'
import { formatProbabilityPlain } from '../ui/format/probability.ts'
import { formatQuantity } from '../ui/format/quantity.ts'
import { Pane } from '../ui/page/pane.tsx'
import { type Column, tableOf } from '../ui/table/column.ts'
import { ColumnChooser } from '../ui/table/column-chooser.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useStoredLayout } from '../ui/table/stored-layout.ts'
import { useWords } from '../ui/text/language.ts'
import { LongName, NameWithId } from '../ui/value/long-name.tsx'
import { Probability } from '../ui/value/quantity.tsx'
import styles from './changes.module.css'
import { screeningWords } from './words.data.ts'

type Props = {
  readonly screening: Screening
  /** The earlier screenings that the screening can be compared with, the newest first. */
  readonly earlier: readonly Screening[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

/** Returns the finished screenings of the same objects before this one, the newest first. */
export function earlierOf(one: Screening, all: readonly Screening[]): readonly Screening[] {
  const againstOf = ({ type }: Screening) => type.split('_VS_')[1]
  return all
    .filter(({ satelliteId, createdAt }) => satelliteId === one.satelliteId && createdAt < one.createdAt)
    .filter((other) => other.state === 'done' && againstOf(other) === againstOf(one))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Shows the changes since an earlier screening, as a sentence and for each close approach. */
export function Changes({ screening, earlier, chosen, onChoose }: Props) {
  const t = useWords(screeningWords)
  const say = useWords(encounterWords)
  const [layout, setLayout] = useStoredLayout('screening-changes')
  const columns = useMemo(() => changeColumns(t, say), [t, say])
  const previous = earlier.find(({ screeningId }) => screeningId === chosen) ?? earlier[0]
  const after = useQuery(encountersQuery(screening.screeningId))
  const before = useQuery({ ...encountersQuery(previous?.screeningId ?? ''), enabled: previous !== undefined })
  if (previous === undefined || after.data === undefined || before.data === undefined) return null
  // A close approach that only one of the two screenings could have found is not a change.
  const changes = compareEncounters(withinVolume(before.data, screening), withinVolume(after.data, previous))
  const rows = rowsOf(changes)
  const time = formatInstant(Date.parse(previous.createdAt))
  return (
    <Pane
      title={t('changes')}
      note={t('changesNote', { time })}
      id="changes"
      actions={rows.length > 0 ? <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} /> : null}
      exports={{
        csv: { name: `screening-changes-${screening.screeningId.slice(0, 8)}`, table: () => tableOf(columns, rows) },
      }}
    >
      <div className="row wrap pad-8 line-bottom gap-4-24">
        <p className={styles.sentence} role="status">
          {sentenceOf(changes, t)} {isSameVolume(screening, previous) ? null : t('otherVolume')}
        </p>
        {earlier.length > 1 ? (
          <div className={`min-w-0 ${styles.chooser}`}>
            <Select
              label={t('comparedWith')}
              value={previous.screeningId}
              onChange={onChoose}
              options={earlier.map(({ screeningId, title, createdAt }) => ({
                value: screeningId,
                label: `${formatInstant(Date.parse(createdAt))}, ${title}`,
              }))}
            />
          </div>
        ) : null}
      </div>
      {rows.length > 0 ? (
        <div className={`flex line-bottom ${styles.table}`} style={heightOf(rows)}>
          <DataTable
            label={t('changes')}
            rows={rows}
            columns={columns}
            idOf={idOf}
            initialSort={SORT}
            layout={layout}
            onLayout={setLayout}
            selected={NONE}
            onSelect={keepNothing}
            onOpen={keepNothing}
          />
        </div>
      ) : null}
    </Pane>
  )
}

/** Returns the number of rows as a CSS variable; the style sheet ignores it if the height is the same for all tables. */
function heightOf({ length }: readonly Row[]): React.CSSProperties & { readonly '--rows': number } {
  return { '--rows': length }
}

function sentenceOf({ fresh, gone, closer, farther }: Comparison, t: typeof screeningWords): string {
  const counts = { fresh: fresh.length, gone: gone.length, closer: closer.length, farther: farther.length }
  return Object.values(counts).every((count) => count === 0) ? t('unchanged') : t('compared', counts)
}

type Row = {
  readonly change: keyof Comparison
  readonly before: Encounter | undefined
  readonly after: Encounter | undefined
}

const ORDER = ['fresh', 'closer', 'farther', 'gone']
const SORT = [{ id: 'change', desc: false }]
const NONE: ReadonlySet<string> = new Set()
const keepNothing = () => undefined
const idOf = (row: Row) => `${shown(row).primary.objectId} ${shown(row).secondary.objectId} ${shown(row).tca}`

/** Returns a row for each change, in the order of time. */
function rowsOf({ fresh, gone, closer, farther }: Comparison): readonly Row[] {
  const rows: readonly Row[] = [
    ...fresh.map((after): Row => ({ change: 'fresh', before: undefined, after })),
    ...closer.map((pair): Row => ({ change: 'closer', ...pair })),
    ...farther.map((pair): Row => ({ change: 'farther', ...pair })),
    ...gone.map((before): Row => ({ change: 'gone', before, after: undefined })),
  ]
  return rows.toSorted((a, b) => (shown(a).tca < shown(b).tca ? -1 : 1))
}

function shown({ before, after }: Row): Encounter {
  const one = after ?? before
  if (one === undefined) throw new TypeError('a change is of a close approach')
  return one
}

function changeColumns(t: typeof screeningWords, say: typeof encounterWords): readonly Column<Row>[] {
  return [
    {
      id: 'change',
      title: t('change'),
      value: ({ change }) => ORDER.indexOf(change),
      plain: ({ change }) => change,
      cell: ({ change }) => t(`change_${change}`),
      widthPx: 90,
      priority: 1,
      narrow: 'status',
    },
    {
      id: 'pair',
      title: t('pair'),
      value: (row) => `${shown(row).primary.name} × ${shown(row).secondary.name} ${shown(row).secondary.objectId}`,
      cell: (row) => (
        <span className={`flex min-w-0 gap-8 ${styles.pair}`}>
          <NameWithId name={shown(row).secondary.name} id={shown(row).secondary.objectId} />
          <span>×</span>
          <LongName text={shown(row).primary.name} />
        </span>
      ),
      widthPx: 260,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'tca',
      title: say('tca'),
      value: (row) => Date.parse(shown(row).tca),
      plain: (row) => shown(row).tca,
      cell: (row) => <span className="mono">{formatInstant(Date.parse(shown(row).tca))}</span>,
      align: 'end',
      widthPx: 200,
      priority: 3,
      narrow: 'time',
    },
    miss('miss-before', t('missBefore'), ({ before }) => before),
    { ...miss('miss-after', t('missAfter'), ({ after }) => after), narrow: 'main', priority: 1 },
    probability('pc-before', t('pcBefore'), ({ before }) => before),
    { ...probability('pc-after', t('pcAfter'), ({ after }) => after), priority: 2 },
  ]
}

type EncounterOfRow = (row: Row) => Encounter | undefined

function miss(id: string, title: string, one: EncounterOfRow): Column<Row> {
  const value = (row: Row) => one(row)?.missM
  const cell = (row: Row) => {
    const metres = value(row)
    return metres === undefined ? '–' : formatQuantity('missDistance', metres).number
  }
  return { id, title, unit: 'm', value, cell, align: 'end', widthPx: 104, priority: 2 }
}

function probability(id: string, title: string, one: EncounterOfRow): Column<Row> {
  const value = (row: Row) => one(row)?.probability ?? undefined
  return {
    id,
    title,
    value,
    align: 'end',
    widthPx: 104,
    priority: 4,
    plain: (row) => formatProbabilityPlain(value(row)) || undefined,
    cell: (row) => {
      const given = one(row)
      return given ? <Probability value={value(row)} reason={reasonWords(given.probabilityReason)} /> : '–'
    },
  }
}
