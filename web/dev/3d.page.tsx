import { GM_EARTH } from '@apsis/astro/constants.ts'
import { toCartesian } from '@apsis/astro/orbit/elements.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { now } from '../clock/clock.ts'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import { type CloudAt, useFragments } from '../space/fragments/use-fragments.ts'
import { cameraIn, HOME, searchOfCamera } from '../space/globe/globe-camera.ts'
import { openSpaceCatalogue } from '../space/space-catalogue.ts'
import { catalogueQuery, useStateThread } from '../space/use-states.ts'
import { FileMarking } from '../ui/file/file.tsx'
import { Banner } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import styles from './3d/3d.module.css'
import { OrbitForm } from './3d/orbit-form.tsx'
import { readObjects } from './3d/orbit-text.ts'
import { repeatCatalogue } from './3d/repeat-catalogue.ts'
import { POINTS, Stage } from './3d/stage.tsx'
import { StatesPane } from './3d/states-pane.tsx'
import { DEMO_ORBITS } from './3d/three.data.ts'
import { Twin } from './3d/twin.tsx'
import { devWords } from './text/words.data.ts'

const SIMULATED = { isSimulated: true }
const REPEATED = 30_000
/** A satellite of a tonne breaks up on an orbit 800 km high: a hundred thousand fragments down to millimetres. */
const BREAKUP = {
  breakup: { cause: 'explosion', massKg: 1_000, body: 'spacecraft' },
  state: toCartesian(
    {
      semiMajorAxisM: 7_178_000,
      eccentricity: 0.001,
      incRad: degToRad(98.6),
      raanRad: 1,
      argPeriapsisRad: 2,
      trueAnomalyRad: 0.7,
    },
    GM_EARTH,
  ),
  seed: 1,
} as const

/** Shows the scene of the page of space, with its instruments and with objects that the user types in. */
export function ThreeDPage() {
  const say = useWords(devWords)
  const [search, change] = useSearchState(`/protected${paths.threeD}`)
  const [text, setText] = useState(search.orbit ?? DEMO_ORBITS)
  const [startMs] = useState(now)
  const typed = useMemo(() => readObjects(text, startMs), [text, startMs])
  const points = POINTS.find((one) => one === search.points) ?? 'catalogue'
  const { data } = useQuery(catalogueQuery)
  const catalogue = useMemo(
    () => data && openSpaceCatalogue(points === 'catalogue' ? data : repeatCatalogue(data, REPEATED)),
    [data, points],
  )
  const thread = useStateThread(catalogue, 0)
  const question = useMemo(
    (): CloudAt | undefined => (points === '130000' ? { ...BREAKUP, atMs: startMs } : undefined),
    [points, startMs],
  )
  const fragments = useFragments(question)
  const { at, frame, lat, lon, r } = search
  const camera = useMemo(() => cameraIn({ at, frame, lat, lon, r }) ?? HOME, [at, frame, lat, lon, r])
  return (
    <FileMarking value={SIMULATED}>
      <title>{`${say('three')} · Apsis`}</title>
      <header className={`row gap-12 pad-x line-bottom ${styles.head}`}>
        <h1 className="fs-15">{say('three')}</h1>
        <span className="muted fs-12">{say('threeSubtitle')}</span>
      </header>
      <Banner level="inactive">{say(points === 'catalogue' ? 'threeSimulated' : 'threeRepeated')}</Banner>
      <div className={`grid one-column-phone ${styles.parts}`}>
        <div>
          <Stage
            objects={typed.objects}
            {...{ catalogue, thread, fragments, camera, points }}
            onPoints={(next) => change({ points: next === 'catalogue' ? undefined : next })}
            onCamera={(next) => change(searchOfCamera(next))}
          />
          <Twin objects={typed.objects} camera={camera} />
          <StatesPane />
        </div>
        <OrbitForm
          text={text}
          mistakes={typed.mistakes}
          onText={(next) => {
            setText(next)
            change({ orbit: next === DEMO_ORBITS ? undefined : next })
          }}
        />
      </div>
    </FileMarking>
  )
}
