import { missing } from '@apsis/astro/missing.ts'
import { dot } from '@apsis/astro/vec3.ts'
import { useMemo } from 'react'
import { formatTime } from '../../../clock/format.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { formatNumber, MISSING, typedNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Skeleton } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import type { BurnMark } from '../../plot/manoeuvre/near-marks.ts'
import {
  isByDecades,
  type ShownQuantity,
  smallestRow,
  type TradeMap,
  unitOf,
  valuesOf,
} from '../../plot/manoeuvre/shown.ts'
import { TradeSpacePlot } from '../../plot/manoeuvre/trade-space-plot.tsx'
import { propellantOf } from './burn-size.ts'
import { withLetters } from './candidate-letters.ts'
import { nameOf } from './candidates.tsx'
import type { SpaceOfEvents } from './collected.ts'
import { collectedWords } from './collected-words.data.ts'
import { type Candidate, commandOf, type DesignCase, type TradeSpace } from './design.ts'
import { type Design, SHOWN } from './design-address.ts'
import {
  type PinnedBurn,
  useBurnBeforeDrag,
  useChosenBurn,
  useDesignFailure,
  usePinnedBurns,
  useSuggestions,
  useTradeSpace,
} from './design-hooks.ts'
import { useDesign, useDesignedEvent, useDesignerState } from './designer-state.tsx'
import { useOtherEvents } from './other-events.tsx'
import { pinLabel } from './pins.ts'
import { designWords } from './words.data.ts'

/** Draws the map of all burns along a line, with the chosen, the suggested and the dragged ones. */
export function MapPane() {
  const t = useWords(designWords)
  const { message, designCase } = useDesignedEvent()
  const { ask, draggedLead } = useDesignerState()
  const design = useDesign(({ goal, target, show, settings }) => ({ goal, target, show, settings }))
  const { data: space, isPlaceholderData: busy } = useTradeSpace()
  const { data: chosen } = useChosenBurn().burn
  const { data: suggestions = [] } = useSuggestions()
  const pins = usePinnedBurns()
  const ghost = useBurnBeforeDrag()
  const failure = useDesignFailure()
  const hasOthers = useOtherEvents().beside.length > 0
  // The map stays the same object while none of its inputs change, so its thousands of cells are not drawn again while a burn is dragged.
  const map = useMemo(() => space && mapOf(space, designCase, t), [space, designCase, t])
  if (space === undefined || map === undefined) return failure ? <span /> : <Skeleton rows={16} />
  const goal = { show: design.goal === 'PROBABILITY' ? 'pc' : 'miss', value: design.target } as const
  const show = shownOf(map, design.show)
  return (
    <TradeSpacePlot
      map={map}
      busy={busy}
      show={show}
      goal={goal}
      marks={marksOf({ space, design, chosen, suggestions, pins, ghost })}
      textOf={(column) => pointText({ space, map, column, row: smallestRow(map, goal, column) }, t)}
      decideBy={(ms) => {
        const { commitMs } = commandOf(designCase, ms)
        return commitMs === null ? MISSING : formatTime(commitMs).slice(0, 5)
      }}
      provenance={`${message.cdm.originator}, ${message.cdm.messageId}, Apsis ${message.cdm.assessment.version}`}
      actions={
        <Segments
          label={t('shown')}
          value={design.show}
          // The result for the other events is computed only if they count.
          onChange={(value) => ask(value === 'others' ? { show: value, events: 'all' } : { show: value })}
          options={SHOWN.filter(
            (one) => (one !== 'mass' || designCase.massKg !== null) && (one !== 'others' || hasOthers),
          ).map((value) => ({ value, label: t(value) }))}
        />
      }
      onPick={(lead) => ask({ unit: undefined, start: typedNumber(lead, 4) })}
      onDrag={draggedLead.set}
      words={wordsOf({ space, map, show, isArc: designCase.propulsion.type === 'CONTINUOUS' }, t)}
    />
  )
}

/** Returns the quantity that the existing map can show: the probability while another map is computed, or without a mass. */
function shownOf({ othersPc, propellantKg }: TradeMap, asked: ShownQuantity): ShownQuantity {
  if (asked === 'others' && othersPc === undefined) return 'pc'
  return asked === 'mass' && propellantKg === undefined ? 'pc' : asked
}

type T = typeof designWords
const G_PER_KG = 1_000

/** Returns the map with the times at which the satellite cannot burn, which may begin before the map. */
function mapOf(space: SpaceOfEvents, designCase: DesignCase, t: T): TradeMap {
  const earliest = firstOf(space.leads)
  const late = { from: Number.POSITIVE_INFINITY, to: space.earliestLead, reason: t('late') }
  const blackouts = space.blackouts.map(({ from, to, kind }) => ({ from, to, reason: t(`blackout-${kind}`) }))
  const propellants = space.deltaVs.flatMap((size) => propellantOf(designCase, Math.abs(size)) ?? [])
  return {
    ...space,
    othersPc: space.others?.pc,
    propellantKg: propellants.length === space.deltaVs.length ? propellants : undefined,
    shut: [late, ...blackouts].map(({ from, to, reason }) => ({ from: Math.min(from, earliest), to, reason })),
  }
}

const firstOf = (numbers: readonly number[]) => numbers[0] ?? missing()

type Point = { readonly space: SpaceOfEvents; readonly map: TradeMap; readonly column: number; row: number | undefined }

/** Returns the text for a time on the map: the smallest sufficient burn, its result, and the reason if no burn is possible then. */
function pointText({ space, map, column, row }: Point, t: T): string {
  const lead = space.leads[column] ?? missing()
  const time = `${formatTime(space.tcaMs - 1_000 * lead * space.periodS)} Z`
  const at = { lead: formatNumber(lead, { decimals: 2 }), time }
  const reasons = new Set(map.shut.flatMap(({ from, to, reason }) => (lead <= from && lead >= to ? [reason] : [])))
  const shut = reasons.size > 0 ? ` ${t('pointShut', { reasons: [...reasons].join(', ') })}` : ''
  if (row === undefined) return `${t('pointNone', at)}${shut}`
  const reached = t('point', {
    ...at,
    size: formatNumber(space.deltaVs[row] ?? missing(), { decimals: 4, signed: true }),
    pc: formatProbabilityLine(space.pc[row]?.[column] ?? undefined),
    miss: formatMiss(space.missM[row]?.[column] ?? missing()),
  })
  const kg = map.propellantKg?.[row]
  const grams = kg === undefined ? '' : t('pointMass', { mass: formatNumber(G_PER_KG * kg, { decimals: 1 }) })
  const name = space.others?.worst[row]?.[column]
  const othersPc = formatProbabilityLine(space.others?.pc[row]?.[column])
  const others = name === undefined ? '' : t(name === '' ? 'pointOthersNone' : 'pointOthers', { pc: othersPc, name })
  return `${reached}${grams}${others}${shut}`
}

type MarkSources = {
  readonly space: TradeSpace
  readonly design: Pick<Design, 'settings'>
  readonly chosen: Candidate | undefined
  readonly suggestions: readonly Candidate[]
  readonly pins: readonly Pick<PinnedBurn, 'pin' | 'burn'>[]
  /** The burn that was chosen before another one is dragged. */
  readonly ghost: Candidate | undefined
}

/**
 * Returns the burns on the map. Burns along another line are left out, and earlier burns, too, since they would be drawn at the edge as if
 * they started there.
 */
export function marksOf({ space, design, chosen, suggestions, pins, ghost }: MarkSources): BurnMark[] {
  const isOnMap = (one: Candidate) =>
    one.lead <= firstOf(space.leads) &&
    (design.settings.direction === null || Math.abs(alongLine(space, one)) > LEAST_ALONG_SHARE * one.deltaVMps)
  const marks: BurnMark[] = withLetters(suggestions)
    .filter(isOnMap)
    .map((one) => ({ lead: one.lead, deltaV: alongLine(space, one), label: one.letter, isChosen: false }))
  if (chosen !== undefined && isOnMap(chosen))
    marks.push({ lead: chosen.lead, deltaV: alongLine(space, chosen), label: nameOf('own'), isChosen: true })
  for (const { pin, burn } of pins) {
    if (burn !== undefined && isOnMap(burn))
      marks.push({ lead: burn.lead, deltaV: alongLine(space, burn), label: pinLabel(pin), isChosen: false })
  }
  if (ghost !== undefined && ghost.ignitionMs !== chosen?.ignitionMs)
    marks.push({ lead: ghost.lead, deltaV: alongLine(space, ghost), label: '', isChosen: false, isGhost: true })
  return marks
}

type MapDrawing = {
  readonly space: SpaceOfEvents
  readonly map: TradeMap
  readonly show: ShownQuantity
  readonly isArc: boolean
}

/** Returns the texts of the displayed map, which stays while a map for new settings is computed. */
function wordsOf({ space, map, show, isArc }: MapDrawing, t: T) {
  const { leads, deltaVs, lines, dynamics } = space
  const known = valuesOf(map, show).flatMap((row) => row.filter((value) => value !== undefined))
  const isAlong = lines.every(([, along]) => along > ALONG_TRACK_SHARE)
  const line = t(isAlong ? 'alongTrack' : 'alongLine')
  const count = formatNumber(leads.length * deltaVs.length)
  const valueText = (value: number) =>
    isByDecades(show)
      ? formatProbabilityLine(10 ** value)
      : `${formatNumber(value, { significant: 3 })} ${unitOf(show)}`
  return {
    title: t('space'),
    note: eventsNote(space, show) ?? t(isArc ? 'spaceNoteArc' : 'spaceNote', { count, line, dynamics: t(dynamics) }),
    x: t('xTitle'),
    y: t('yTitle', { line }),
    decideBy: t('decideBy'),
    target: t('target'),
    // Along another line the two directions have no name.
    raises: isAlong ? t('raises') : '',
    lowers: isAlong && firstOf(deltaVs) < 0 ? t('lowers') : '',
    hatched: (reasons: string) => t('hatched', { reasons }),
    caption: t('spaceCaption', {
      what: t(`of-${show}`),
      line,
      from: formatNumber(firstOf(leads)),
      to: formatNumber(leads.at(-1) ?? missing()),
      size: formatNumber(deltaVs.at(-1) ?? missing(), { significant: 2 }),
      least: valueText(Math.min(...known)),
      most: valueText(Math.max(...known)),
    }),
  }
}

/** Returns a note about the events of the map; undefined if it is of one event. */
function eventsNote({ eventCount: count, others }: SpaceOfEvents, show: ShownQuantity): string | undefined {
  if (others === null) return undefined
  return show === 'others'
    ? collectedWords('mapNoteOthers', { count: count - 1 })
    : collectedWords('mapNote', { count })
}

/** A line with a larger share along the track counts as along the track: the rest is rounding. */
const ALONG_TRACK_SHARE = 1 - 1e-12

/** A burn with a smaller share along the line of the map is not shown on the map. */
const LEAST_ALONG_SHARE = 0.5

/** Returns the part of a burn along the line of the map at the nearest time of the map. */
function alongLine({ leads, lines }: TradeSpace, { lead, deltaVRtn }: Candidate): number {
  const nearest = leads.reduce((best, one, place) => {
    return Math.abs(one - lead) < Math.abs((leads[best] ?? Number.POSITIVE_INFINITY) - lead) ? place : best
  }, 0)
  return dot(deltaVRtn, lines[nearest] ?? missing())
}
