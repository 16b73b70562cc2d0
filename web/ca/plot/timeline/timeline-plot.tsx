import { useMemo } from 'react'
import { formatInstant } from '../../../clock/format.ts'
import { useMedia } from '../../../ui/page/size.ts'
import { meaningOf, mitigatedText } from '../../../ui/status/status-meaning.ts'
import { useWords } from '../../../ui/text/language.ts'
import { countByLevel } from '../../event/event-row.ts'
import { DENSE_FROM, type Scale, shownLanes } from '../../event/lanes.ts'
import type { BurnMark, PassTick } from './burn-mark.tsx'
import styles from './fleet.module.css'
import { FleetPlot, type FleetProps, type Span } from './fleet-plot.tsx'
import { drawTimeline } from './timeline-drawing.tsx'
import { fleetPlotWords } from './words.data.ts'

type Props = FleetProps & {
  readonly title: string
  readonly scale: Scale
  /** The burns of the satellites, at the foot of their lanes. */
  readonly burns?: readonly BurnMark[] | undefined
  /** The ordered passes, also at the foot of the lanes. */
  readonly passes?: readonly PassTick[] | undefined
  readonly window?: Span | undefined
  readonly onBrush?: ((from: number, to: number) => void) | undefined
}

/** Draws every closest approach in its satellite's lane. Worse events are higher, and the critical ones are drawn last (ux.md P1). */
export function TimelinePlot(props: Props) {
  const { lanes: all, rows, scale, domain, nowMs, window, selected, burns, passes, ...frame } = props
  const say = useWords(fleetPlotWords)
  const inside = useMemo(
    () => rows.filter(({ tcaMs }) => tcaMs >= domain.fromMs && tcaMs <= domain.toMs),
    [rows, domain.fromMs, domain.toMs],
  )
  const lanes = useMemo(() => shownLanes(all, inside), [all, inside])
  const levels = countByLevel(inside)
    .filter(({ count }) => count > 0)
    .map(({ risk, count, mitigated }) => {
      const level = meaningOf('risk', risk).word.toLocaleLowerCase()
      return `${say('levelAt', { count, level })}${mitigatedText(mitigated)}`
    })
  const span = { from: formatInstant(domain.fromMs), to: formatInstant(domain.toMs) }
  const shownBurns = (burns ?? []).filter(({ atMs }) => atMs >= domain.fromMs && atMs <= domain.toMs).length
  const events =
    inside.length === 0
      ? say('captionNone', span)
      : say('caption', { ...span, count: inside.length, satellites: all.length, levels: levels.join('; ') })
  const shownPasses = (passes ?? []).filter(({ atMs }) => atMs >= domain.fromMs && atMs <= domain.toMs).length
  const caption = [
    events,
    ...(shownBurns === 0 ? [] : [say('captionBurns', { count: shownBurns })]),
    ...(shownPasses === 0 ? [] : [say('captionPasses', { count: shownPasses })]),
  ].join(' ')
  const isPhone = useMedia('(width <= 760px)')
  const note =
    inside.length > DENSE_FROM ? (
      say('noteDense')
    ) : scale === 'pc' ? (
      <LaneNote isOutlined={inside.some(({ isMitigated }) => isMitigated)} />
    ) : (
      say('noteMiss')
    )
  return (
    <FleetPlot
      {...frame}
      id="timeline"
      rows={inside}
      caption={caption}
      note={
        lanes.length < all.length ? say('lanesOf', { shown: lanes.length, all: all.length }) : isPhone ? null : note
      }
      draw={(size) =>
        drawTimeline({ lanes, rows: inside, scale, domain, nowMs, window, selected, burns, passes, say }, size)
      }
    />
  )
}

/** Explains the meaning of the height in a lane. */
function LaneNote({ isOutlined }: { readonly isOutlined: boolean }) {
  const say = useWords(fleetPlotWords)
  return (
    <>
      {say('eachLane')} 10<sup className={styles.raised}>−10</sup> {say('upTo')} 10
      <sup className={styles.raised}>−3</sup>; {say('ownThreshold')}
      {isOutlined ? say('outlined') : null}
    </>
  )
}
