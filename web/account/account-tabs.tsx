import { useEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { showInRow } from '../ui/page/show-in-row.ts'
import { useMedia } from '../ui/page/size.ts'
import styles from './account-tabs.module.css'
import type { AccountPageName } from './page-name.ts'

type Item = { readonly title: string; readonly note?: string | undefined; readonly content: React.ReactNode }
type Props = {
  readonly label: string
  /** Those that the person has, in order. */
  readonly pages: readonly AccountPageName[]
  readonly tabs: Readonly<Record<AccountPageName, Item>>
  readonly selected: AccountPageName
  readonly onSelect: (page: AccountPageName) => void
}

/** Tabs at the left, above the content on a narrow screen; the arrow keys follow the way they stand. */
export function AccountTabs({ label, pages, tabs, selected, onSelect }: Props) {
  const isNarrow = useMedia('(width <= 900px)')
  return (
    <Tabs
      orientation={isNarrow ? 'horizontal' : 'vertical'}
      selectedKey={selected}
      onSelectionChange={(key) => {
        const page = pages.find((one) => one === key)
        if (page !== undefined && page !== selected) onSelect(page)
      }}
      className={styles.tabs ?? ''}
    >
      <TabList aria-label={label} className={styles.list ?? ''}>
        {pages.map((page) => (
          <Tab key={page} id={page} className={styles.tab ?? ''}>
            <Title item={tabs[page]} isSeen={isNarrow && page === selected} />
          </Tab>
        ))}
      </TabList>
      {pages.map((page) => (
        <TabPanel key={page} id={page} className={styles.panel ?? ''}>
          {tabs[page].content}
        </TabPanel>
      ))}
    </Tabs>
  )
}

/** On a phone not all tabs have room: the one that is open is scrolled into view, also when the address opened it. */
function Title({ item, isSeen }: { readonly item: Item; readonly isSeen: boolean }) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isSeen) showInRow(text.current, 'center')
  }, [isSeen])
  return (
    <>
      <span ref={text}>{item.title}</span> {item.note ? <span className={styles.note}>{item.note}</span> : null}
    </>
  )
}
