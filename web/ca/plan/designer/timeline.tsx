import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { formatTime } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { useSize } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { MAP_LEFT_PX, MAP_RIGHT_PX } from '../../plot/manoeuvre/trade-space-plot.tsx'
import type { Candidate, TradeSpace } from './design.ts'
import { useChosenBurn, useRevolutions, useSuggestions, useTradeSpace } from './design-hooks.ts'
import styles from './designer.module.css'
import { useDesignedEvent } from './designer-state.tsx'
import { useOtherEvents } from './other-events.tsx'
import type { RevolutionsAndShadows } from './revolutions.ts'
import { designWords } from './words.data.ts'

type Props = {
  readonly space: TradeSpace
  readonly chosen: Candidate | undefined
  readonly suggestions: readonly Candidate[]
  /** The open events of the satellite, including this one. */
  readonly events: readonly Conjunction[]
  readonly eventId: string
  /** The orbit; undefined while it is being computed. */
  readonly orbit: RevolutionsAndShadows | undefined
}

const LANE_PX = 24
/** The margins equal those of the map above, so that both have the same axis. */
const [LEFT_PX, RIGHT_PX] = [MAP_LEFT_PX, MAP_RIGHT_PX]
/** A character of the small text is not wider than this; a name that does not fit beside its neighbours is shown only at the pointer. */
const CHARACTER_PX = 7
/** The name of the first lane is a little longer than the space left of the axis. */
const LABEL_PX = 14
const LANES = ['laneOrbit', 'laneBurn', 'laneCommands', 'laneEclipse', 'laneBlackouts', 'laneApproaches'] as const
const [ORBIT, BURN, COMMANDS, ECLIPSE, BLACKOUTS, APPROACHES] = [0, 1, 2, 3, 4, 5]

/** True if a name fits above its span, beside the name of the lane. */
function fits(name: string, left: number, right: number): boolean {
  const widthPx = name.length * CHARACTER_PX
  return right - left > widthPx && (left + right - widthPx) / 2 > LEFT_PX + LABEL_PX
}

type Span = { readonly from: number; readonly to: number; readonly station?: string; readonly kind?: string }

const keyOf = ({ from, to, station = '', kind = '' }: Span) => `${from} ${to} ${station} ${kind}`

/** Returns each span once: a span that was entered twice would be drawn twice at the same place. */
const distinct = <One extends Span>(spans: readonly One[]): One[] => [
  ...new Map(spans.map((one) => [keyOf(one), one])).values(),
]

/** Shows what happens around the burns of the map; empty until there is a map. */
export function BurnTimeline() {
  const { conjunctionId } = useDesignedEvent().conjunction
  const { data: space } = useTradeSpace()
  const { data: chosen } = useChosenBurn().burn
  const { data: suggestions = [] } = useSuggestions()
  const { events = [] } = useOtherEvents()
  const orbit = useRevolutions()
  if (space === undefined) return null
  return (
    <Lanes
      space={space}
      chosen={chosen}
      suggestions={suggestions}
      events={events}
      eventId={conjunctionId}
      orbit={orbit}
    />
  )
}

/** Draws revolutions, burns, commands, eclipses, blackouts and other approaches on the axis of the map. */
function Lanes({ space, chosen, suggestions, events, eventId, orbit }: Props) {
  const t = useWords(designWords)
  const [measure, { width }] = useSize<HTMLDivElement>()
  const { leads, tcaMs, periodS, earliestLead, blackouts, contacts } = space
  const [first = 5, last = 0] = [leads[0], leads.at(-1)]
  const x = (lead: number) => LEFT_PX + ((first - lead) / (first - last)) * (width - LEFT_PX - RIGHT_PX)
  const inside = (lead: number) => lead <= first && lead >= last
  const leadOf = (ms: number) => (tcaMs - ms) / 1_000 / periodS
  const y = (lane: number) => lane * LANE_PX + LANE_PX - 6
  return (
    <Pane title={t('timeline')} note={t('timelineNote')} id="timeline" className="flex-none line-top" exports={false}>
      <div ref={measure}>
        <svg width={width} height={LANES.length * LANE_PX + 4} className="block fs-12" role="img">
          <title>{t('timeline')}</title>
          {LANES.map((lane, place) => (
            <g key={lane}>
              <line x1={LEFT_PX} x2={width - RIGHT_PX} y1={y(place)} y2={y(place)} className="stroke-line-1" />
              <text className="fill-soft" x={16} y={y(place) - 6}>
                {t(lane)}
              </text>
            </g>
          ))}
          <OrbitLanes orbit={orbit} x={x} y={[y(ORBIT), y(ECLIPSE)]} />
          {contacts === null && inside(Math.min(earliestLead, first)) ? (
            <rect
              x={LEFT_PX}
              y={y(COMMANDS) - 4}
              width={Math.max(0, x(Math.min(first, Math.max(last, earliestLead))) - LEFT_PX)}
              height="8"
              className={`fill-muted ${styles.span}`}
            />
          ) : null}
          {distinct(contacts ?? []).map(({ from, to, station }) => {
            const [left, right] = [x(Math.min(first, from)), x(Math.max(last, to))]
            if (right <= left) return null
            return (
              <rect
                key={keyOf({ from, to, station })}
                x={left}
                y={y(COMMANDS) - 5}
                width={Math.max(2, right - left)}
                height="10"
                className={`fill-muted ${styles.span}`}
              >
                <title>{station}</title>
              </rect>
            )
          })}
          {chosen ? (
            <text
              className="fill-soft"
              x={Math.min(width - 260, LABEL_PX + x(Math.max(last, Math.min(first, leadOf(chosen.commitMs)))))}
              y={y(COMMANDS) - 8}
            >
              {t('lastCommand')} {formatTime(chosen.commitMs).slice(0, 5)} Z
              {chosen.contact === null ? '' : `, ${chosen.contact.station}`}
            </text>
          ) : null}
          {suggestions.map(({ name, lead }) =>
            inside(lead) ? (
              <circle key={name} cx={x(lead)} cy={y(BURN)} r="5" className="fill-none stroke-soft stroke-w-1-5" />
            ) : null,
          )}
          {chosen && inside(chosen.lead) ? (
            <>
              <path d={`M${x(chosen.lead)} ${y(BURN) - 7}l7 7l-7 7l-7 -7z`} className="fill-accent" />
              <text className="fill-soft" x={Math.min(width - 80, x(chosen.lead) + 12)} y={y(BURN) - 6}>
                {formatTime(chosen.ignitionMs)}
              </text>
            </>
          ) : null}
          {distinct(blackouts).map(({ from, to, kind, reason }) => {
            const [left, right] = [x(Math.min(first, from)), x(Math.max(last, to))]
            const name = kind === 'ENTERED' && reason !== '' ? reason : t(`blackout-${kind}`)
            return right > left ? (
              <g key={keyOf({ from, to, kind })}>
                <rect
                  x={left}
                  y={y(BLACKOUTS) - 5}
                  width={right - left}
                  height="10"
                  className={`fill-muted ${styles.span}`}
                >
                  <title>{kind === 'CONTACT' ? `${name}: ${reason}` : name}</title>
                </rect>
                {fits(name, left, right) ? (
                  <text className="fill-soft" x={(left + right) / 2} y={y(BLACKOUTS) - 7} textAnchor="middle">
                    {name}
                  </text>
                ) : null}
              </g>
            ) : null
          })}
          {events.map(({ conjunctionId, conjunctionData, object2 }) => {
            const lead = leadOf(Date.parse(conjunctionData.tca))
            if (conjunctionId === eventId || !inside(lead)) return null
            return (
              <g key={conjunctionId}>
                <circle cx={x(lead)} cy={y(APPROACHES)} r="4" className="fill-soft" />
                <text className="fill-soft" x={x(lead) + 8} y={y(APPROACHES) - 6}>
                  {object2.name}
                </text>
              </g>
            )
          })}
          <path d={`M${x(last) - 6} ${y(APPROACHES) - 5}h12l-6 10z`} className={styles.target} />
          <text className="fill-soft" x={x(last) - 12} y={y(APPROACHES) - 6} textAnchor="end">
            TCA {formatTime(tcaMs)}
          </text>
        </svg>
      </div>
    </Pane>
  )
}

type OrbitLanesProps = {
  /** The orbit; undefined while it is being computed. */
  readonly orbit: RevolutionsAndShadows | undefined
  readonly x: (lead: number) => number
  /** The places of the lane of revolutions and of the lane of eclipses. */
  readonly y: readonly [number, number]
}

/** The width that the number of a revolution needs. */
const NUMBER_PX = 28
/** The gap between two revolutions. */
const GAP_PX = 2

/** Draws the revolutions, from node to node, and the eclipses. */
function OrbitLanes({ orbit, x, y: [revolution, eclipse] }: OrbitLanesProps) {
  if (orbit === undefined) return null
  return (
    <>
      {orbit.revolutions.map(({ from, to, before }) => {
        const [left, right] = [x(from), x(to)]
        const name = before === 0 ? 'TCA' : formatNumber(-before, { signed: true })
        return (
          <g key={before}>
            <rect
              x={left}
              y={revolution - 7}
              width={Math.max(0, right - left - GAP_PX)}
              height="13"
              className="fill-muted fill-16"
            >
              <title>{designWords('revolution', { name })}</title>
            </rect>
            {right - left > NUMBER_PX ? (
              <text className="fill-soft" x={(left + right) / 2} y={revolution + 4} textAnchor="middle">
                {name}
              </text>
            ) : null}
          </g>
        )
      })}
      {orbit.shadows.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={eclipse - 5}
          width={Math.max(2, x(to) - x(from))}
          height="10"
          className={`fill-soft ${styles.shadow}`}
        >
          <title>{designWords('shadow')}</title>
        </rect>
      ))}
    </>
  )
}
