import { useOutage } from '../../api/outage.ts'
import { shellWords } from '../../shell/words.data.ts'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { uiWords } from '../../ui/words.data.ts'
import { docsWords } from './words.data.ts'

type Props = { readonly title: string; readonly onAgain: () => void }

/** Shows that guides could not be fetched; they are fetched again when the server is back. */
export function NotFetched({ title, onAgain }: Props) {
  const words = useWords(docsWords)
  const say = useWords(uiWords)
  const t = useWords(shellWords)
  const isAway = useOutage() !== undefined
  return (
    <div role="alert">
      <Empty
        title={title}
        actions={
          <>
            <Button onClick={onAgain}>{say('tryAgain')}</Button>
            {isAway ? null : <Button onClick={() => location.reload()}>{t('reload')}</Button>}
          </>
        }
      >
        {words(isAway ? 'guideNotKept' : 'guideRenewed')}
      </Empty>
    </div>
  )
}
