import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Pane } from '../../ui/pane.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './parts.module.css'

const VIEWS = ['Summary', 'Message details', 'Data message'].map((title) => ({
  id: title.toLowerCase().replace(' ', '-'),
  title,
  content: `${title}: what the tab shows.`,
}))
const LAYERS = ['Reported', 'Recomputed', 'Maximum'].map((title) => ({
  id: title.toLowerCase(),
  title,
  content: `${title} is open.`,
}))

/** Tabs whose selection is in the address: one of them, and several at once. */
export function TabDemo() {
  const search = useSearch({ from: `/protected${paths.kitchensink}` })
  const navigate = useNavigate()
  const change = (part: Partial<typeof search>) =>
    void navigate({ to: paths.kitchensink, search: { ...search, ...part }, replace: true, resetScroll: false })
  return (
    <div className={styles.two}>
      <Pane title="One at a time" note="?view=">
        <Tabs label="Views" tabs={VIEWS} value={search.view} onChange={(view) => change({ view })} />
      </Pane>
      <Pane title="Several at once" note="?layers=, the last one stays">
        <Tabs label="Layers" multiple tabs={LAYERS} value={search.layers} onChange={(layers) => change({ layers })} />
      </Pane>
    </div>
  )
}
