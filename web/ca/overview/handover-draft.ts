import { RISK_LEVELS } from '@apsis/contract/ca/message/cdm.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { formatInstant } from '../../clock/format.ts'
import type { Naming } from '../../shell/status/people.ts'
import { formatProbabilityLine } from '../../ui/format/probability.ts'
import { levelMeaning, meaningOf } from '../../ui/status/status-meaning.ts'
import { commitText } from '../event/commit-text.ts'
import { type EventRow, pairOf, stateOf } from '../event/event-row.ts'
import { decidedText, reopeningText } from '../event/watched.ts'
import { watchingWords } from '../event/watching-words.data.ts'
import { conjunctionsWords } from '../event/words.data.ts'
import type { PassAhead } from '../pass/passes-ahead.ts'
import { aheadWords } from '../pass/words.data.ts'
import { burnWords } from '../plan/burns/words.data.ts'
import { blackoutNote, sizeText, stateMeaning } from '../plan/plan-state.ts'
import type { Changes } from './changes.ts'
import { type Health, healthText } from './health.ts'
import { overviewWords } from './words.data.ts'

type HandoverFacts = {
  /** The events that need a decision, the most urgent first. */
  readonly waiting: readonly EventRow[]
  /** The decided events whose TCA is in the future. */
  readonly watched: readonly EventRow[]
  /** Future burns, the next one first. */
  readonly burns: readonly Plan[]
  /** The ordered passes, the next one first. */
  readonly passes: readonly PassAhead[]
  /** The changes, and the time of the last look; undefined if there was none. */
  readonly changes: Changes | undefined
  readonly sinceMs: number | undefined
  readonly health: readonly Health[]
  readonly nowMs: number
  readonly nameOf: Naming['nameOf']
}

/** The maximum number of events that one line names. */
const MOST_NAMED_EVENTS = 5
const MOST_LATER_EVENTS = 3
const MOST_WATCHED = 20

/**
 * Returns the facts of the screen, below room for the author's text: next decision, decided events, changes, and the quality of the data.
 */
export function draftOf({
  waiting,
  watched,
  burns,
  passes,
  changes,
  sinceMs,
  health,
  nowMs,
  nameOf,
}: HandoverFacts): string {
  const t = overviewWords
  const [first, ...others] = waiting
  const later = others
    .slice(0, MOST_LATER_EVENTS)
    .map((row) => t('draftLater', { pair: pairOf(row), before: formatInstant(row.decideMs) }))
  return [
    '',
    '',
    t('draftAsOf', { time: formatInstant(nowMs) }),
    first ? decision(first) : t('noDecision'),
    ...later,
    ...(others.length > MOST_LATER_EVENTS ? [t('more', { count: others.length - MOST_LATER_EVENTS })] : []),
    ...watching(watched, nameOf),
    ...burning(burns),
    ...tracking(passes),
    '',
    ...changed(changes, sinceMs),
    ...health.map((one) => `${t(one.of)}: ${healthText(one, t)}.`),
  ].join('\n')
}

function decision(row: EventRow): string {
  return overviewWords('draftNext', {
    pair: pairOf(row),
    level: meaningOf('risk', row.risk).word,
    tca: formatInstant(row.tcaMs),
    before: `${formatInstant(row.decideMs)} (${commitText(row.event)})`,
    pc: formatProbabilityLine(row.pc),
    state: conjunctionsWords(`state${stateOf(row)}`),
  })
}

/** Returns the decided events one by one, because the next shift must know the conditions that reopen each. */
function watching(rows: readonly EventRow[], nameOf: Naming['nameOf']): readonly string[] {
  if (rows.length === 0) return []
  const lines = rows.slice(0, MOST_WATCHED).map((row) =>
    overviewWords('draftWatching', {
      pair: pairOf(row),
      level: levelMeaning(row).word,
      tca: formatInstant(row.tcaMs),
      pc: formatProbabilityLine(row.pc),
      decided: decidedText(row.event.decision, nameOf),
      reopens: row.event.reopens ? reopeningText(row.event.reopens) : '',
    }),
  )
  const rest = rows.length - MOST_WATCHED
  return ['', `${watchingWords('watching')}:`, ...lines, ...(rest > 0 ? [overviewWords('more', { count: rest })] : [])]
}

/** Returns the burns one by one, because the next shift must know until when each can be sent or stopped. */
function burning(plans: readonly Plan[]): readonly string[] {
  if (plans.length === 0) return []
  const lines = plans.slice(0, MOST_WATCHED).map((plan) =>
    burnWords('draftBurn', {
      name: plan.name,
      state: [stateMeaning(plan.state).word, blackoutNote(plan)].filter((one) => one !== undefined).join(', '),
      size: sizeText(plan),
      time: formatInstant(Date.parse(plan.ignitionEpoch)),
      commit: formatInstant(Date.parse(plan.commitAt)),
    }),
  )
  const rest = plans.length - MOST_WATCHED
  return ['', burnWords('draftBurns'), ...lines, ...(rest > 0 ? [overviewWords('more', { count: rest })] : [])]
}

/** Returns the passes one by one, because the next shift must know when data may arrive. */
function tracking(passes: readonly PassAhead[]): readonly string[] {
  if (passes.length === 0) return []
  const lines = passes
    .slice(0, MOST_WATCHED)
    .map(({ name, sensorCode: sensor, atMs, status }) =>
      aheadWords('draftPass', { name, sensor, time: formatInstant(atMs), status: meaningOf('request', status).word }),
    )
  const rest = passes.length - MOST_WATCHED
  return ['', aheadWords('draftPasses'), ...lines, ...(rest > 0 ? [overviewWords('more', { count: rest })] : [])]
}

function changed(changes: Changes | undefined, sinceMs: number | undefined): readonly string[] {
  const t = overviewWords
  if (!changes || sinceMs === undefined) return []
  const wordOf = (rank: number) => meaningOf('risk', RISK_LEVELS[rank] ?? 'UNKNOWN').word
  const named = (rows: readonly string[]) =>
    [
      ...rows.slice(0, MOST_NAMED_EVENTS),
      ...(rows.length > MOST_NAMED_EVENTS ? [t('more', { count: rows.length - MOST_NAMED_EVENTS })] : []),
    ].join(', ')
  const moved = (list: Changes['worse']) =>
    list.map(({ row, from }) => `${pairOf(row)} (${wordOf(from)} → ${wordOf(row.rank)})`)
  const lines = (['worse', 'fresh', 'better', 'ended'] as const).flatMap((id) => {
    const rows = id === 'worse' || id === 'better' ? moved(changes[id]) : changes[id].map(pairOf)
    return rows.length === 0 ? [] : [`${t(id)} ${rows.length}: ${named(rows)}.`]
  })
  const since = t('draftSince', { time: formatInstant(sinceMs) })
  return [`${since} ${lines.length === 0 ? t('unchanged') : ''}`.trim(), ...lines, '']
}
