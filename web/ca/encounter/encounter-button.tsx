import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { EncounterProps } from './encounter-dialog.tsx'
import { useSpace } from './use-look.ts'
import { spaceWords } from './words.data.ts'

/** The library for drawing in space is large: it is fetched only when the dialog opens, never ahead. */
const EncounterInSpace = lazy(async () => ({ default: (await import('./encounter-dialog.tsx')).EncounterInSpace }))

/** Shows the button that opens the encounter in space above the screen; the address stores this, and the view. */
export function EncounterButton(props: Omit<EncounterProps, 'burn' | 'onBurn'>) {
  const t = useWords(spaceWords)
  const { burn, show, close } = useSpace()
  return (
    <>
      <Button aria-label={t('openLabel')} onClick={() => show('before')}>
        {t('open')}
      </Button>
      {burn ? (
        <Dialog isOpen isWide title={t('title')} close={t('close')} onClose={close}>
          <Suspense fallback={<Skeleton rows={12} />}>
            <EncounterInSpace {...props} burn={burn} onBurn={show} />
          </Suspense>
        </Dialog>
      ) : null}
    </>
  )
}
