import { MOST_NOTES } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { flushSync } from 'react-dom'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { Pane } from '../../../ui/page/pane.tsx'
import { usePrinting } from '../../../ui/page/printing.ts'
import { createPageStore, useStorePart } from '../../../ui/store/store.ts'
import { useWords } from '../../../ui/text/language.ts'
import { useDesignerState } from './designer-state.tsx'
import { designWords } from './words.data.ts'

/** The notes on the designs, by event; undefined if they are not open. They are kept as long as the application is open. */
const written = createPageStore<Readonly<Record<string, string | undefined>>>({})

const keep = (conjunctionId: string, text: string | undefined) =>
  written.set({ ...written.read(), [conjunctionId]: text })

/** Returns the notes on an event that are not yet stored with a plan. */
export const notesOf = (conjunctionId: string): string | undefined => written.read()[conjunctionId]
/** Closes the notes on an event once they are stored with a plan. */
export const clearNotes = (conjunctionId: string) => keep(conjunctionId, undefined)

/** Opens the notes. */
export function NotesButton() {
  const t = useWords(designWords)
  const { conjunctionId } = useDesignerState()
  const isOpen = useStorePart(written, (all) => all[conjunctionId] !== undefined)
  const run = () => {
    // The field is drawn at once, so that typing can begin; nothing else may get the focus.
    if (!isOpen) flushSync(() => keep(conjunctionId, ''))
    document.querySelector<HTMLElement>(`#${NOTES_ID} textarea`)?.focus()
  }
  return (
    <>
      <PageKeys shortcuts={[{ keys: 'n', label: t('notes'), run }]} />
      <Button aria-expanded={isOpen} onClick={run}>
        {t('notes')}
      </Button>
    </>
  )
}

const NOTES_ID = 'notes'

/** The field for the notes of the planner: they are saved with the plan, and printed. */
export function NotesPane() {
  const t = useWords(designWords)
  const { conjunctionId } = useDesignerState()
  const text = useStorePart(written, (all) => all[conjunctionId])
  const isPrinting = usePrinting()
  if (text === undefined || (isPrinting && text.trim() === '')) return null
  return (
    <Pane
      title={t('notes')}
      id={NOTES_ID}
      actions={
        <Button look="quiet" onClick={() => clearNotes(conjunctionId)}>
          {t('dropNotes')}
        </Button>
      }
    >
      {isPrinting ? (
        <p className="break-anywhere pad-6 pre-wrap">{text}</p>
      ) : (
        <div className="grid gap-8 pad-6">
          <TextArea
            label={t('notesLabel')}
            help={t('notesHelp')}
            rows={3}
            maxLength={MOST_NOTES}
            value={text}
            onChange={(next) => keep(conjunctionId, next)}
          />
        </div>
      )}
    </Pane>
  )
}
