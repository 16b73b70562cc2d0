import { Tab, TabList, TabPanel, Tabs as TabsRoot, ToggleButton } from 'react-aria-components'
import { showInRow } from './show-in-row.ts'
import { formatTabs, parseTabs, type TabRule, toggleTab } from './tab-selection.ts'
import styles from './tabs.module.css'

export type TabItem = { readonly id: string; readonly title: string; readonly content: React.ReactNode }
type Props = Partial<TabRule> & {
  readonly label: string
  readonly tabs: readonly TabItem[]
  /** The query parameter: a comma-separated list. */
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** Shows tabs whose selection is a query parameter; if several may be open at once they are toggle buttons. */
export function Tabs({ multiple = false, noneAllowed = false, ...props }: Props) {
  const rule = { multiple, noneAllowed }
  return multiple || noneAllowed ? <OpenParts {...props} rule={rule} /> : <OneOf {...props} rule={rule} />
}

type PartProps = Omit<Props, keyof TabRule> & { readonly rule: TabRule }

function OneOf({ label, tabs, value, onChange, rule }: PartProps) {
  const ids = tabs.map((tab) => tab.id)
  const selected = parseTabs(value, ids, rule)
  return (
    <TabsRoot
      selectedKey={selected[0] ?? ''}
      onSelectionChange={(key) => onChange(formatTabs(toggleTab(selected, String(key), rule)))}
    >
      <TabList aria-label={label} className={`flex pad-x line-bottom scroll-x gap-20 ${styles.list}`}>
        {tabs.map(({ id, title }) => (
          <Tab
            key={id}
            id={id}
            ref={id === selected[0] ? showInRow : null}
            className={`row flex-none muted fs-14 bare focus-inside ${styles.tab}`}
          >
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="soft fs-13 pad-12">
          {content}
        </TabPanel>
      ))}
    </TabsRoot>
  )
}

function OpenParts({ label, tabs, value, onChange, rule }: PartProps) {
  const ids = tabs.map((tab) => tab.id)
  const selected = parseTabs(value, ids, rule)
  const toggle = (id: string) => {
    const next = toggleTab(selected, id, rule)
    onChange(formatTabs(ids.filter((one) => next.includes(one))))
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and these change no data. */}
      <div role="group" aria-label={label} className={`flex pad-x line-bottom scroll-x gap-20 ${styles.list}`}>
        {tabs.map(({ id, title }) => (
          <ToggleButton
            key={id}
            className={`row flex-none muted fs-14 bare focus-inside ${styles.tab}`}
            isSelected={selected.includes(id)}
            onChange={() => toggle(id)}
          >
            {title}
          </ToggleButton>
        ))}
      </div>
      {tabs
        .filter(({ id }) => selected.includes(id))
        .map(({ id, content }) => (
          <div key={id} className="soft fs-13 pad-12">
            {content}
          </div>
        ))}
    </>
  )
}
