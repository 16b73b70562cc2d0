import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { EncounterProps } from './encounter-dialog.tsx'
import { spaceWords } from './words.data.ts'

/** What draws in space is large: it is fetched by whoever opens it, and never ahead. */
const EncounterInSpace = lazy(async () => ({ default: (await import('./encounter-dialog.tsx')).EncounterInSpace }))

/** Opens the encounter in space over the screen. */
export function EncounterButton(props: EncounterProps) {
  const t = useWords(spaceWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-label={t('openLabel')} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen ? (
        <Dialog isOpen isWide title={t('title')} close={t('close')} onClose={() => setOpen(false)}>
          <Suspense fallback={<Skeleton rows={12} />}>
            <EncounterInSpace {...props} />
          </Suspense>
        </Dialog>
      ) : null}
    </>
  )
}
