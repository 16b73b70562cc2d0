import { useRef } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { afterKey, type Camera, turned } from './camera.ts'
import type { View } from './canvas-view.ts'
import styles from './surface.module.css'

const DEG_PER_PX = 0.35

type LookProps = { readonly camera: Camera; readonly look: (camera: Camera) => void }
type SurfaceProps<Picture> = LookProps & {
  readonly view: View<Picture>
  /** What is drawn there, and which keys it hears. */
  readonly label: string
  readonly isHidden: boolean
}

/** Where a view draws: one goes around it by dragging, or by the arrow keys, plus and minus. */
export function Surface<Picture>({ view, camera, look, label, isHidden }: SurfaceProps<Picture>) {
  const from = useRef<{ readonly x: number; readonly y: number; readonly camera: Camera }>(undefined)
  const onPointerMove = ({ clientX, clientY }: React.PointerEvent) => {
    if (!from.current) return
    const { x, y, camera: start } = from.current
    look(turned(start, { right: (x - clientX) * DEG_PER_PX, up: (clientY - y) * DEG_PER_PX }))
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = afterKey(camera, event.key)
    if (!next) return
    event.preventDefault()
    look(next)
  }
  return (
    <div
      className={styles.stage}
      hidden={isHidden}
      role="application"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys go around the picture.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, y: event.clientY, camera }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = undefined
      }}
    >
      <canvas ref={view.attach} className={styles.canvas} />
    </div>
  )
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

/** What arrows, plus and minus do, as buttons. */
export function MoveButtons({ camera, look, say }: LookProps & { readonly say: (move: Move) => string }) {
  return MOVES.map((move) => (
    <Button key={move} aria-label={say(move)} onClick={() => look(afterKey(camera, KEYS[move][1]) ?? camera)}>
      {KEYS[move][0]}
    </Button>
  ))
}
