import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { REDO_KEYS, UNDO_KEYS } from '../../../shell/key/shortcut.ts'
import { Button } from '../../../ui/button/button.tsx'
import { PHONE, useMedia } from '../../../ui/page/size.ts'
import { useWords } from '../../../ui/text/language.ts'
import type { useDesignHistory } from './design-history.ts'
import { HeadActions } from './head-actions.tsx'
import { designWords } from './words.data.ts'

type Props = Pick<ReturnType<typeof useDesignHistory>, 'undo' | 'redo'> & React.PropsWithChildren

/** The actions on the design, in the head of the page. A phone has no designer. */
export function Tools({ undo, redo, children }: Props) {
  const t = useWords(designWords)
  const isPhone = useMedia(PHONE)
  const shortcuts = [
    { keys: UNDO_KEYS, label: t('undo'), run: () => undo?.() },
    { keys: REDO_KEYS, label: t('redo'), run: () => redo?.() },
  ]
  if (isPhone) return null
  return (
    <>
      <PageKeys shortcuts={shortcuts} />
      <HeadActions>
        <span className="flex wrap gap-8">
          <Button onClick={undo} disabled={undo === undefined}>
            {t('undo')}
          </Button>
          <Button onClick={redo} disabled={redo === undefined}>
            {t('redo')}
          </Button>
          {children}
          <Button onClick={() => print()}>{t('print')}</Button>
        </span>
      </HeadActions>
    </>
  )
}
