import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { showInRow } from '../../../../ui/page/show-in-row.ts'
import tabs from '../../../../ui/page/tabs.module.css'
import { useWords } from '../../../../ui/text/language.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { estimateWords } from '../../estimates-words.data.ts'
import { TABS, type Tab as View } from './view.ts'
import styles from './views.module.css'

type Props = {
  readonly selected: View
  readonly onSelect: (view: View) => void
  /** The note at the end of the row of tabs. */
  readonly note: React.ReactNode
  /** The warnings that apply to every view. */
  readonly strips: React.ReactNode
  readonly contents: Readonly<Record<View, React.ReactNode>>
}

/** Shows the views of the spec as tabs; the selected one fills the screen. */
export function Views({ selected, onSelect, note, strips, contents }: Props) {
  const t = useWords(conjunctionWords)
  const e = useWords(estimateWords)
  return (
    <Tabs
      className="stack grow min-h-0 flex-none-phone"
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(TABS.find((one) => one === key) ?? 'summary')}
    >
      <div className={`row wrap flex-none pad-x line-bottom ${styles.row}`}>
        <TabList aria-label={t('views')} className={`flex scroll-x max-w-full gap-20 ${styles.list}`}>
          {TABS.map((id) => (
            <Tab
              key={id}
              id={id}
              ref={id === selected ? showInRow : null}
              className={`row flex-none muted fs-14 ${tabs.tab} bare`}
            >
              {id === 'estimates' ? e(id) : t(id)}
            </Tab>
          ))}
        </TabList>
        <p className="flex-none muted fs-13 nowrap no-phone" data-figure>
          {note}
        </p>
      </div>
      <div className="contents" data-strips>
        {strips}
      </div>
      {TABS.map((id) => (
        <TabPanel key={id} id={id} className="stack grow min-h-0 focus-inside flex-none-phone">
          {contents[id]}
        </TabPanel>
      ))}
    </Tabs>
  )
}
