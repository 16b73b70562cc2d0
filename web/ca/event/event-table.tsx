import { weightOf } from '@apsis/contract/ca/event/by-urgency.ts'
import { RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import { useMemo } from 'react'
import { formatAge, formatInstantMs, formatTime } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import type { Naming } from '../../shell/status/people.ts'
import { MISSING } from '../../ui/format/number.ts'
import { formatProbabilityChange, formatProbabilityPlain, probabilityFactor } from '../../ui/format/probability.ts'
import { formatQuantity, type QuantityName } from '../../ui/format/quantity.ts'
import { levelMeaning, meaningOf, mitigatedText } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { TableLayout } from '../../ui/table/layout.ts'
import { useWords } from '../../ui/text/language.ts'
import { LongName } from '../../ui/value/long-name.tsx'
import { Missing, Probability } from '../../ui/value/quantity.tsx'
import { type EventRow, mitigatedAmong, stateOf, worstOf } from './event-row.ts'
import styles from './event-table.module.css'
import { arrangedIn, groupingOf, isFolded, namingOf, orderOf, parseFolding, titleOf, toggleFold } from './grouping.ts'
import { MessageAge, shortAge } from './message-age.tsx'
import { kindWord } from './object-kind.ts'
import { SimulatedMark } from './simulated-mark.tsx'
import { conjunctionsWords } from './words.data.ts'

type Props = {
  readonly rows: readonly EventRow[]
  readonly columns: readonly Column<EventRow>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  /** The chosen grouping of events and the folded groups, from the address. */
  readonly gathering?: { readonly by?: string | undefined; readonly fold?: string | undefined } | undefined
  readonly onFold?: (fold: string | undefined) => void
  readonly isPast: boolean
  readonly flowsOnPhone?: boolean
  /** While this value stays the same, new rows wait until they are loaded. */
  readonly hold: string | undefined
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** True if each click selects one more event. */
  readonly isPicking?: boolean
  readonly onActive: (row: EventRow) => void
  readonly onOpen: (row: EventRow) => void
}

const AHEAD = [{ id: 'until', desc: false }]
const BEHIND = [{ id: 'until', desc: true }]
const idOf = ({ id }: EventRow) => id
const edgeOf = (row: EventRow) => {
  const { level } = levelMeaning(row)
  return !row.isMitigated && (level === 'serious' || level === 'critical') ? level : undefined
}

/** Shows the table of events in their groups, by default by day and nearest first. */
export function EventTable({ isPast, gathering, onFold, ...table }: Props) {
  const t = useWords(conjunctionsWords)
  const asked = { ...gathering, sort: table.layout.sort }
  const grouping = groupingOf(asked)
  const groups = useGroups({ ...asked, isPast })
  const groupOf = useMemo(() => namingOf({ grouping, sort: asked.sort, isPast }), [grouping, asked.sort, isPast])
  const fold = onFold && ((name: string) => onFold(toggleFold(parseFolding(asked.fold), name)))
  return (
    <DataTable
      {...table}
      label={t('table')}
      idOf={idOf}
      edgeOf={edgeOf}
      groupOf={groupOf}
      groups={{ ...groups, onFold: fold }}
      initialSort={isPast ? BEHIND : AHEAD}
    />
  )
}

function Worst({ rows }: { readonly rows: readonly EventRow[] }) {
  return <StatusWord {...levelMeaning(worstOf(rows))} />
}

type GroupOptions = NonNullable<Props['gathering']> & { readonly sort?: string | undefined; readonly isPast: boolean }

/** Returns the same functions as long as the choice is the same, because the lines of thousands of events are built from them. */
function useGroups({ by, sort, fold, isPast }: GroupOptions) {
  const t = useWords(conjunctionsWords)
  const grouping = groupingOf({ by, sort })
  const headOf = useMemo(
    () => (name: string, rows: readonly EventRow[]) => (
      <span className={`inline-row gap-12 ${styles.group}`}>
        <b>
          {grouping === 'level' && rows[0] ? (
            <StatusWord {...meaningOf('risk', rows[0].risk)} />
          ) : (
            titleOf(grouping, rows, t, name)
          )}
        </b>
        <span>
          {t('inGroup', { count: rows.length })}
          <span className={styles.mitigated}>{mitigatedText(mitigatedAmong(rows))}</span>
        </span>
        {grouping === 'level' ? null : <Worst rows={rows} />}
      </span>
    ),
    [grouping, t],
  )
  return useMemo(() => {
    const folding = parseFolding(fold)
    return {
      compare: orderOf({ grouping, sort, isPast }),
      arrange: arrangedIn,
      isFolded: (name: string) => isFolded(folding, name),
      headOf,
    }
  }, [grouping, sort, fold, isPast, headOf])
}

type Say = typeof conjunctionsWords
type Col = Column<EventRow>
type Participant = EventRow['event']['object1']

const mono = (text: string) => <span className="mono">{text}</span>
const changeOf = ({ previousPc, newestPc }: EventRow) => probabilityFactor(previousPc, newestPc)
/** Low and mitigated events have a softer colour. */
const quiet = (row: EventRow, ...more: readonly (string | undefined)[]) =>
  [row.rank <= 1 || row.isMitigated ? 'soft' : '', ...more].join(' ')

type Now = {
  /** The current time, from which ages are computed. */
  readonly nowMs: number
  /** The number of letters of the longest satellite name, which is never cut. */
  readonly longest: number
  /**
   * The number of letters of the longest name of another object, so that this column gets its width before columns that may be left out.
   */
  readonly longestOther: number
  readonly nameOf: Naming['nameOf']
}

const LETTER_PX = 8.2
const PAD_PX = 20
/** Longer names of other objects are shortened in the middle. */
const MOST_LETTERS = 16
/** The width of a catalogue number, usually of five and at most of nine digits, and the gap before it. */
const NUMBER_PX = 52

/** Returns the columns of events, in the language chosen now. */
export function eventColumns(say: Say, { nowMs, nameOf, ...names }: Now): readonly Col[] {
  return [
    ...identity(say, names),
    ...probabilities(say),
    ...geometry(say),
    ...newest(say, nowMs),
    ...decided(say, nameOf),
  ]
}

const LEVEL_PX = 123

/** Returns the width of the symbol, the gaps, and the longest word for a level in the language chosen now. */
function levelPx(): number {
  const longest = Math.max(...RISK_LEVELS.map((risk) => meaningOf('risk', risk).word.length))
  return Math.max(LEVEL_PX, Math.round(42 + longest * 6.9))
}

function identity(say: Say, { longest, longestOther }: Omit<Now, 'nowMs' | 'nameOf'>): readonly Col[] {
  return [
    {
      id: 'level',
      title: say('level'),
      value: weightOf,
      plain: ({ risk }) => risk,
      cell: (row) => <StatusWord {...levelMeaning(row)} />,
      widthPx: levelPx(),
      priority: 1,
      narrow: 'status',
    },
    {
      id: 'until',
      title: say('toTca'),
      value: ({ tcaMs }) => tcaMs,
      plain: ({ tcaMs }) => formatInstantMs(tcaMs),
      cell: (row) => (
        <span className={quiet(row, 'plain-figures')}>
          <Until at={row.tcaMs} />
        </span>
      ),
      align: 'end',
      widthPx: 113,
      priority: 1,
      narrow: 'time',
    },
    {
      id: 'tca',
      title: say('tca'),
      unit: 'Z',
      value: ({ tcaMs }) => tcaMs,
      plain: ({ tcaMs }) => formatInstantMs(tcaMs),
      cell: (row) => <span className={quiet(row)}>{mono(formatTime(row.tcaMs))}</span>,
      align: 'end',
      widthPx: 76,
      priority: 2,
    },
    {
      id: 'satellite',
      title: say('satellite'),
      value: ({ satellite }) => satellite,
      cell: (row) => <span className={quiet(row, 'medium')}>{row.satellite}</span>,
      widthPx: Math.max(60, Math.round(longest * LETTER_PX + PAD_PX)),
      priority: 1,
    },
    {
      id: 'secondary',
      title: say('secondary'),
      value: ({ secondary }) => secondary,
      cell: (row) => (
        <span className={quiet(row, `flex items-baseline min-w-0 ${styles.named}`)}>
          <span className={`flex-none ${styles.phone}`} data-own>
            {row.satellite} ×{' '}
          </span>
          <LongName text={row.secondary} />
          <span className="mono flex-none muted fs-13 ml-8">{row.event.object2.designator}</span>
          <SimulatedMark event={row.event} />
        </span>
      ),
      widthPx: Math.round(Math.min(MOST_LETTERS, longestOther) * LETTER_PX + NUMBER_PX + PAD_PX),
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'type',
      title: say('kind'),
      value: ({ event: { object2 } }) => say(kindWord(object2.objectType)),
      cell: (row) => <span className={quiet(row)}>{say(kindWord(row.event.object2.objectType))}</span>,
      widthPx: 100,
      priority: 14,
    },
    {
      id: 'manoeuvrable',
      title: say('manoeuvrable'),
      value: ({ event: { object2 } }) => object2.manoeuvrable,
      cell: (row) => <span className={quiet(row)}>{say(`moves${row.event.object2.manoeuvrable}`)}</span>,
      widthPx: 92,
      priority: 15,
    },
  ]
}

function probabilities(say: Say): readonly Col[] {
  const pc = (value: number | null | undefined) => <Probability value={value ?? undefined} reason={say('noPc')} />
  return [
    {
      id: 'pc',
      title: say('pc'),
      value: (row) => row.pc,
      plain: (row) => formatProbabilityPlain(row.pc) || undefined,
      cell: (row) => (
        <span className={quiet(row, row.rank === 4 && !row.isMitigated ? 'medium' : '')}>{pc(row.pc)}</span>
      ),
      align: 'end',
      widthPx: 92,
      priority: 1,
      narrow: 'main',
    },
    {
      id: 'change',
      title: say('change'),
      value: changeOf,
      cell: (row) => (
        <span className={`fs-13 ${(changeOf(row) ?? 2) > 1.05 ? '' : 'muted'}`}>
          {formatProbabilityChange(row.previousPc, row.newestPc)}
        </span>
      ),
      align: 'end',
      widthPx: 68,
      priority: 3,
    },
    {
      id: 'max',
      title: say('maxPc'),
      value: ({ event }) => event.maximumProbability ?? undefined,
      plain: ({ event }) => formatProbabilityPlain(event.maximumProbability ?? undefined) || undefined,
      cell: (row) => <span className={quiet(row)}>{pc(row.event.maximumProbability)}</span>,
      align: 'end',
      widthPx: 96,
      priority: 8,
    },
  ]
}

type Part = (row: EventRow) => number | undefined

function geometry(say: Say): readonly Col[] {
  const quantity = (id: string, title: string, [name, unit]: readonly [QuantityName, string], part: Part): Col => ({
    id,
    title,
    unit,
    value: part,
    cell: (row) => <span className={quiet(row)}>{numberOf(name, part(row))}</span>,
    align: 'end',
    widthPx: 56,
    priority: 5,
  })
  const at =
    (axis: 'r' | 't' | 'n'): Part =>
    ({ event }) =>
      event.conjunctionData.relativePosition?.[axis]
  const km: Part = ({ event: { conjunctionData } }) =>
    conjunctionData.relativeSpeed === null ? undefined : conjunctionData.relativeSpeed / 1_000
  return [
    { ...quantity('miss', say('miss'), ['missDistance', 'm'], ({ missM }) => missM), widthPx: 49, priority: 4 },
    { ...quantity('r', 'R', ['listedSeparation', 'm'], at('r')), widthPx: 49 },
    quantity('t', 'T', ['listedSeparation', 'm'], at('t')),
    quantity('n', 'N', ['listedSeparation', 'm'], at('n')),
    { ...quantity('speed', say('speed'), ['relativeSpeed', 'km/s'], km), widthPx: 126, priority: 10 },
  ]
}

/** Returns a number as text; a dash if the event is known only from a report that does not state the number. */
const numberOf = (name: QuantityName, value: number | undefined) =>
  value === undefined ? '–' : formatQuantity(name, value).number

/** Returns the column with the age, at TCA, of the data about an object. */
function ageAtTca(say: Say, id: string, title: string, objectOf: (row: EventRow) => Participant): Col {
  const ageMs = (row: EventRow) => {
    const at = objectOf(row).lastObservationAt
    return at === null ? undefined : row.tcaMs - Date.parse(at)
  }
  return {
    id,
    title,
    value: ageMs,
    plain: (row) => objectOf(row).lastObservationAt ?? undefined,
    cell: (row) => {
      const age = ageMs(row)
      return age === undefined ? (
        <Missing reason={say('noObservation')} />
      ) : (
        <span className="soft">{formatAge(age)}</span>
      )
    },
    align: 'end',
    widthPx: 108,
    priority: 11,
  }
}

/**
 * Returns the columns with the number of messages, the age of the newest one, and the age of the data that it
 * is based on.
 */
function newest(say: Say, nowMs: number): readonly Col[] {
  const ageMs = ({ newestMs }: EventRow) => nowMs - newestMs
  return [
    {
      id: 'messages',
      title: say('messages'),
      value: ({ event }) => event.messages,
      cell: (row) => <span className={quiet(row)}>{row.event.messages}</span>,
      align: 'end',
      widthPx: 50,
      priority: 9,
    },
    {
      id: 'age',
      title: say('age'),
      value: ageMs,
      plain: ({ newestMs }) => formatInstantMs(newestMs),
      cell: (row) => (
        <span className="soft">{row.tcaMs < nowMs ? shortAge(ageMs(row)) : <MessageAge ageMs={ageMs(row)} />}</span>
      ),
      align: 'end',
      widthPx: 66,
      priority: 7,
    },
    ageAtTca(say, 'observed', say('dataAge'), ({ event }) => event.object2),
    ageAtTca(say, 'observed1', say('dataAge1'), ({ event }) => event.object1),
  ]
}

/** Returns the columns with the time to decide, the decision, and its author. */
function decided(say: Say, nameOf: Naming['nameOf']): readonly Col[] {
  const ownerOf = ({ event: { decision } }: EventRow) => (decision.owner === null ? undefined : nameOf(decision.owner))
  return [
    {
      id: 'decide',
      title: say('decide'),
      unit: 'Z',
      value: ({ decideMs }) => decideMs,
      plain: ({ decideMs }) => formatInstantMs(decideMs),
      cell: (row) => <span className={quiet(row)}>{mono(formatInstantMs(row.decideMs).slice(5, 16))}</span>,
      align: 'end',
      widthPx: 112,
      priority: 12,
    },
    {
      id: 'state',
      title: say('state'),
      value: (row) => stateOf(row),
      cell: (row) => <span className="soft">{say(`state${stateOf(row)}`)}</span>,
      widthPx: 78,
      // The decision must stay visible: its column is removed only after the columns for the components of the miss distance, and for the
      // change.
      priority: 2.5,
    },
    {
      id: 'owner',
      title: say('owner'),
      value: ownerOf,
      cell: (row) => (
        <span className="soft">
          <LongName text={ownerOf(row) ?? MISSING} />
        </span>
      ),
      widthPx: 90,
      priority: 13,
    },
  ]
}
