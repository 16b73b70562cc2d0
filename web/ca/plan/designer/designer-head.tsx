import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { raise } from '../../../notifications/notifications.ts'
import { raisedBy } from '../../../notifications/raised-by.ts'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { REDO_KEYS, UNDO_KEYS } from '../../../shell/key/shortcut.ts'
import { PageHead } from '../../../shell/page/page-head.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { PHONE, useMedia } from '../../../ui/page/size.ts'
import { createStore, useStore } from '../../../ui/store/store.ts'
import { useWords } from '../../../ui/text/language.ts'
import { type NewPlan, previewOpm } from '../plan-query.ts'
import { planProblemInWords } from '../refusal-in-words.ts'
import { DesignerStateContext, useDesignerState, useHasStep } from './designer-state.tsx'
import { designWords } from './words.data.ts'

/** The actions of the designer in the head of its page. */
const shown = createStore<React.ReactNode>(null)

/**
 * Puts actions into the head of the page while they are rendered: they belong to the design below it, and the head lies outside of its
 * context.
 */
function HeadActions({ children }: React.PropsWithChildren) {
  const state = useDesignerState()
  useLayoutEffect(() => {
    shown.set(<DesignerStateContext value={state}>{children}</DesignerStateContext>)
    return () => shown.set(null)
  }, [children, state])
  return null
}

/** The head of the page with the actions of the design: only this part is drawn again when they change. */
export function DesignHead(props: Omit<React.ComponentProps<typeof PageHead>, 'children'>) {
  return <PageHead {...props}>{useStore(shown)}</PageHead>
}

/** Shows the actions on the design in the head of the page. A phone has no designer. */
export function Tools({ children }: React.PropsWithChildren) {
  const t = useWords(designWords)
  const isPhone = useMedia(PHONE)
  const { step } = useDesignerState()
  const [canUndo, canRedo] = [useHasStep('past'), useHasStep('future')]
  const undo = () => step('past')
  const redo = () => step('future')
  const shortcuts = [
    { keys: UNDO_KEYS, label: t('undo'), run: undo },
    { keys: REDO_KEYS, label: t('redo'), run: redo },
  ]
  if (isPhone) return null
  return (
    <>
      <PageKeys shortcuts={shortcuts} />
      <HeadActions>
        <span className="flex wrap gap-8">
          <Button onClick={undo} disabled={!canUndo}>
            {t('undo')}
          </Button>
          <Button onClick={redo} disabled={!canRedo}>
            {t('redo')}
          </Button>
          {children}
          <Button onClick={() => print()}>{t('print')}</Button>
        </span>
      </HeadActions>
    </>
  )
}

/**
 * Copies the chosen burn to the clipboard as the draft OPM that its plan would have: the server plans and writes it, and stores nothing.
 */
export function CopyOpm({ request }: { readonly request: NewPlan | undefined }) {
  const t = useWords(designWords)
  const copy = useMutation({
    meta: { silent: 'copy-opm' },
    mutationFn: async (body: NewPlan) => navigator.clipboard.writeText(await previewOpm(body)),
    onSuccess: () => raise({ title: t('copied'), message: t('copiedText') }),
    onError: (failure) => {
      const { message } = planProblemInWords(failure)
      raise({ ...raisedBy(failure), message })
    },
  })
  return (
    <Button disabled={request === undefined || copy.isPending} onClick={() => request && copy.mutate(request)}>
      {t('copyOpm')}
    </Button>
  )
}
