import { useSearch } from '@tanstack/react-router'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import { Select } from '../ui/field/select.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { useMedia } from '../ui/page/size.ts'
import { choose, PREFERENCES } from '../ui/preference/preference.ts'
import { usePreference } from '../ui/preference/use-preference.ts'
import { useLanguage, useWords } from '../ui/text/language.ts'
import { Controls } from './kitchensink/controls.tsx'
import { Names } from './kitchensink/names.tsx'
import { Numbers } from './kitchensink/numbers.tsx'
import { Plots } from './kitchensink/plots.tsx'
import { Rows } from './kitchensink/rows.tsx'
import { States } from './kitchensink/states.tsx'
import { Statuses } from './kitchensink/statuses.tsx'
import { TabDemo } from './kitchensink/tab-demo.tsx'
import { VISIONS, type Vision } from './kitchensink/vision.data.ts'
import { VisionFilters } from './kitchensink/vision-filters.tsx'
import styles from './kitchensink.module.css'
import { devWords } from './text/words.data.ts'

const PARTS = [
  { id: 'statuses', title: 'partStatuses', Part: Statuses },
  { id: 'numbers', title: 'partNumbers', Part: Numbers },
  { id: 'controls', title: 'partControls', Part: Controls },
  { id: 'tabs', title: 'partTabs', Part: TabDemo },
  { id: 'states', title: 'partStates', Part: States },
  { id: 'names', title: 'partNames', Part: Names },
  { id: 'table', title: 'partTable', Part: Rows },
  { id: 'plots', title: 'partPlots', Part: Plots },
] as const
const SIMULATED = { isSimulated: true }
const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' }

/** Shows every component in every state, in the chosen theme, density, language and colour vision. */
export function KitchensinkPage() {
  const say = useWords(devWords)
  const search = useSearch({ from: `/protected${paths.kitchensink}` })
  const vision = VISIONS.find((one) => one === search.vision) ?? 'usual'
  return (
    <FileMarking value={SIMULATED}>
      <title>{`${say('title')} · Apsis`}</title>
      <header className="row flex-none head-h gap-12 pad-x line-bottom nowrap">
        <h1 className="fs-15">{say('title')}</h1>
        <span className="min-w-0 clip muted fs-12 ellipsis">{say('subtitle')}</span>
      </header>
      <Switches vision={vision} />
      <VisionFilters />
      <div style={vision === 'usual' ? undefined : { filter: `url(#vision-${vision})` }}>
        {PARTS.map(({ id, title, Part }) => (
          <section key={id} id={id} aria-label={say(title)}>
            <h2 className={`line-bottom bold fs-15 ${styles.title}`}>{say(title)}</h2>
            <Part />
          </section>
        ))}
      </div>
    </FileMarking>
  )
}

/** Shows the settings for viewing the page: the choices of the browser, and a simulated colour vision. */
function Switches({ vision }: { readonly vision: Vision }) {
  const say = useWords(devWords)
  const [, change] = useSearchState(`/protected${paths.kitchensink}`)
  const theme = usePreference('theme')
  const density = usePreference('density')
  const language = useLanguage()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const see = (next: string) => change({ vision: next === 'usual' ? undefined : next })
  return (
    <div className={`flex wrap pad-10 gap-8-16 items-end ${styles.switches}`}>
      <Select
        label={say('theme')}
        value={theme}
        options={PREFERENCES.theme.map((value) => ({ value, label: say(value) }))}
        onChange={(value) => choose('theme', PREFERENCES.theme.find((one) => one === value) ?? 'system')}
      />
      <Select
        label={say('density')}
        value={density}
        options={PREFERENCES.density.map((value) => ({ value, label: say(value) }))}
        onChange={(value) => choose('density', value === 'comfortable' ? value : 'compact')}
      />
      <Select
        label={say('language')}
        value={language}
        options={PREFERENCES.language.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={(value) => choose('language', value === 'de' ? value : 'en')}
      />
      <Select
        label={say('vision')}
        value={vision}
        options={VISIONS.map((value) => ({ value, label: say(value) }))}
        onChange={see}
      />
      <p className={`muted fs-12 ${styles.motion}`}>{say(isStill ? 'motionLess' : 'motionFull')}</p>
    </div>
  )
}
