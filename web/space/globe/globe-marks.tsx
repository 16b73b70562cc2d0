import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { type Block, placeBlocks } from '../map/labels.ts'
import styles from '../map/map.module.css'
import { BlockLabel, BurnDiamond, CandidateDiamond, Dish, LevelSymbol } from '../map/marks.tsx'
import { type GlobeView, isBehindEarth, limbOf, project } from './globe-camera.ts'

/** A mark above the globe. Objects are drawn by the canvas and have only their label here. */
export type GlobeMark = {
  readonly id: string
  readonly kind: 'event' | 'burn' | 'candidate' | 'station' | 'object' | 'picked' | 'followed'
  /** TEME of date, m. */
  readonly place: Vec3
  readonly lines: readonly string[]
  readonly tone: string
  readonly level?: Level
  /** True for an event that is not decided. */
  readonly isOpen?: boolean
  /** True for a station that commands satellites. */
  readonly canCommand?: boolean
}

/** A mark that finds no room is left out, and so are those after this many. */
const MOST_LABELS = 60
const HALF_PX: Readonly<Record<GlobeMark['kind'], number>> = {
  event: 8,
  burn: 7,
  candidate: 5,
  station: 7,
  object: 5,
  picked: 10,
  followed: 10,
}

type Props = {
  readonly view: GlobeView
  /** The most important first. */
  readonly marks: readonly GlobeMark[]
}

/** Draws marks and labels above the globe, as text; what the Earth hides has none. */
export function GlobeMarks({ view, marks }: Props) {
  const { widthPx, heightPx } = view
  const shown = marks.flatMap((mark) => {
    const point = project(view, mark.place)
    const isInside = point && point.x >= 0 && point.x <= widthPx && point.y >= 0 && point.y <= heightPx
    return isInside && !isBehindEarth(view.eye, mark.place) ? [{ mark, point }] : []
  })
  const blocks = shown.map(({ mark: { id, kind, lines, tone, isOpen }, point: { x, y } }): Block => {
    const half = isOpen ? 13 : HALF_PX[kind]
    const of = { left: x - half, right: x + half, top: y - half, bottom: y + half }
    return { id, lines, tone, of, isVital: kind !== 'station' }
  })
  const labels = placeBlocks(blocks.filter(({ lines }) => lines.length > 0).slice(0, MOST_LABELS), {
    inside: { left: 0, top: 0, right: widthPx, bottom: heightPx },
    taken: blocks.map(({ of }) => of),
  })
  return (
    <>
      <path d={limbPath(view)} className={`fill-none stroke-control ${styles.coast}`} />
      {shown.map(({ mark, point }) => (
        <g key={mark.id} transform={`translate(${point.x} ${point.y})`} data-mark={mark.id}>
          <MarkSymbol mark={mark} />
        </g>
      ))}
      {labels.map((placed) => (
        <BlockLabel key={placed.id} placed={placed} />
      ))}
    </>
  )
}

/** The edge of the Earth, which sets it off from the page; so near that it is behind the camera in part, it has none. */
function limbPath(view: GlobeView): string {
  const points = limbOf(view.eye).map((place) => project(view, place))
  return points.includes(undefined) ? '' : `M${points.map((point) => `${point?.x} ${point?.y}`).join('L')}Z`
}

function MarkSymbol({ mark: { kind, level, isOpen, canCommand = false } }: { readonly mark: GlobeMark }) {
  if (kind === 'burn') return <BurnDiamond />
  if (kind === 'candidate') return <CandidateDiamond />
  if (kind === 'station') return <Dish canCommand={canCommand} />
  if (kind === 'followed') return <circle cy="-13" r="2" className="fill-accent" />
  if (kind !== 'event') return null
  return (
    <>
      {isOpen ? <circle r="12" className="fill-none stroke-accent stroke-w-1-5" /> : null}
      <LevelSymbol level={level ?? 'inactive'} />
    </>
  )
}
