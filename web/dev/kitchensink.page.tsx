import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { switchTheme } from '../ui/theme.ts'
import { Controls } from './kitchensink/controls.tsx'
import { Numbers } from './kitchensink/numbers.tsx'
import { Plots } from './kitchensink/plots.tsx'
import { Rows } from './kitchensink/rows.tsx'
import { States } from './kitchensink/states.tsx'
import { Statuses } from './kitchensink/statuses.tsx'
import { TabDemo } from './kitchensink/tab-demo.tsx'
import styles from './kitchensink.module.css'

const PARTS = [
  { id: 'statuses', title: 'Status: shape, word, colour, in that order', Part: Statuses },
  { id: 'numbers', title: 'Numbers and times', Part: Numbers },
  { id: 'controls', title: 'Controls', Part: Controls },
  { id: 'tabs', title: 'Tabs', Part: TabDemo },
  { id: 'states', title: 'States', Part: States },
  { id: 'table', title: 'Table', Part: Rows },
  { id: 'plots', title: 'Plots', Part: Plots },
] as const

/** Every component in every state, in the theme and density that are chosen. */
export function KitchensinkPage() {
  const search = useSearch({ from: `/protected${paths.kitchensink}` })
  const navigate = useNavigate()
  const isComfortable = search.density === 'comfortable'
  const switchDensity = () =>
    void navigate({
      to: paths.kitchensink,
      search: { ...search, density: isComfortable ? undefined : 'comfortable' },
      replace: true,
      resetScroll: false,
    })
  return (
    <div data-density={isComfortable ? 'comfortable' : undefined}>
      <title>Kitchen sink · Apsis</title>
      <header className={styles.head}>
        <h1>Kitchen sink</h1>
        <span className={styles.note}>every component, in every state</span>
        <span className={styles.space} />
        <Button look="quiet" aria-pressed={isComfortable} onClick={switchDensity}>
          Comfortable
        </Button>
        <Button look="quiet" onClick={switchTheme}>
          Other theme
        </Button>
      </header>
      {PARTS.map(({ id, title, Part }) => (
        <section key={id} id={id} aria-label={title}>
          <h2 className={styles.title}>{title}</h2>
          <Part />
        </section>
      ))}
    </div>
  )
}
