import { Pane } from '../../../../ui/page/pane.tsx'
import { Skeleton } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { plotWords } from '../../../plot/words.data.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import views from '../view/views.module.css'
import styles from './summary-tab.module.css'

/** The summary while it is loading: its panes are in their final places. */
export function SummarySkeleton() {
  const t = useWords(conjunctionWords)
  const say = useWords(plotWords)
  return (
    <div className="stack grow min-h-0 flex-none-phone">
      <div className={`row wrap flex-none pad-x line-bottom ${views.row}`} />
      <div className={`grid grow panes stack-phone ${styles.grid}`}>
        <Pane title={t('verdict')} exports={false}>
          <Skeleton rows={18} />
        </Pane>
        <Blank title={say('plane')} />
        <div className={`grid min-w-0 min-h-0 pane-gap stack-phone ${styles.trends}`}>
          <Blank title={say('probability')} />
          <Blank title={say('separation')} />
        </div>
        <div className={`grid min-h-0 pane-gap stack-phone ${styles.strip}`}>
          <Blank title={say('cadence')} />
          <Blank title={t('before')} />
        </div>
      </div>
    </div>
  )
}

function Blank({ title }: { readonly title: string }) {
  return (
    <Pane title={title} exports={false}>
      {null}
    </Pane>
  )
}
