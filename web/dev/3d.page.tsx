import { useMemo, useState } from 'react'
import { HOME } from '../chart/three/camera.ts'
import { parseCamera } from '../chart/three/camera-text.ts'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import { FileMarking } from '../ui/file/file.tsx'
import { Banner } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import styles from './3d/3d.module.css'
import { OrbitForm } from './3d/orbit-form.tsx'
import { parseOrbits } from './3d/orbit-text.ts'
import { sceneOf, tortureScene } from './3d/scene.ts'
import { Stage } from './3d/stage.tsx'
import { StatesPane } from './3d/states-pane.tsx'
import { DEMO_ORBITS } from './3d/three.data.ts'
import { Twin } from './3d/twin.tsx'
import { devWords } from './text/words.data.ts'

const SIMULATED = { isSimulated: true }

/** Shows a sandbox of orbits: typed in, drawn to the metre, and listed in a table; orbits and camera are in the address. */
export function ThreeDPage() {
  const say = useWords(devWords)
  const [search, change] = useSearchState(`/protected${paths.threeD}`)
  const [text, setText] = useState(search.orbit ?? DEMO_ORBITS)
  const isTorture = search.scene === 'torture'
  const typed = useMemo(() => parseOrbits(text), [text])
  const scene = useMemo(() => (isTorture ? tortureScene() : sceneOf(typed.orbits)), [isTorture, typed])
  const camera = useMemo(() => parseCamera(search.camera, HOME), [search.camera])
  return (
    <FileMarking value={SIMULATED}>
      <title>{`${say('three')} · Apsis`}</title>
      <header className={`row gap-12 pad-x line-bottom ${styles.head}`}>
        <h1 className="fs-15">{say('three')}</h1>
        <span className="muted fs-12">{say('threeSubtitle')}</span>
      </header>
      <Banner level="inactive">{say('threeSimulated')}</Banner>
      <div className={`grid one-column-phone ${styles.parts}`}>
        <div>
          <Stage scene={scene} camera={camera} isTorture={isTorture} onChange={change} />
          <Twin scene={scene} target={camera.target} />
          <StatesPane />
        </div>
        <OrbitForm
          text={text}
          mistakes={typed.mistakes}
          onText={(next) => {
            setText(next)
            change({ orbit: next === DEMO_ORBITS ? undefined : next, scene: undefined })
          }}
        />
      </div>
    </FileMarking>
  )
}
