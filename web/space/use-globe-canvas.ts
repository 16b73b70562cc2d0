import { norm, subtract } from '@apsis/astro/vec3.ts'
import { useCallback, useEffect, useRef } from 'react'
import { now } from '../clock/clock.ts'
import { onShownTime, readShownTime, shownAt, speedOf } from '../clock/shown-time.ts'
import { onPreference } from '../ui/preference/preference.ts'
import type { GlobeView } from './globe/globe-camera.ts'
import { type GlobeCanvas, type GlobeInk, type GlobePicture, openGlobe } from './globe/globe-canvas.ts'
import { inkOf } from './globe/globe-ink.ts'
import { sunAt } from './map/sun-place.ts'
import { greenwichAt } from './model-of.ts'
import type { SpaceCatalogue } from './space-catalogue.ts'
import type { SetsAt } from './state-clock.ts'
import type { ThreadState } from './use-states.ts'

/** The state of the picture; `lost` when the graphics card has dropped it. */
export type GlobeShow = 'drawn' | 'noWebGl' | 'lost'
type Size = { readonly widthPx: number; readonly heightPx: number }
/** All that is drawn besides the ground and the states of the catalogue. */
type Scene = Omit<GlobePicture, 'greenwichRad' | 'sun' | 'sets' | 'ink'>
export type SceneAt = (atMs: number, size: Size) => Scene
/** A picture as it was drawn: `points` are those of the catalogue. */
export type DrawnGlobe = {
  readonly view: GlobeView
  readonly atMs: number
  readonly calls: number
  readonly points: number
}

type Props = {
  readonly thread: ThreadState
  readonly catalogue: Pick<SpaceCatalogue, 'columns' | 'size'> | undefined
  readonly sceneAt: SceneAt
  /** Is called with each picture that was due; returns true while the next one is due at once, as in a flight of the camera. */
  readonly onPicture?: (picture: DrawnGlobe) => boolean
  readonly onWheel: (px: number) => void
  readonly onState: (state: GlobeShow) => void
}

/** A point moves by this much between two pictures, px, at most, if it is as fast as a low object; a slow clock then draws rarely. */
const [MOVE_PX, FASTEST_MPS] = [0.25, 7_800]
const MOST_WAIT_MS = 1_000

/** Draws a scene of the globe into a canvas when it has changed and, while time runs, when something has moved by a part of a pixel. */
export function useGlobeCanvas(props: Props) {
  const { thread, onState } = props
  const shown = useRef(props)
  shown.current = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const globe = useRef<GlobeCanvas>(undefined)
  const ink = useRef<GlobeInk>(undefined)
  const last = useRef<{ readonly columns: SpaceCatalogue['columns']; readonly sets: SetsAt }>(undefined)
  const next = useRef({ frame: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined })

  const sizeNow = (): Size => ({
    widthPx: canvas.current?.clientWidth ?? 1,
    heightPx: canvas.current?.clientHeight ?? 1,
  })
  const paint = (sceneAt = shown.current.sceneAt): DrawnGlobe | undefined => {
    const element = canvas.current
    const { thread: states, catalogue } = shown.current
    if (!element || !globe.current || element.clientWidth === 0 || element.clientHeight === 0) return undefined
    const found = states.kind === 'ready' ? states.clock.setsAt(readShownTime(), now()) : undefined
    // Until new sets arrive the last ones stay; those of another catalogue are of other objects.
    if (states.kind === 'ready' && found) last.current = { columns: states.columns, sets: found }
    const sets = last.current?.columns === catalogue?.columns ? last.current?.sets : undefined
    const atMs = sets?.atMs ?? (states.kind === 'dead' ? states.atMs : shownAt(readShownTime(), now()))
    const scene = sceneAt(atMs, sizeNow())
    ink.current ??= inkOf(element)
    const calls = globe.current.draw(
      {
        ...scene,
        greenwichRad: greenwichAt(atMs),
        sun: sunAt(atMs),
        sets: sets && { earlier: sets.earlier.set, later: sets.later.set, weights: sets.weights },
        ink: ink.current,
      },
      Math.min(2, globalThis.devicePixelRatio || 1),
    )
    if (sets) element.dataset.drawnAt = String(atMs)
    return { view: scene.view, atMs, calls, points: sets && catalogue ? catalogue.size : 0 }
  }
  const paintNow = useRef(paint)
  paintNow.current = paint
  const stop = useCallback(() => {
    clearTimeout(next.current.timer)
    cancelAnimationFrame(next.current.frame)
  }, [])
  /** Draws in the next frame, and again when it is due; nothing runs in a hidden tab. */
  const ask = useCallback(() => {
    stop()
    next.current.frame = requestAnimationFrame(() => {
      const picture = paintNow.current()
      if (!picture) return
      const isMoving = shown.current.onPicture?.(picture) ?? false
      const time = readShownTime()
      if (!isMoving && time.kind === 'paused') return
      const { eye, target, focalPx } = picture.view
      const fastest = (FASTEST_MPS * speedOf(time) * focalPx) / norm(subtract(eye, target))
      next.current.timer = setTimeout(ask, isMoving ? 0 : Math.min(MOST_WAIT_MS, (1_000 * MOVE_PX) / fastest))
    })
  }, [stop])
  const attach = useCallback(
    (element: HTMLCanvasElement | null) => {
      canvas.current = element
      if (!element) return undefined
      globe.current = openGlobe(element)
      if (!globe.current) {
        queueMicrotask(() => onState('noWebGl'))
        return undefined
      }
      onState('drawn')
      const lose = (event: Event) => {
        event.preventDefault()
        stop()
        onState('lost')
      }
      const turnWheel = (event: WheelEvent) => {
        event.preventDefault()
        shown.current.onWheel(event.deltaY)
      }
      const repaint = () => {
        ink.current = undefined
        ask()
      }
      const stage = element.closest<HTMLElement>('[role=application]')
      const isDark = matchMedia('(prefers-color-scheme: dark)')
      element.addEventListener('webglcontextlost', lose)
      stage?.addEventListener('wheel', turnWheel, { passive: false })
      isDark.addEventListener('change', repaint)
      const observer = new ResizeObserver(ask)
      observer.observe(element)
      const leave = [onShownTime(ask), onPreference(repaint)]
      ask()
      return () => {
        for (const one of leave) one()
        stop()
        observer.disconnect()
        isDark.removeEventListener('change', repaint)
        stage?.removeEventListener('wheel', turnWheel)
        element.removeEventListener('webglcontextlost', lose)
        globe.current?.dispose()
        globe.current = undefined
        canvas.current = null
      }
    },
    [onState, ask, stop],
  )
  // Each rendering may have changed what is drawn.
  useEffect(() => ask())
  useEffect(() => (thread.kind === 'ready' ? thread.arrival.subscribe(ask) : undefined), [thread, ask])
  return { attach, canvas, ask, paint, sizeNow }
}
