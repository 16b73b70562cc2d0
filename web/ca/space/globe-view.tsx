import { norm, subtract } from '@apsis/astro/vec3.ts'
import { getCatalogueElements } from '@apsis/contract/tle/catalogue.ts'
import { MOST_STATED_AGE_DAYS } from '@apsis/contract/tle/object.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import chart from '../../chart/plot.module.css'
import { now } from '../../clock/clock.ts'
import { formatAge, formatFileInstant, formatInstant } from '../../clock/format.ts'
import { useShownTime } from '../../clock/shown-time.ts'
import { PageKeys } from '../../shell/key/page-keys.tsx'
import {
  afterKey,
  type CameraSearch,
  cameraIn,
  FRAMES,
  type GlobeCamera,
  HOME,
  project,
  SCALES_KM,
  searchOfCamera,
} from '../../space/globe/globe-camera.ts'
import { GlobeMarks } from '../../space/globe/globe-marks.tsx'
import { objectsUnder } from '../../space/globe/nearest.ts'
import { useGlobeDrag } from '../../space/globe/use-globe-drag.ts'
import { drawnState } from '../../space/model-of.ts'
import { epochMsOf } from '../../space/space-catalogue.ts'
import type { GlobeShow } from '../../space/use-globe-canvas.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import type { PlotTable } from '../../ui/file/csv.ts'
import { fileName, saveFile, useFileMarks } from '../../ui/file/file.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useSize } from '../../ui/page/size.ts'
import { createStore, useStore } from '../../ui/store/store.ts'
import { useWords } from '../../ui/text/language.ts'
import { FlatView } from './flat-view.tsx'
import { coneLine, usePassCones } from './passes.ts'
import { footOfPicture } from './picture-foot.ts'
import styles from './space.module.css'
import { drawnUncertainty, ellipsoidOf } from './uncertainty.ts'
import { type GlobeExtras, type GlobeProps, useGlobe } from './use-globe.ts'
import { sightLine, useSights } from './use-sights.ts'
import { modelIn, pictureMs } from './use-space.ts'
import { spaceWords } from './words.data.ts'

type Props = GlobeProps & {
  readonly onPick: (places: readonly number[]) => void
  readonly onOpen: (k: number) => void
  readonly search: CameraSearch
  readonly onSearch: (search: CameraSearch) => void
  readonly note: string
  /** How exactly the objects are drawn. */
  readonly how: string | undefined
  /** True if the ellipsoid of the picked object is asked for. */
  readonly hasEllipsoid: boolean
  /** True if the measured tracks of the picked object are asked for. */
  readonly hasTracks: boolean
  readonly table: () => PlotTable
}

/** The address changes after nothing has moved for this time, so that a drag is one change. */
const REST_MS = 250
const CALL = { method: getCatalogueElements.method, path: getCatalogueElements.path }

/** Shows the globe with its tools; without WebGL the flat map, which says the same. */
export function GlobePane(props: Props) {
  const { search, onSearch, note, how, table, space, catalogue } = props
  const say = useWords(spaceWords)
  const files = useFileMarks()
  const [camera] = useState(() => createStore<GlobeCamera>(cameraIn(search) ?? HOME))
  const [asked] = useState(cameraIn(search) ? undefined : search.at)
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<GlobeShow>('drawn')
  const [lack, setLack] = useState<{ readonly word: Lack; readonly picked: number | undefined }>()
  const cones = usePassCones(space, props.picked)
  const { picked, hasEllipsoid, hasTracks } = props
  const measured = useSights(catalogue, picked, hasTracks)
  const extras = useMemo((): GlobeExtras => {
    const isOwn = space.own.some(({ k }) => k === picked)
    const ellipsoidAt = (atMs: number) =>
      hasEllipsoid && picked !== undefined
        ? ellipsoidOf(catalogue, picked, { atMs, ink: isOwn ? 'one' : 'two' })
        : undefined
    const lines = [...cones.map(coneLine), ...measured.tracks.flatMap(sightLine)]
    return { lines, bodiesAt: (atMs) => [ellipsoidAt(atMs)].filter((body) => body !== undefined) }
  }, [cones, measured, space.own, catalogue, picked, hasEllipsoid])
  const globe = useGlobe({ ...props, extras }, camera, setState)
  const seen = useStore(camera)
  useEffect(() => {
    const wanted = searchOfCamera(seen)
    if (seen === HOME || (Object.keys(wanted) as (keyof CameraSearch)[]).every((name) => wanted[name] === search[name]))
      return undefined
    const timer = setTimeout(() => onSearch(wanted), REST_MS)
    return () => clearTimeout(timer)
  }, [seen, search, onSearch])
  const time = useShownTime()
  const at = formatInstant(pictureMs(space, time))
  const sources = catalogue.columns.sources.join(', ')
  const drawnFrom = say(seen.frame === 'ef' ? 'provenance' : 'provenanceInertial', { sources, time: at })
  const provenance = [how, drawnFrom].filter(Boolean).join(' ')
  if (state === 'noWebGl')
    return (
      <Pane title={say('mapTitle')} note={note} className="grow min-h-0" provenance={provenance}>
        <Banner level="inactive">{say('noWebGl')}</Banner>
        <FlatView {...props} />
      </Pane>
    )
  const savePicture = async () => {
    const foot = footOfPicture(files.isSimulated, [note, how, drawnFrom])
    const picture = await globe.picture({ title: say('globe'), foot })
    if (picture) saveFile(fileName('space', 'png', { ...files, stamp: () => formatFileInstant(now()) }), picture)
  }
  return (
    <Pane
      title={say('globe')}
      note={note}
      className="grow min-h-0"
      provenance={provenance}
      actions={<Tools camera={seen} onCamera={globe.look} onFrame={globe.changeFrame} />}
      exports={{
        csv: { name: 'space', table },
        call: CALL,
        file: [{ label: 'PNG', note: say('picture'), onAction: () => void savePicture() }],
      }}
    >
      {state === 'lost' ? (
        <Banner level="caution" action={<Button onClick={() => setTurn(turn + 1)}>{say('redraw')}</Button>}>
          {say('lostContext')}
        </Banner>
      ) : null}
      {globe.following ? (
        <Banner level="inactive" action={<Button onClick={globe.letGo}>{say('stopFollowing')}</Button>}>
          {say('following', { name: globe.following })}
        </Banner>
      ) : null}
      <Stage
        key={turn}
        {...props}
        globe={globe}
        seen={seen}
        asked={asked}
        lack={lack?.picked === picked ? lack?.word : undefined}
      />
      <Hints globe={globe} camera={seen} onLack={(word) => setLack({ word, picked })} />
    </Pane>
  )
}

type Globe = ReturnType<typeof useGlobe>
type ToolProps = {
  readonly camera: GlobeCamera
  readonly onCamera: (camera: GlobeCamera) => void
  readonly onFrame: () => void
}

const SCALES = Object.keys(SCALES_KM) as (keyof typeof SCALES_KM)[]

function Tools({ camera, onCamera, onFrame }: ToolProps) {
  const say = useWords(spaceWords)
  const scale = SCALES.find((one) => camera.at === 'earth' && camera.distanceKm === SCALES_KM[one])
  return (
    <span className="row gap-8 no-print no-phone">
      <Segments
        label={say('frame')}
        value={camera.frame}
        options={FRAMES.map((value) => ({ value, label: say(`frame-${value}`) }))}
        onChange={(frame) => (frame === camera.frame ? undefined : onFrame())}
      />
      <Segments<string>
        label={say('scales')}
        value={scale ?? ''}
        options={SCALES.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={(value) => {
          const name = SCALES.find((one) => one === value)
          if (name)
            onCamera({ ...(camera.at === 'earth' ? camera : HOME), frame: camera.frame, distanceKm: SCALES_KM[name] })
        }}
      />
    </span>
  )
}

type HintProps = { readonly globe: Globe; readonly camera: GlobeCamera; readonly onLack: (word: Lack) => void }
/** The words on what a key needs and the page does not have. */
type Lack = 'lackPick' | 'lackEvent'

/** The commands whose key does not say what they do. */
const WITH_WORDS: readonly string[] = ['home', 'frameEvent', 'follow', 'changeFrame']

/** The keys of the globe, each as a button. */
function Hints({ globe, camera, onLack }: HintProps) {
  const say = useWords(spaceWords)
  const move = (key: string) => {
    const next = afterKey(camera, key)
    if (next) globe.look(next)
  }
  const hints = [
    ['←', 'turnWest', () => move('ArrowLeft')],
    ['→', 'turnEast', () => move('ArrowRight')],
    ['↑', 'turnNorth', () => move('ArrowUp')],
    ['↓', 'turnSouth', () => move('ArrowDown')],
    ['+', 'nearer', () => move('+')],
    ['-', 'farther', () => move('-')],
    ['0', 'home', globe.home],
    ['f', 'frameEvent', globe.frameEvent],
    ['c', 'follow', globe.follow],
    ['x', 'changeFrame', globe.changeFrame],
  ] as const
  return (
    <>
      <PageKeys
        shortcuts={hints.slice(4).map(([keys, word, run]) => ({
          keys,
          label: say(word),
          run: run ?? (() => onLack(word === 'follow' ? 'lackPick' : 'lackEvent')),
        }))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and these change no data. */}
      <div role="group" aria-label={say('hints')} className="row wrap flex-none gap-4-8 pad-4 line-top no-print">
        {hints.map(([key, word, run]) => {
          if (!run) return null
          const isSaid = WITH_WORDS.includes(word)
          return (
            <Button key={key} look="quiet" {...(isSaid ? {} : { 'aria-label': say(word) })} onClick={run}>
              <kbd aria-hidden>{key}</kbd>
              {isSaid ? <span className="fs-12">{say(word)}</span> : null}
            </Button>
          )
        })}
      </div>
    </>
  )
}

type StageProps = Props & {
  readonly globe: Globe
  readonly seen: GlobeCamera
  /** The event that the address asks for without a camera. */
  readonly asked: string | undefined
  /** What the last key needed. */
  readonly lack: Lack | undefined
}

/** Draws the canvas with the marks above it, and moves the camera by pointer, wheel and arrows. */
function Stage({
  globe,
  seen,
  lack,
  asked,
  space,
  catalogue,
  filter,
  picked,
  hasEllipsoid,
  onPick,
  onOpen,
}: StageProps) {
  const say = useWords(spaceWords)
  const [measure, size] = useSize<HTMLDivElement>()
  const time = useShownTime()
  const drag = useGlobeDrag(globe, seen, (at) => {
    const places = globe.placesNow()
    const view = globe.viewNow()
    if (!places || !view) return
    onPick(objectsUnder(view, { places, mask: filter.mask }, at, new Set(space.own.map(({ k }) => k))))
  })
  const label = say('globeLabel', {
    count: formatNumber(filter.drawn),
    // The label changes when somebody moves the time, and not while it runs.
    time: formatInstant(pictureMs(space, time)),
  })
  return (
    <div
      ref={measure}
      className={`grow relative focus-inside clip ${styles.map} ${styles.globe}`}
      role="application"
      data-large-map
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys go around the picture.
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === 'Escape') {
          if (globe.following) globe.letGo()
          else onPick([])
          return
        }
        if (event.key === 'Enter' && event.target === event.currentTarget && picked !== undefined) onOpen(picked)
        const next = event.key.startsWith('Arrow') ? afterKey(seen, event.key, event.shiftKey) : undefined
        if (!next) return
        event.preventDefault()
        globe.look(next)
      }}
      {...drag}
    >
      {size.width > 0 ? (
        <>
          <div aria-hidden="true">
            <canvas
              ref={globe.attach}
              className={`absolute inset-0 ${styles.points} ${space.thread.kind === 'dead' ? styles.stopped : ''}`}
              style={size}
            />
          </div>
          <Marks globe={globe} size={size} />
          {asked === undefined ? null : <AskedEvent globe={globe} id={asked} />}
          {globe.near ? (
            <p className={`ink fs-12 raised absolute round-2 ${styles.read}`} role="status">
              {globe.near}
            </p>
          ) : hasEllipsoid && picked !== undefined ? (
            <EllipsoidNote globe={globe} catalogue={catalogue} k={picked} />
          ) : lack ? (
            <p className={`ink fs-12 raised absolute round-2 ${styles.read}`} role="status">
              {say(lack)}
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

/** Shows an event once, as soon as there is a picture, so that an address need not name a camera. */
function AskedEvent({ globe, id }: { readonly globe: Globe; readonly id: string }) {
  const isDrawn = useStore(globe.drawn) !== undefined
  const isShown = useRef(false)
  const show = globe.showEvent(id)
  useEffect(() => {
    if (!isDrawn || isShown.current || !show) return
    isShown.current = true
    show()
  }, [isDrawn, show])
  return null
}

type EllipsoidProps = Pick<Props, 'catalogue'> & { readonly globe: Globe; readonly k: number }

/** So small an ellipsoid cannot be told from the mark of its object, px. */
const SEEN_PX = 4

/** Says how large the ellipsoid of the picked object is, in lengths and on the picture, or why there is none. */
function EllipsoidNote({ globe, catalogue, k }: EllipsoidProps) {
  const say = useWords(spaceWords)
  const drawn = useStore(globe.drawn)
  if (!drawn) return null
  const { view, atMs } = drawn
  const name = catalogue.columns.name[k] || String(catalogue.columns.noradId[k])
  const sigma = drawnUncertainty(catalogue, k, atMs)
  const place = drawnState(modelIn(catalogue, k), atMs)?.r
  const lengthPx = sigma.ok && place ? (2 * sigma.alongM * view.focalPx) / norm(subtract(place, view.eye)) : 0
  const km = (m: number) => formatNumber(m / 1_000, { decimals: 2 })
  const text = sigma.ok
    ? say('ellipsoidDrawn', {
        name,
        along: km(sigma.alongM),
        radial: km(sigma.radialM),
        across: km(sigma.acrossM),
        age: formatAge(Math.abs(atMs - epochMsOf(catalogue, k))),
        px: formatNumber(lengthPx, { significant: 2 }),
      })
    : say('ellipsoidNone', { name, reason: say(sigma.reason, { days: MOST_STATED_AGE_DAYS }) })
  return (
    <p className={`ink fs-12 raised absolute round-2 ${styles.read}`} role="status">
      {text} {sigma.ok && lengthPx < SEEN_PX ? say('ellipsoidFar') : null}
    </p>
  )
}

/** Faster than this, labels would be left behind by their objects between two placements. */
const LABELLED_SPEED = 60
/** The most important kinds of marks first. */
const ORDER = ['event', 'picked', 'followed', 'object', 'burn', 'candidate', 'station']

type MarksProps = {
  readonly globe: Globe
  readonly size: { readonly width: number; readonly height: number }
}

function Marks({ globe, size }: MarksProps) {
  const say = useWords(spaceWords)
  const time = useShownTime()
  const drawn = useStore(globe.drawn)
  const [read, setRead] = useState<string>()
  if (!drawn) return null
  const { view, atMs } = drawn
  const isLabelled = time.kind !== 'running' || time.speed <= LABELLED_SPEED
  const objects = isLabelled ? globe.objectMarks(atMs) : []
  const marks = [...globe.earthMarks(atMs), ...objects]
  const sorted = marks.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  const active = marks.find(({ id }) => id === read)
  const at = active && project(view, active.place)
  return (
    <>
      <svg
        ref={globe.svg}
        width={size.width}
        height={size.height}
        className={`block absolute inset-0 ${chart.svg}`}
        aria-hidden="true"
      >
        <GlobeMarks view={view} marks={sorted} />
        {at ? (
          <circle cx={at.x} cy={at.y} r="12" className="fill-none stroke-ink stroke-w-1-5" data-read={read} />
        ) : null}
      </svg>
      <ul className="visually-hidden" aria-label={say('onGlobe')}>
        {globe.readable(atMs, time.kind === 'paused').map(({ id, text, run }) => (
          <li key={id}>
            <button type="button" onFocus={() => setRead(id)} onBlur={() => setRead(undefined)} onClick={run}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
