import { useRef } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { usePrinting } from '../../ui/page/printing.ts'
import { useStore } from '../../ui/store/store.ts'
import { afterKey, type Camera } from './camera.ts'
import type { View } from './canvas-view.ts'
import { type DragStart, dragged, type Place } from './drag.ts'
import styles from './surface.module.css'

type LookProps = { readonly camera: Camera; readonly look: (camera: Camera) => void }
type SurfaceProps<Picture> = LookProps & {
  readonly view: View<Picture>
  /** The name of the view, which says what is drawn and which keys it accepts. */
  readonly label: string
  readonly isHidden: boolean
  /** The functions of other keys while the picture has the focus. */
  readonly keys?: Readonly<Record<string, () => void>>
}

/**
 * Shows the surface on which a view draws. The user rotates the camera by dragging or by the arrow keys, and moves it nearer with two
 * fingers or with plus and minus. On paper it is a still picture.
 */
export function Surface<Picture>({ view, camera, look, label, isHidden, keys = {} }: SurfaceProps<Picture>) {
  const isPrinting = usePrinting()
  const { kind } = useStore(view.state)
  const drag = useDrag({ camera, look })
  const onKeyDown = (event: React.KeyboardEvent) => {
    // The browser has its own functions for these keys.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = afterKey(camera, event.key)
    const press = next ? () => look(next) : keys[event.key.toLowerCase()]
    if (!press) return
    event.preventDefault()
    press()
  }
  return (
    <>
      <div
        className={`relative inset no-print focus-inside no-paper ${styles.stage}`}
        hidden={isHidden}
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys go around the picture.
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <canvas ref={view.attach} className="block w-full h-full" />
      </div>
      {isPrinting && kind === 'drawn' ? (
        <canvas ref={view.still} className={`block w-full ${styles.still}`} role="img" aria-label={label} />
      ) : null}
    </>
  )
}

/** Follows the fingers on a picture; when a finger is added or lifted, the drag starts again with the remaining fingers. */
function useDrag({ camera, look }: LookProps) {
  const fingers = useRef(new Map<number, Place>())
  const held = useRef<DragStart>(undefined)
  const begin = () => {
    held.current = fingers.current.size === 0 ? undefined : { camera, from: new Map(fingers.current) }
  }
  const end = ({ pointerId }: React.PointerEvent) => {
    fingers.current.delete(pointerId)
    begin()
  }
  return {
    onPointerDown: ({ currentTarget, pointerId, clientX: x, clientY: y }: React.PointerEvent) => {
      currentTarget.setPointerCapture(pointerId)
      fingers.current.set(pointerId, { x, y })
      begin()
    },
    onPointerMove: ({ pointerId, clientX: x, clientY: y }: React.PointerEvent) => {
      if (!held.current?.from.has(pointerId)) return
      fingers.current.set(pointerId, { x, y })
      look(dragged(held.current, fingers.current))
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

export const MOVES = ['goLeft', 'goRight', 'goUp', 'goDown', 'goNear', 'goFar'] as const
export type Move = (typeof MOVES)[number]
const KEYS: Readonly<Record<Move, readonly [sign: string, key: string]>> = {
  goLeft: ['←', 'ArrowLeft'],
  goRight: ['→', 'ArrowRight'],
  goUp: ['↑', 'ArrowUp'],
  goDown: ['↓', 'ArrowDown'],
  goNear: ['+', '+'],
  goFar: ['−', '-'],
}

/** Shows the functions of arrows, plus and minus as buttons. */
export function MoveButtons({ camera, look, say }: LookProps & { readonly say: (move: Move) => string }) {
  return MOVES.map((move) => (
    <Button key={move} aria-label={say(move)} onClick={() => look(afterKey(camera, KEYS[move][1]) ?? camera)}>
      {KEYS[move][0]}
    </Button>
  ))
}
