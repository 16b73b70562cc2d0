import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './parts.module.css'
import { sinkWords } from './words.data.ts'

const VIEWS = [
  ['summary', 'summary'],
  ['message-details', 'messageDetails'],
  ['data-message', 'dataMessage'],
] as const
const LAYERS = [
  ['reported', 'reportedLayer'],
  ['recomputed', 'recomputed'],
  ['maximum', 'maximumLayer'],
] as const

/** Shows tabs whose selection is in the address: a single selection, and a multiple one. */
export function TabDemo() {
  const say = useWords(sinkWords)
  const [search, change] = useSearchState(`/protected${paths.kitchensink}`)
  const views = VIEWS.map(([id, word]) => ({ id, title: say(word), content: say('shows', { what: say(word) }) }))
  const layers = LAYERS.map(([id, word]) => ({ id, title: say(word), content: say('isOpen', { what: say(word) }) }))
  return (
    <div className={`grid line-bottom halves one-column-phone ${styles.two}`}>
      <Pane title={say('oneTab')} note="?view=">
        <Tabs label={say('views')} tabs={views} value={search.view} onChange={(view) => change({ view })} />
      </Pane>
      <Pane title={say('manyTabs')} note={say('lastStays')}>
        <Tabs
          label={say('layers')}
          multiple
          tabs={layers}
          value={search.layers}
          onChange={(value) => change({ layers: value })}
        />
      </Pane>
    </div>
  )
}
