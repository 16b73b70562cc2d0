import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useQuery } from '@tanstack/react-query'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { useNow } from '../../../clock/clock.ts'
import { formatInstant } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import type { ApiCall } from '../../../ui/page/pane-menu.tsx'
import type { Size } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import { inOrder, selectedOf } from '../../event/messages.ts'
import { satellitesQuery } from '../../event/queries.ts'
import type { PlotSize, SharedSelection } from '../linked.ts'
import { Still } from '../still.tsx'
import { timeFrameOf } from '../time-ground.tsx'
import { plotWords } from '../words.data.ts'
import { ProbabilityDrawing } from './probability-drawing.tsx'
import { type ProbabilityScene, probabilityScales } from './probability-scene.ts'
import { probabilityCaption, probabilityPoints, probabilityTable } from './probability-series.ts'

type Props = SharedSelection & {
  readonly conjunction: Conjunction
  readonly cdms: readonly Cdm[]
  readonly size: PlotSize
  readonly note?: React.ReactNode
  readonly call?: ApiCall | undefined
  readonly isStale?: boolean
  readonly className?: string | undefined
}

const THUMBNAIL_PX = 150

/** Draws the probability from each message up to TCA (ux.md P5); small if it is a preview. */
export function ProbabilityPlot(props: Props) {
  const say = useWords(plotWords)
  const { conjunction, cdms, size, selectedId, call, isStale, className } = props
  const nowMs = useNow('minute')
  const threshold = useCriticalThreshold(conjunction.satelliteId)
  const messages = inOrder(cdms)
  const caption = probabilityCaption(messages, threshold)
  const selected = selectedId === undefined ? undefined : selectedOf(messages, selectedId, conjunction.activeCdmId)
  const scene = (isPreview: boolean): ProbabilityScene => ({
    points: probabilityPoints(messages),
    threshold,
    selectedId: selected?.cdm.cdmId,
    hoveredId: props.hoveredId,
    isPreview,
  })
  const frame = (px: Size) => timeFrameOf({ conjunction, messages, nowMs, size: px })
  if (size === 'thumbnail')
    return (
      <Still
        label={caption}
        heightPx={THUMBNAIL_PX}
        draw={(px) => <ProbabilityDrawing scene={scene(true)} frame={frame(px)} />}
      />
    )
  const drawn = (px: Size): Plot => {
    const shown = scene(false)
    return {
      drawing: <ProbabilityDrawing scene={shown} frame={frame(px)} />,
      points: readable(shown, probabilityScales(shown, frame(px))),
    }
  }
  return (
    <PlotFrame
      title={say('probability')}
      note={props.note ?? (messages.length > 1 ? say('logFresh') : say('log'))}
      caption={caption}
      provenance={messages.map(({ cdm }) => cdm.messageId).join(', ')}
      table={probabilityTable(messages)}
      fileName="probability-by-message"
      call={call}
      heightPx="fill"
      isStale={isStale ?? false}
      className={className}
      onRead={props.onHover ?? (() => undefined)}
      onPick={props.onSelect ?? (() => undefined)}
      plot={drawn}
    />
  )
}

/** Returns the probability from which an event of this satellite is critical, as the satellite's owner set it. */
export function useCriticalThreshold(satelliteId: string | null): number | undefined {
  const { data } = useQuery(satellitesQuery())
  return data?.find((one) => one.satelliteId === satelliteId)?.configuration.thresholds.acceptedCollisionProbability
}

function readable({ points }: ProbabilityScene, { place }: ReturnType<typeof probabilityScales>) {
  return points.map((point) => {
    const [x, y] = place(point.atMs, point.probability)
    const text = plotWords('pcPoint', {
      number: point.number,
      originator: point.originator,
      time: formatInstant(point.atMs),
      pc: formatProbabilityLine(point.probability),
      maximum: formatProbabilityLine(point.maximum),
      reported: formatProbabilityLine(point.reported),
    })
    const radius =
      point.otherRadiusM === undefined
        ? ''
        : `, ${plotWords('pcRadius', { radius: formatNumber(point.otherRadiusM, { significant: 3 }) })}`
    const tracking = point.hasNewTracking ? `, ${plotWords('pcFresh')}` : ''
    return { x, y, text: `${text}${radius}${tracking}`, id: point.id }
  })
}
